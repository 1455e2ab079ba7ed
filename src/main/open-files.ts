import type { ReadStream } from 'node:fs'

/** More than are read at once where a whole screen of pictures comes in. */
const mostOpen = 256

/**
 * The files that answers are read from. A page that asks and does not read holds no more of them than that: the oldest gives
 * way to the newest, and is asked for again where somebody still wants it.
 */
export class OpenFiles {
  readonly #open = new Set<ReadStream>()

  add(file: ReadStream): ReadStream {
    this.#open.add(file)
    file.once('close', () => this.#open.delete(file))
    const [oldest] = this.#open
    if (this.#open.size > mostOpen) oldest?.destroy(new Error('too many are open'))
    return file
  }
}
