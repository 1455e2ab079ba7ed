/** As long as it takes to put a key where it is to be kept. */
export const onClipboardMs = 60_000

export interface MadeKey {
  name: string
  value: string
  /** It is set or copied for no other one. */
  service: string
}

/**
 * The key that was made last: here and on the clipboard, never in the window, never on disk. It is at hand as long as it
 * may stand on the clipboard; later nobody asks for it but a script.
 */
export class NewKey {
  #made: MadeKey | null = null
  #timer: NodeJS.Timeout | undefined

  get now(): MadeKey | null {
    return this.#made
  }

  set(made: MadeKey): void {
    this.#made = made
    this.keepOn()
  }

  /** For another minute: it was put on the clipboard. */
  keepOn(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.forget(), onClipboardMs).unref()
  }

  forget(): void {
    clearTimeout(this.#timer)
    this.#made = null
  }
}
