import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '../platform/make-folders.ts'
import { Turns } from '../platform/turns.ts'
import type { Downloader } from '../remote/download.ts'
import type { Thumbnails } from '../sources/thumbnails.ts'

interface Deps {
  downloader: Downloader
  thumbnails: Thumbnails
  /** Folder for what can be fetched again. */
  cache: string
  /** Origin of a loopback service, which may be another one at each start. */
  ownOrigin: () => Promise<string | null>
}

/** Far above a sample that is shown small; a host that sends more is broken or means ill. */
const maxBytes = 16 * 1024 * 1024
const atOnce = 2

/**
 * Pictures that the catalogue names, such as samples of a style: fetched when somebody looks at them, without a bearer
 * and as untrusted as any (A39), and kept small in the cache, so that they are there offline.
 */
export class CataloguePictures {
  readonly #deps: Deps
  readonly #addresses = new Map<string, string>()
  readonly #turns = new Turns(atOnce)

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The app's own address for a picture of the catalogue. Only such pictures can be asked for. */
  show(address: string): string {
    const key = keyOf(address)
    this.#addresses.set(key, address)
    return `printroom://catalogue/${key}/thumbnail`
  }

  /**
   * @returns an absolute path, or null for a picture that no catalogue has named
   * @throws DownloadError, ImageWorkerError
   */
  async file(key: string): Promise<string | null> {
    const address = this.#addresses.get(key)
    if (address === undefined) return null
    return this.#deps.thumbnails.known(key) ?? this.#turns.take(() => this.#bring(key, address))
  }

  async #bring(key: string, address: string): Promise<string> {
    const { downloader, thumbnails, cache } = this.#deps
    // Somebody else asked for the same, and it came meanwhile.
    const made = thumbnails.known(key)
    if (made !== null) return made
    const folder = join(cache, 'catalogue')
    makeFolders(folder, 0o700)
    const whole = join(folder, `${key}-${process.hrtime.bigint()}`)
    try {
      await downloader.fetchTo(await this.#current(address), whole, maxBytes)
      return await thumbnails.make(key, whole, { priority: 'visible' })
    } finally {
      if (existsSync(whole)) rmSync(whole)
    }
  }

  /** A list that was kept may still name the port of an earlier start. */
  async #current(address: string): Promise<string> {
    const own = isLoopback(address) ? await this.#deps.ownOrigin() : null
    return own === null ? address : new URL(placeOf(address), own).href
  }
}

const isLoopback = (address: string): boolean => address.startsWith('http:')

/** What names a picture at its service, which may be the query alone. */
function placeOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

const keyOf = (address: string): string =>
  createHash('sha256')
    .update(isLoopback(address) ? placeOf(address) : address)
    .digest('hex')
