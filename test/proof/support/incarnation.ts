import { AsyncLocalStorage } from 'node:async_hooks'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { isEndState } from '../../../src/domain/request/states.ts'
import { stateOf } from '../../../src/domain/request/words.ts'
import { engineCalls } from '../../../src/engine/api/calls.ts'
import type { EngineCalls } from '../../../src/engine/api/engine-calls.ts'
import type { EngineOptions } from '../../../src/engine/assembly/options.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { type Point, watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { openEngine } from '../../support/open-engine.ts'

/** What a point is told: it may throw, and then the call at that point did not happen, or its process is dead. */
export type Watch = (point: Point, side: 'before' | 'after') => void

const current = new AsyncLocalStorage<Watch>()

/** Many engines run in one process; each hears only of its own points, since its timers and promises carry its watch. */
watchPoints((point, side) => current.getStore()?.(point, side))

export const watchedBy = <T>(watch: Watch, act: () => T): T => current.run(watch, act)

/** The process of the engine is gone: nothing that it still tries does anything any more. */
class Crash extends Error {
  override name = 'Crash'
}

/** Where to die: at the n-th reach (from 0) of a side of a point. */
export interface Moment {
  side: string
  nth: number
}

/** A watch that crashes at a moment, and stays dead; `null` only counts. */
export class CrashPlan {
  readonly reached: string[] = []
  readonly #at: Moment | null
  readonly #died = Promise.withResolvers<void>()
  #left: number
  #isClosing = false
  isDead = false

  constructor(at: Moment | null) {
    this.#at = at
    this.#left = at?.nth ?? 0
  }

  get died(): Promise<void> {
    return this.#died.promise
  }

  /** The claim of a dead process is taken over by the next one; here it gives it back, to save that wait. */
  closing(): void {
    this.#isClosing = true
  }

  readonly watch: Watch = (point, side) => {
    if (this.#isClosing && point === 'claim commit') return
    if (this.isDead) throw new Crash(`dead at ${point}`)
    const here = `${point}, ${side}`
    this.reached.push(here)
    if (here !== this.#at?.side) return
    this.#left -= 1
    if (this.#left >= 0) return
    this.isDead = true
    this.#died.resolve()
    throw new Crash(`crashed at ${here}`)
  }
}

export interface Incarnation {
  engine: Engine
  calls: EngineCalls
}

/** The whole engine over a home, against a service on loopback. */
export async function incarnate(
  home: string,
  service: { url: string; key: string },
  changes: Partial<EngineOptions> = {},
): Promise<Incarnation> {
  const engine = await openEngine(home, service, changes)
  return { engine, calls: engineCalls(engine) }
}

/** Resolves when no request is open any more and nothing is owed; rejects when one asks a person, or after a while. */
export function allDone({ engine }: Incarnation, signal?: AbortSignal, limitMs = 60_000): Promise<void> {
  return new Promise((resolve, reject) => {
    const isDone = () => engine.store.receipts.list({ origin: engine.origin, open: true }).every(isHome)
    const end = (act: () => void) => {
      clearTimeout(limit)
      signal?.removeEventListener('abort', abort)
      stop()
      act()
    }
    const look = () => {
      try {
        if (isDone()) end(resolve)
      } catch (error) {
        end(() => reject(error))
      }
    }
    const stop = engine.listen('requestChanged', (view) => {
      if (view.decision !== null) end(() => reject(new Error(`it asks: ${view.decision?.question}`)))
      else look()
    })
    const limit = setTimeout(() => {
      const open = engine.store.receipts.list({ origin: engine.origin, open: true })
      const words = open.map(({ phase, next, error }) => `${phase} ${error ?? ''} ${JSON.stringify(next)}`).join('; ')
      end(() => reject(new Error(`not done in ${limitMs} ms: ${words}`)))
    }, limitMs)
    const abort = () => end(() => reject(new Error('given up')))
    signal?.addEventListener('abort', abort)
    look()
  })
}

/** An ended request may stay open while the service's word on its credits is awaited (A10). */
const isHome = (receipt: Receipt): boolean => isEndState(stateOf(receipt, null)) && receipt.owed.length === 0
