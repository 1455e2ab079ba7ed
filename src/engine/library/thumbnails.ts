import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CallOptions, Images } from '../images/port.ts'

/** Longest edge of a thumbnail: sharp in the grid's largest size on a 2× screen, small enough to keep by the thousand. */
const edge = 512

/** Small pictures by content, in a cache that can be deleted at any time. */
export class Thumbnails {
  readonly #images: Images
  readonly #folder: string
  readonly #underWay = new Map<string, Promise<string>>()

  constructor(images: Images, cache: string) {
    this.#images = images
    this.#folder = join(cache, 'thumbnails')
  }

  #pathOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), `${key}.webp`)
  }

  /** Path of a thumbnail that was made already, else null. */
  known(key: string): string | null {
    const path = this.#pathOf(key)
    return existsSync(path) ? path : null
  }

  /** Path of the thumbnail of a file with that name-giving hash; made if it is not there. */
  make(key: string, path: string, options?: CallOptions): Promise<string> {
    const out = this.#pathOf(key)
    if (existsSync(out)) return Promise.resolve(out)
    const making =
      this.#underWay.get(key) ??
      this.#create(path, out, options).finally(() => {
        this.#underWay.delete(key)
      })
    this.#underWay.set(key, making)
    return making
  }

  async #create(path: string, out: string, options?: CallOptions): Promise<string> {
    mkdirSync(join(out, '..'), { recursive: true, mode: 0o700 })
    await this.#images.thumbnail(path, out, edge, options)
    return out
  }

  /** A key for a local file that is cheaper than hashing it: where it lies, how large, when changed. */
  static keyOf(path: string): string {
    const { size, mtimeMs } = statSync(path)
    return createHash('sha256').update(`${path}\0${size}\0${mtimeMs}`).digest('hex')
  }
}
