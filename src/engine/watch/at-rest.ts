import { setTimeout as wait } from 'node:timers/promises'
import type { Listing, WatchedFile } from '../images/worker/scan.ts'
import type { KnownFile } from '../store/watch-rows.ts'
import type { WatchContext } from './context.ts'

/** Between two files, at least; and as long again as a file took. */
const leastRestMs = 20

/** One file after another, whichever folder it lies in: of the workers for folders one is left to everybody else. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  run(act: () => Promise<void>): Promise<void> {
    const done = this.#last.then(act)
    this.#last = done.catch(() => undefined)
    return done
  }
}

/** One that cannot be read so often is left for the next start. */
const mostTries = 3

/**
 * Reads in the background what is left alone in a folder, so that each of these pictures is known by its content wherever
 * it turns up again. What is not known by then is asked for when it matters (before.ts).
 */
export class AtRest {
  readonly #id: string
  readonly #engine: WatchContext
  readonly #serial: SerialQueue
  readonly #signal: AbortSignal
  /** How often each was tried. */
  readonly #unread = new Map<KnownFile, number>()
  #reading: Promise<void> | null = null

  constructor(id: string, engine: WatchContext, serial: SerialQueue, signal: AbortSignal) {
    this.#id = id
    this.#engine = engine
    this.#serial = serial
    this.#signal = signal
    for (const file of engine.store.watches.known(id)) if (file.sha256 === null) this.#unread.set(file, 0)
  }

  /** Another file that is left alone from now on. */
  add(file: KnownFile): void {
    this.#engine.store.watches.remember(this.#id, file)
    this.#unread.set(file, 0)
  }

  /** Goes on with what lies there now, unless that is under way. */
  goOn(folder: string, there: Listing): void {
    if (this.#reading || this.#unread.size === 0) return
    this.#reading = this.#readAll(folder, there)
      // It is a memory: what is not read now is read at the next look.
      .catch(() => undefined)
      .finally(() => {
        this.#reading = null
      })
  }

  async #readAll(folder: string, there: Listing): Promise<void> {
    for (const [known, tries] of this.#unread) {
      const same = there.find(known)
      if (same === null || tries >= mostTries) continue
      await this.#serial.run(async () => {
        if (this.#signal.aborted) return
        const beganMs = performance.now()
        if (await this.#isDone(known, folder, same).catch(() => false)) this.#unread.delete(known)
        else this.#unread.set(known, tries + 1)
        const restMs = Math.max(leastRestMs, performance.now() - beganMs)
        await wait(restMs, undefined, { signal: this.#signal, ref: false })
      })
    }
  }

  async #isDone(known: KnownFile, folder: string, same: WatchedFile): Promise<boolean> {
    const { images, store } = this.#engine
    const signal = this.#signal
    const { problem, isPassing } = await images.inspect(same.path, { priority: 'bulk', signal })
    // Films of many gigabytes lie in such folders too. What is no picture is not ordered under any name.
    if (problem !== null) return !isPassing
    const { sha256, stat } = await images.folders.read(folder, same.name, signal)
    if (stat !== same.stat || signal.aborted) return false
    store.watches.remember(this.#id, { ...known, sha256 })
    return true
  }

  /** After its signal. */
  async close(): Promise<void> {
    await this.#reading
  }
}
