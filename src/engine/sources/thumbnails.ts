import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ForeignFiles } from '../images/foreign-files.ts'
import type { CallOptions, Images } from '../images/port.ts'
import { makeFolders } from '../platform/make-folders.ts'

/** Longest edge of a thumbnail: sharp in the grid's largest size on a 2× screen, small enough to keep by the thousand. */
const edge = 512
/** Of what is shown under the pointer while a picture is dragged out of the window. */
const iconEdge = 96
const largeEdge = 4096

/** Small pictures by content, in a cache that can be deleted at any time. */
export class Thumbnails {
  readonly #images: Images
  readonly #folder: string
  readonly #underWay = new Map<string, { made: Promise<string>; hurry: AbortController }>()

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

  /** Keys of all that were made, some at a time. */
  async *keys(): AsyncGenerator<string[]> {
    for (const part of await readdir(this.#folder).catch(() => [])) {
      const names = await readdir(join(this.#folder, part)).catch(() => [])
      yield names.flatMap((name) => /^([0-9a-f]{64})\.webp$/.exec(name)?.[1] ?? [])
    }
  }

  /** Path of the thumbnail of a file with that name-giving hash; made if it is not there. */
  make(key: string, path: string, options?: CallOptions): Promise<string> {
    const out = this.#pathOf(key)
    if (existsSync(out)) return Promise.resolve(out)
    const before = this.#underWay.get(key)
    if (before) {
      // Asked for when its file came home, and now somebody looks at its place.
      if (options?.priority === 'visible') before.hurry.abort()
      return before.made
    }
    const hurry = new AbortController()
    const made = this.#create(path, out, { ...options, hurry: hurry.signal }).finally(() => {
      this.#underWay.delete(key)
    })
    this.#underWay.set(key, { made, hurry })
    return made
  }

  /** Path of a still smaller one as PNG, the one form that every system drags under the pointer. */
  icon(key: string, path: string): Promise<string> {
    return this.#png(key, this.known(key) ?? path, 'icon', iconEdge)
  }

  /** Path of the picture itself as PNG, at most 4096 px: what the clipboard takes. */
  large(key: string, path: string): Promise<string> {
    return this.#png(key, path, 'large', largeEdge)
  }

  async #png(key: string, path: string, which: string, longest: number): Promise<string> {
    const out = join(this.#folder, key.slice(0, 2), `${key}.${which}.png`)
    if (!existsSync(out)) await this.#create(path, out, { priority: 'visible' }, longest)
    return out
  }

  async #create(path: string, out: string, options?: CallOptions, longest = edge): Promise<string> {
    makeFolders(join(out, '..'), 0o700)
    await this.#images.thumbnail(path, out, longest, options)
    return out
  }

  /** A key for a local file that is cheaper than hashing it: where it lies, how large, when changed. */
  static async keyOf(path: string, files: Pick<ForeignFiles, 'lookAt'>): Promise<string> {
    const found = await files.lookAt(path)
    const what = found.isFolder ? 'folder' : `${found.sizeBytes}\0${found.mtimeMs}`
    return createHash('sha256').update(`${path}\0${what}`).digest('hex')
  }
}
