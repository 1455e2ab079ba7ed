import type { KeyStatus } from '../contract/app.ts'
import type { SessionKeys } from '../engine/key/key-holder.ts'
import type { Ended } from './thread-messages.ts'

/**
 * Keys over all engines of this run, by service: a key that is held until Printroom closes outlives the engine that was
 * given it, and none is the first one because an engine ended. In memory alone.
 */
export class RunKeys {
  readonly #held = new Map<string, SessionKeys>()
  readonly #had = new Set<string>()
  readonly #known = new Map<string, string[]>()
  /** By key: the service that made it. */
  readonly #made = new Map<string, string>()

  /** @param left null where the engine did not say: there may have been one */
  ended(service: string | null, left: Ended | null): void {
    if (service === null) return
    if (left === null || left.mayHaveKey) this.#had.add(service)
    const { key, old } = left?.sessionKeys ?? { key: null, old: [] }
    if (key === null && old.length === 0) this.#held.delete(service)
    else this.#held.set(service, { key, old })
  }

  saw(service: string | null, { where, others }: KeyStatus): void {
    if (service !== null && (where !== 'none' || others.length > 0)) this.#had.add(service)
  }

  had(service: string | null): boolean {
    return service !== null && this.#had.has(service)
  }

  /** Whether an engine for that service would be handed a key. */
  holds(service: string): boolean {
    return (this.#held.get(service)?.key ?? null) !== null
  }

  /** What the engine of a service has now. */
  has(service: string, keys: string[]): void {
    this.#known.set(service, keys)
  }

  /** One that somebody made, and may have anywhere. */
  made(key: string, service: string): void {
    this.#made.set(key, service)
  }

  /** Whether it is one of another service than that one. */
  isOfAnother(key: string, service: string | null): boolean {
    const given = key.trim()
    const isHere =
      service !== null && (this.#known.get(service)?.includes(given) === true || this.#made.get(given) === service)
    return !isHere && this.#all.includes(given)
  }

  get #all(): string[] {
    return [...[...this.#known.values()].flat(), ...this.#made.keys()]
  }

  /** What an engine for that service is started with. */
  optionOf(service: string): { sessionKeys?: SessionKeys; otherKeys: string[] } {
    const sessionKeys = this.#held.get(service)
    return { otherKeys: this.#all, ...(sessionKeys === undefined ? {} : { sessionKeys }) }
  }
}
