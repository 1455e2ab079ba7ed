import { z } from 'zod'
import { hostOf } from '../../domain/form/host.ts'
import type { DurableSettings } from '../store/durable-settings.ts'

const kept = z.array(z.string())

/** More than any person has allowed one by one. */
const mostHosts = 100

/**
 * Hosts that results of one service may be fetched from though they lie inside a private network: the service's own, which
 * has the key, and those that a person has named. Read from the store each time, where any program may write.
 */
export class AllowedHosts {
  readonly #settings: DurableSettings
  readonly #origin: string
  /** The service's own host; null for practice. */
  readonly own: string | null

  /** @param origin the service's base address, or practice's word */
  constructor(settings: DurableSettings, origin: string) {
    this.#settings = settings
    this.#origin = origin
    this.own = hostOf(URL.parse(origin)?.hostname ?? '')
  }

  /** @param host as `hostOf` has it */
  mayBeInside(host: string): boolean {
    return host === this.own || this.list().includes(host)
  }

  /** Those that were named, in the order of their names. */
  list(): string[] {
    return listed(this.#settings.hosts(this.#origin))
  }

  /** @returns false where there are as many already as are kept */
  allow(host: string): boolean {
    return this.#change((now) => (now.includes(host) || now.length >= mostHosts ? now : [...now, host])).includes(host)
  }

  forget(host: string): void {
    this.#change((now) => now.filter((one) => one !== host))
  }

  #change(change: (now: string[]) => string[]): string[] {
    this.#settings.changeHosts(this.#origin, (text) => JSON.stringify(change(listed(text)).sort()))
    return this.list()
  }
}

/** What cannot be read allows nothing. */
function listed(text: string | null): string[] {
  try {
    return kept.parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}
