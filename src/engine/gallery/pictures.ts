import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Images } from '../images/port.ts'
import { Turns } from '../platform/turns.ts'
import type { Downloader } from '../remote/download.ts'
import { DownloadError } from '../remote/download-error.ts'
import { makeFolder } from '../store/folders.ts'
import type { GalleryRows, KeptFile } from '../store/gallery-rows.ts'
import { CacheRoom } from './cache-room.ts'

/** Pictures that browsers show, by their content. Anything else is not kept. */
const extensions: Record<string, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' }

/** Far above any picture of a post; a host that sends more is broken or means ill. */
const maxBytes = 64 * 1024 * 1024
/** Longest edge of what the grid shows, as the library's. */
const thumbnailEdge = 512
/** All of them together: thousands of posts. */
const mostCached = 2 * 1024 ** 3
const atOnce = 2
/** As many as one post has; the rest is brought when somebody looks at it. */
const broughtUnseen = 12

/**
 * Files of curated pictures, in a cache that can be deleted: brought by the engine itself, so that the window needs no
 * network, and looked at by the image worker before they are shown, since they come from anybody (A39).
 */
export class GalleryPictures {
  readonly #downloader: Downloader
  readonly #images: Images
  readonly #rows: GalleryRows
  readonly #origin: string
  readonly #folder: string
  readonly #room: CacheRoom
  /** What is on its way, by the picture's id. */
  readonly #coming = new Map<string, Map<string, Promise<string>>>()
  readonly #turns = new Turns(atOnce)

  constructor(deps: {
    downloader: Downloader
    images: Images
    rows: GalleryRows
    origin: string
    cache: string
    mostCached?: number
  }) {
    this.#downloader = deps.downloader
    this.#images = deps.images
    this.#rows = deps.rows
    this.#origin = deps.origin
    this.#folder = join(deps.cache, 'gallery')
    this.#room = new CacheRoom(this.#folder, deps.mostCached ?? mostCached)
  }

  /**
   * Path of the picture itself, brought here where it is not.
   * @throws DownloadError with a sentence
   */
  async full(id: string, address: string): Promise<string> {
    const path = this.#here(id, address)
    if (path !== null) await this.#room.looked(path)
    return path ?? this.#once(id, `full ${address}`, () => this.#turns.take(() => this.#bring(id, address)))
  }

  async thumbnail(id: string, address: string): Promise<string> {
    return this.#once(id, `thumbnail ${address}`, async () => {
      const full = await this.full(id, address)
      const small = `${full}.webp`
      if (!existsSync(small)) await this.#images.thumbnail(full, small, thumbnailEdge, { priority: 'visible' })
      return small
    })
  }

  /** Brings them while nobody waits, the first ones of very many; what cannot be had is tried again when it is looked at. */
  bringAll(id: string, addresses: readonly string[]): void {
    for (const address of addresses.slice(0, broughtUnseen)) this.thumbnail(id, address).catch(() => undefined)
  }

  /** Takes the files of a picture away that is not kept any more; those on their way as soon as they are here. */
  async forget(id: string): Promise<void> {
    const coming = [...(this.#coming.get(id)?.values() ?? [])]
    if (coming.length === 0) return this.#remove(id)
    Promise.allSettled(coming)
      .then(() => this.#remove(id))
      .catch(() => undefined)
  }

  async #remove(id: string): Promise<void> {
    if (this.#rows.get(this.#origin, id) === null) await rm(this.#folderOf(id), { recursive: true, force: true })
  }

  /** Whoever asks for what is on its way already waits for the same. */
  #once(id: string, what: string, work: () => Promise<string>): Promise<string> {
    const ofId = this.#coming.get(id) ?? new Map<string, Promise<string>>()
    // Work on one thing asks for another at once: the map must be there before it begins.
    this.#coming.set(id, ofId)
    const known = ofId.get(what)
    if (known) return known
    const coming = work().finally(() => {
      ofId.delete(what)
      if (ofId.size === 0) this.#coming.delete(id)
    })
    ofId.set(what, coming)
    return coming
  }

  #here(id: string, address: string): string | null {
    const file = this.#rows.files(this.#origin, id).find((each) => each.address === address)
    const path = file === undefined ? null : join(this.#folderOf(id), file.name)
    return path !== null && existsSync(path) ? path : null
  }

  async #bring(id: string, address: string): Promise<string> {
    if (this.#rows.get(this.#origin, id) === null) throw new DownloadError('This picture is not kept any more.')
    const folder = this.#folderOf(id)
    makeFolder(folder, 0o700)
    const stem = hash(address)
    const incoming = join(folder, `${stem}.part`)
    try {
      await this.#downloader.fetchTo(address, incoming, maxBytes)
      const { format, width, height } = await this.#examine(incoming)
      const name = `${stem}.${extensions[format] ?? 'bin'}`
      // A cache: a file that a crash loses is brought again, so the rename is not synced.
      await rename(incoming, join(folder, name))
      const file: KeptFile = { address, name, width, height }
      this.#rows.addFile(this.#origin, id, file)
      await this.#room.brought(join(folder, name))
      return join(folder, name)
    } finally {
      await rm(incoming, { force: true })
    }
  }

  async #examine(path: string): Promise<{ format: string; width: number | null; height: number | null }> {
    const { format, width, height } = await this.#images.inspect(path)
    if (format === null || !Object.hasOwn(extensions, format))
      throw new DownloadError('What lies at the address is not a picture that can be shown.')
    return { format, width, height }
  }

  #folderOf(id: string): string {
    return join(this.#folder, hash(`${this.#origin}\n${id}`))
  }
}

/** Names from outside do not become names of files. */
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
