import { practiceOrigin, readServiceAddress } from '../remote/address.ts'

/**
 * The key that the environment gave, and the one service that was named beside it by whoever gave it. A key does not say
 * which service it is of: what stands in the settings, where the window wrote it, could be anybody's address, and practice
 * has a key of its own. So no other service is ever shown it.
 */
export class EnvironmentKey {
  readonly #key: string | null
  readonly #service: string | null

  /**
   * @param key `PRINTROOM_API_KEY`; null where none was given
   * @param named the service's address as it stands beside the key; null where none is named
   */
  constructor(key: string | null, named: string | null) {
    this.#key = key
    this.#service = baseOf(named)
  }

  /** The key where it is this service's, by its very address; null else. */
  of(service: string): string | null {
    return service === this.#service ? this.#key : null
  }

  /** Why this service is not shown it, as a sentence; null where it is, where none was given, and for practice. */
  unused(service: string): string | null {
    if (this.#key === null || service === this.#service || service === practiceOrigin) return null
    if (this.#service !== null)
      return `PRINTROOM_API_KEY is not used: it was given for ${this.#service}, and is shown to no other service.`
    return 'PRINTROOM_API_KEY is not used: nothing says which service it is of. Set PRINTROOM_SERVICE to that service’s address, beside it.'
  }
}

/**
 * What the terminal was told: its own option names the key's service only where the environment, from which the key is,
 * names none. That of another address is another account's.
 * @param environment `PRINTROOM_SERVICE`
 * @param option `--service`
 */
export const namedBeside = (environment: string | undefined, option: string | undefined): string | null =>
  environment && environment !== practiceOrigin ? environment : (option ?? null)

/** Null also for an address that may not be used: what was given for that is for no other one. */
function baseOf(named: string | null): string | null {
  if (named === null) return null
  const read = readServiceAddress(named)
  return 'problem' in read ? null : read.base
}
