import { isPictureHost, type PictureHost, pictureReaches } from '../contract/reach.ts'
import type { Bucket, BucketLimit } from '../domain/pace/bucket.ts'
import { drawn } from './drawn.ts'
import { remember } from './remember.ts'

/** A catalogue and a gallery that are looked through for the first time: no screen shows as many. */
const firstLooks: BucketLimit = { most: 1000, perSecond: 20 }
/** What could not be had is asked for again by a person who reads it anew, and as a connection comes back. */
const failures: BucketLimit = { most: 3, perSecond: 1 / 30 }
/** What was had lies in the cache. */
const knownMs = 600_000
const mostRemembered = 10_000
/** Each waits for the engine, and in it for a disk or a host. */
const mostUnderWay = 2000

interface State {
  /** A service that lives faster is asked faster. */
  readonly timeScale: number
}

/** How often the page may have another computer asked for a picture, and how many pictures it may ask for at once. */
export class PicturePace {
  #underWay = 0
  #left: Bucket | undefined
  readonly #failed = new Map<string, Bucket>()
  readonly #hadAtMs = new Map<string, number>()
  readonly #state: State
  readonly #now: () => number

  constructor(state: State, now: () => number = () => performance.now()) {
    this.#state = state
    this.#now = now
  }

  /**
   * @param ask for the file behind `kind/id/form`, or null
   * @returns null also where it comes too often, which asks for nothing
   */
  async find({ host, pathname }: URL, ask: (address: string) => Promise<string | null>): Promise<string | null> {
    if (!isPictureHost(host) || this.#underWay >= mostUnderWay) return null
    const address = `${host}${pathname}`
    this.#underWay += 1
    try {
      return await (pictureReaches[host].length === 0
        ? ask(address)
        : this.#inTurn(picked(host, pathname), () => ask(address)))
    } finally {
      this.#underWay -= 1
    }
  }

  async #inTurn(what: string, ask: () => Promise<string | null>): Promise<string | null> {
    const now = this.#now()
    const { timeScale } = this.#state
    const failed = drawn(this.#failed.get(what), failures, timeScale, now)
    if (failed === null) return null
    const had = this.#hadAtMs.get(what)
    if (had === undefined || now - had > knownMs) {
      const left = drawn(this.#left, firstLooks, timeScale, now)
      if (left === null) return null
      this.#left = left
    }
    // Counted before it is known: what is asked for at once is not asked for more often.
    if (had === undefined) remember(this.#failed, what, failed, mostRemembered)
    const path = await ask()
    if (path === null) {
      this.#hadAtMs.delete(what)
      remember(this.#failed, what, failed, mostRemembered)
    } else {
      this.#failed.delete(what)
      remember(this.#hadAtMs, what, now, mostRemembered)
    }
    return path
  }
}

/** What is asked for, however its address is spelled: parts that the engine passes over make no other picture of it. */
function picked(host: PictureHost, pathname: string): string {
  const [, id = '', n = '', form = ''] = pathname.split('/').map(read)
  return host === 'catalogue' ? `${host}/${id}` : `${host}/${id}/${/^\d+$/.test(n) ? Number(n) : n}/${form === 'full'}`
}

function read(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
