import type { KeyBooks } from './key-books.ts'
import type { Keychain } from './keychain.ts'

/** A key that was replaced or forgotten while requests of it were open. */
interface HeldKey {
  key: string
  where: 'keychain' | 'session'
  /** The service has refused it in this run: it is not used on until a person looks again. */
  isRefused: boolean
}

/**
 * Old keys, held for their own open requests: a Skill's receipt can be read with no other key (§4.15, A35). They look and
 * poll, and nothing is ever sent with them. Each has an entry of its own in the keychain, under the service's origin and
 * the key's fingerprint, and goes when its last request has ended.
 */
export class HeldKeys {
  readonly #account: string
  readonly #books: KeyBooks
  readonly #keys = new Map<string, HeldKey>()

  constructor(account: string, books: KeyBooks) {
    this.#account = account
    this.#books = books
  }

  /**
   * Reads those that this home holds, and removes the entries that nothing is open for any more.
   * @param set fingerprint of the key that is set; it needs no second entry
   */
  load(keychain: Keychain, set: string | null, fingerprintOf: (key: string) => string): void {
    const open = this.#books.open()
    for (const fingerprint of new Set([...this.#books.held(), ...open.keys()])) {
      const key = this.#read(keychain, fingerprint)
      if (key === null || fingerprintOf(key) !== fingerprint) continue
      if (fingerprint === set || !open.has(fingerprint)) this.#remove(keychain, fingerprint)
      else this.#keys.set(fingerprint, { key, where: 'keychain', isRefused: false })
    }
  }

  /**
   * Holds a key. Written down before the entry is made, so that none is ever left behind.
   * @param keychain null: in memory only
   */
  hold(fingerprint: string, key: string, keychain: Keychain | null): 'keychain' | 'session' {
    const held: HeldKey = { key, where: keychain ? 'keychain' : 'session', isRefused: false }
    this.#keys.set(fingerprint, held)
    if (keychain) this.#note(fingerprint, true)
    try {
      keychain?.write(this.#entry(fingerprint), key)
    } catch {
      held.where = 'session'
    }
    return held.where
  }

  /** For looking at requests of this very key; null where it is not held, or the service has refused it. */
  forLooking(fingerprint: string): string | null {
    const held = this.#keys.get(fingerprint)
    return held && !held.isRefused ? held.key : null
  }

  refused(fingerprint: string): void {
    const held = this.#keys.get(fingerprint)
    if (held) held.isRefused = true
  }

  /** A person looks again: a refusal may have been a passing one. */
  tryAgain(): void {
    for (const held of this.#keys.values()) held.isRefused = false
  }

  has(fingerprint: string): boolean {
    return this.#keys.has(fingerprint)
  }

  /** Lets go of those for which nothing is open; returns whether there were any. */
  tidy(keychain: Keychain | null): boolean {
    const open = this.#books.open()
    const idle = [...this.#keys.keys()].filter((fingerprint) => !open.has(fingerprint))
    for (const fingerprint of idle) this.drop(fingerprint, keychain)
    return idle.length > 0
  }

  drop(fingerprint: string, keychain: Keychain | null): void {
    this.#keys.delete(fingerprint)
    if (keychain) this.#remove(keychain, fingerprint)
  }

  /** All at once, those too that this program has not read. */
  dropAll(keychain: Keychain | null): void {
    const all = new Set([...this.#keys.keys(), ...this.#books.held(), ...this.#books.open().keys()])
    for (const fingerprint of all) this.drop(fingerprint, keychain)
  }

  all(): string[] {
    return [...this.#keys.values()].map(({ key }) => key)
  }

  /** Those that no keychain has. */
  inMemory(): string[] {
    return [...this.#keys.values()].filter(({ where }) => where === 'session').map(({ key }) => key)
  }

  list(): { fingerprint: string; where: HeldKey['where']; isRefused: boolean }[] {
    return [...this.#keys].map(([fingerprint, { where, isRefused }]) => ({ fingerprint, where, isRefused }))
  }

  /** Added to what stands there or taken from it: another program may have written beside this one. */
  #note(fingerprint: string, isHeld: boolean): void {
    const noted = this.#books.held()
    if (noted.includes(fingerprint) === isHeld) return
    this.#books.setHeld(isHeld ? [...noted, fingerprint] : noted.filter((other) => other !== fingerprint))
  }

  #entry(fingerprint: string): string {
    return `${this.#account} ${fingerprint}`
  }

  #read(keychain: Keychain, fingerprint: string): string | null {
    try {
      return keychain.read(this.#entry(fingerprint))
    } catch {
      return null
    }
  }

  #remove(keychain: Keychain, fingerprint: string): void {
    try {
      keychain.remove(this.#entry(fingerprint))
    } catch {
      // There was none.
    }
    this.#note(fingerprint, false)
  }
}
