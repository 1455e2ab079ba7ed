import { practiceOrigin } from '../engine/remote/address.ts'

/**
 * The key that the environment gave. It does not say which service it is of: it is taken to be the first one's that is
 * worked with in this run, and no other service is ever shown it. Practice has a key of its own.
 */
export class EnvironmentKey {
  readonly #key: string | null
  #service: string | null = null

  /** @param key null where none was given */
  constructor(key: string | null) {
    this.#key = key
  }

  /** This service is worked with from now on. Only the first one counts. */
  bind(service: string): void {
    if (service !== practiceOrigin) this.#service ??= service
  }

  /** The key where it is this service's, by its very address; null else. */
  of(service: string): string | null {
    return service === this.#service ? this.#key : null
  }

  /** Whether it is this service's, or would be if that were the first one. */
  isFor(service: string): boolean {
    return this.#key !== null && service === (this.#service ?? service)
  }
}
