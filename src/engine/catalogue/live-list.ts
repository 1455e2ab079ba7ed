import type { Json } from '../../domain/json.ts'
import { isReadableList } from '../remote/answer-limits.ts'
import type { Service } from '../remote/service.ts'
import type { KeyValueStore } from '../store/key-value-store.ts'

export interface LiveListOptions<T> {
  service: Service
  keyValues: KeyValueStore
  origin: string
  /** Name of the cache entry, and the path it is read from. */
  name: string
  path: string
  /** How long a copy counts as fresh (service.md §8, "Caching"). */
  freshMs: number
  /** How long past that the old copy may be shown while a new one is fetched. */
  revalidateMs?: number
  /** Null where the body is not what it should be; such an answer is an error and is not cached. */
  read: (body: Json) => T | null
  now: () => number
  /** Runs on whatever the clock is set to. Default: since this program began. */
  monotonicMs?: () => number
}

export interface ListState<T> {
  value: T | null
  readAtMs: number | null
  /** Past its time, or the service did not answer: show it with its age. */
  stale: boolean
  problem: string | null
}

/** A moment by the wall clock, how long ago it was when this program met it, and when that was by the other clock. */
interface Met {
  atMs: number
  wasOldMs: number
  monotonicMs: number
}

/** Copies of one list that orders which wait may still name. */
const metKept = 100

/** A public list of the service with its cached copy: the models, the Skills. The copy serves offline, marked with its age. */
export class LiveList<T> {
  readonly #options: LiveListOptions<T>
  #underWay: Promise<ListState<T>> | null = null
  #lastLook: { met: Met; state: ListState<T> } | null = null
  /** When the copies that were kept were met by this program, the last ones. */
  readonly #met = new Map<number, Met>()
  /** Null in it: nothing could be read of it, and nobody reads it again. */
  #parsed: { value: T | null; readMs: number } | null = null
  /** Read, and not taken by the disk, with the copy that was there then: what is paid next is held against it all the same. */
  #unkept: { value: T; readMs: number; insteadOfMs: number | null } | null = null

  constructor(options: LiveListOptions<T>) {
    this.#options = options
  }

  /** What is known without asking anybody; of another program too, which may have read it later than this one. */
  kept(): ListState<T> {
    const { keyValues, origin, name } = this.#options
    const readMs = keyValues.cachedAt(origin, name)
    // Since then another program has read it, and the disk took that.
    if (this.#unkept !== null && this.#unkept.insteadOfMs !== readMs) this.#unkept = null
    if (this.#unkept !== null) return this.#stateOf(this.#unkept)
    if (readMs !== null && this.#parsed?.readMs !== readMs) this.#parsed = this.#parse(readMs)
    if (readMs !== null && !this.#met.has(readMs)) this.#meet(this.#metNow(readMs))
    const value = this.#parsed?.value ?? null
    if (readMs === null || this.#parsed === null || value === null)
      return { value: null, readAtMs: null, stale: true, problem: null }
    return this.#stateOf({ value, readMs: this.#parsed.readMs })
  }

  #stateOf({ value, readMs }: { value: T; readMs: number }): ListState<T> {
    const age = this.ageOf(readMs)
    return { value, readAtMs: readMs, stale: age < 0 || age > this.#options.freshMs, problem: null }
  }

  /** Each paid request asks for its price: a list is parsed once and not for each of a batch. */
  #parse(readMs: number): { value: T | null; readMs: number } {
    const { keyValues, origin, name, read } = this.#options
    const cached = keyValues.cached(origin, name, isReadableList)
    return { value: cached && read(cached.value), readMs: cached?.readMs ?? readMs }
  }

  /**
   * How old a copy is by both clocks: a wall clock that was set back does not make it younger. Negative where that clock went
   * to before it was read, so that nobody can tell.
   */
  ageOf(readMs: number): number {
    const met = this.#met.get(readMs)
    return met ? this.#sinceMet(met) : this.#options.now() - readMs
  }

  /**
   * When it was looked at past the cache, and how long ago that is; null: not by this program. A copy is as old as the question
   * for it; a look that failed counts from its end, since it says nothing that could be old.
   */
  lastLook(): { atMs: number; ageMs: number } | null {
    const look = this.#lastLook
    return look && { atMs: look.met.atMs, ageMs: this.#sinceMet(look.met) }
  }

  #sinceMet({ atMs, wasOldMs, monotonicMs }: Met): number {
    const byWall = this.#options.now() - atMs
    return byWall < 0 ? byWall : Math.max(byWall, wasOldMs + this.#monotonicMs() - monotonicMs)
  }

  #meet(met: Met): void {
    const [oldest] = this.#met.keys()
    if (oldest !== undefined && this.#met.size >= metKept) this.#met.delete(oldest)
    this.#met.set(met.atMs, met)
  }

  #metNow(atMs: number): Met {
    return { atMs, wasOldMs: Math.max(0, this.#options.now() - atMs), monotonicMs: this.#monotonicMs() }
  }

  #monotonicMs(): number {
    return this.#options.monotonicMs?.() ?? performance.now()
  }

  /** Fresh from the cache within its time, else from the service; the old copy where the service does not answer. */
  async get(options: { fresh?: boolean | undefined } = {}): Promise<ListState<T>> {
    const kept = this.kept()
    if (!options.fresh && kept.value !== null && (!kept.stale || this.#mayRevalidate(kept))) {
      // The next one who asks has the new copy; nobody waits for it, and its failure is told to the next one too.
      if (kept.stale) void this.#ask().catch(() => undefined)
      return kept
    }
    return this.#ask()
  }

  /** Past its time, but not by much: shown as it is, marked with its age, while a new copy is on its way (§8). */
  #mayRevalidate({ readAtMs }: ListState<T>): boolean {
    const { freshMs, revalidateMs = 0 } = this.#options
    const age = this.ageOf(readAtMs ?? 0)
    return age >= 0 && age <= freshMs + revalidateMs
  }

  #ask(): Promise<ListState<T>> {
    this.#underWay ??= this.#fetch().finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  /** Past the cache, unless the last look, well or ill, is young enough: many may ask, and the service is asked once. */
  async look(isYoung: (look: { atMs: number; ageMs: number }) => boolean): Promise<ListState<T>> {
    const last = this.lastLook()
    if (this.#lastLook !== null && last !== null && isYoung(last)) return this.#lastLook.state
    const state = await this.get({ fresh: true })
    const asked = state.problem === null && state.readAtMs !== null ? this.#met.get(state.readAtMs) : undefined
    this.#lastLook = { met: asked ?? this.#metNow(this.#options.now()), state }
    return state
  }

  async #fetch(): Promise<ListState<T>> {
    const { service, keyValues, origin, name, path, read, now } = this.#options
    // As old as the question: the answer may have been long on its way, or have lain unread while the computer slept.
    const asked = this.#metNow(Math.trunc(now()))
    const outcome = await service.readPublic(path)
    const failed = (problem: string): ListState<T> => ({ ...this.kept(), stale: true, problem })
    if (outcome.type === 'failed') return failed(outcome.reason)
    const value = read(outcome.body)
    if (value === null) return failed('The service’s answer could not be read.')
    const readMs = asked.atMs
    this.#meet(asked)
    this.#unkept = { value, readMs, insteadOfMs: keyValues.cachedAt(origin, name) }
    keyValues.cache(origin, name, outcome.body, readMs)
    this.#unkept = null
    return { value, readAtMs: readMs, stale: false, problem: null }
  }
}
