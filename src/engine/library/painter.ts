import type { Images } from '../images/port.ts'
import type { Thumbnails } from '../sources/thumbnails.ts'
import type { ColourRows } from '../store/colour-rows.ts'

interface PainterDeps {
  colours: ColourRows
  thumbnails: Thumbnails
  images: Pick<Images, 'palette'>
  /** Somebody may look at what has changed. */
  onPainted: () => void
}

/** So many are written at once. */
const batch = 64

/**
 * Finds the colours of pictures that came home before anybody looked for them: in the background, and of those alone that
 * have a thumbnail. The others follow when theirs is made.
 */
export class Painter {
  readonly #deps: PainterDeps
  readonly #closing = new AbortController()
  readonly #waiting = new Set<string>()
  #working: Promise<void> = Promise.resolve()

  constructor(deps: PainterDeps) {
    this.#deps = deps
  }

  /** All of which there is a thumbnail. */
  start(): void {
    this.#then(async () => {
      for await (const keys of this.#deps.thumbnails.keys()) {
        if (this.#closing.signal.aborted) return
        await this.#paint(keys)
      }
    })
  }

  /** A thumbnail of this content was made. */
  made(sha256: string): void {
    this.#waiting.add(sha256)
    if (this.#waiting.size > 1) return
    this.#then(async () => {
      const keys = [...this.#waiting]
      this.#waiting.clear()
      await this.#paint(keys)
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#working
  }

  /** One after the other; a picture that cannot be read has no colours, and a disk that says no is tried at the next start. */
  #then(work: () => Promise<void>): void {
    this.#working = this.#working.then(work).catch(() => undefined)
  }

  async #paint(keys: readonly string[]): Promise<void> {
    const { colours, thumbnails, images, onPainted } = this.#deps
    const { signal } = this.#closing
    const rows = colours.unpainted(keys)
    for (let at = 0; at < rows.length && !signal.aborted; at += batch) {
      const found = new Map<number, string>()
      for (const { seq, sha256 } of rows.slice(at, at + batch)) {
        const path = thumbnails.known(sha256)
        if (path === null || signal.aborted) continue
        found.set(seq, await images.palette(path, { priority: 'bulk', signal }))
      }
      colours.put(found)
      if (found.size > 0) onPainted()
    }
  }
}
