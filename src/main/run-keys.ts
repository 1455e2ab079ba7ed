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

  /** What an engine for that service is started with. */
  optionOf(service: string): { sessionKeys?: SessionKeys } {
    const sessionKeys = this.#held.get(service)
    return sessionKeys === undefined ? {} : { sessionKeys }
  }
}
