import { diskTrouble } from '../platform/files.ts'

/** A trouble of this computer, told in words while it lasts. */
export class Trouble {
  readonly #onTrouble: (words: string | null) => void
  #lasts = false

  /** @param onTrouble null: it is over */
  constructor(onTrouble: (words: string | null) => void) {
    this.#onTrouble = onTrouble
  }

  tell(error: unknown): void {
    this.#lasts = true
    const words = diskTrouble(error)
    const detail = error instanceof Error ? error.message : String(error)
    this.#onTrouble(words ?? `Something on this computer went wrong (${detail}). Nothing is lost; it is tried again.`)
  }

  /** Something was written: it is over. */
  over(): void {
    if (!this.#lasts) return
    this.#lasts = false
    this.#onTrouble(null)
  }
}
