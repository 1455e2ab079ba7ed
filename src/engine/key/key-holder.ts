import type { KeyStatus } from '../../contract/app.ts'
import { fingerprintOf } from './fingerprint.ts'
import { HeldKeys } from './held-keys.ts'
import { emptyBooks, type KeyBooks, type OpenRequests } from './key-books.ts'
import { environmentKeyIn, KeyFormError, keyIn } from './key-form.ts'
import { type Handover, otherWords, shown } from './key-words.ts'
import { type Keychain, type KeychainState, openKeychain } from './keychain.ts'

interface Held {
  key: string
  where: 'keychain' | 'session' | 'environment' | 'practice'
}

/** What the service said of a key before it was kept. */
export interface KeyCheck {
  result: 'accepted' | 'unchecked'
  words: string
}

/** Held in memory alone: what an engine leaves for the next one of its service in the same run. */
export interface SessionKeys {
  key: string | null
  /** Replaced, and held for open requests. */
  old: string[]
}

interface KeyHolderOptions {
  books?: KeyBooks
  /** What an engine before this one left. */
  session?: SessionKeys
  /** Known from engines before this one, also of other services: never used, and refused in texts as its own are. */
  others?: readonly string[]
  /** The system's keychain, and nothing else outside the tests. */
  keychain?: () => Promise<KeychainState>
  /** Told when a key was set or forgotten. */
  onChange?: () => void
}

/**
 * Holds the key of one service in memory, from the keychain or for this session only, and beside it those that were
 * replaced while requests of theirs are open. Nothing but the requests' bearer and the fingerprint ever comes out.
 */
export class KeyHolder {
  readonly #account: string
  readonly #salt: string
  readonly #books: KeyBooks
  readonly #open: () => Promise<KeychainState>
  readonly #old: HeldKeys
  readonly #onChange: () => void
  #held: Held | null = null
  #keychain: KeychainState | null = null
  #loading: Promise<void> | null = null
  #isLoaded = false
  /** Why the key of the environment cannot be used; no other one is taken in its place. */
  #unusable: string | null = null
  #check: (KeyCheck & { key: string }) | null = null
  #fingerprint: { key: string; value: string } | null = null
  readonly #others: Set<string>

  /** @param account the service's origin: a new address means a new key */
  constructor(
    account: string,
    salt: string,
    {
      books = emptyBooks,
      session,
      others = [],
      keychain = openKeychain,
      onChange = () => undefined,
    }: KeyHolderOptions = {},
  ) {
    this.#account = account
    this.#salt = salt
    this.#books = books
    this.#open = keychain
    this.#old = new HeldKeys(account, books)
    this.#onChange = onChange
    this.#others = new Set(others)
    if (session?.key) this.#held = { key: session.key, where: 'session' }
    for (const key of session?.old ?? []) this.#old.hold(this.#fingerprintOf(key), key, null)
  }

  /** What would be lost with this engine, though it may be held until Printroom closes. */
  get sessionKeys(): SessionKeys {
    return { key: this.#held?.where === 'session' ? this.#held.key : null, old: this.#old.inMemory() }
  }

  /** In use, or held for open requests. */
  get own(): string[] {
    return [...(this.key === null ? [] : [this.key]), ...this.#old.all()]
  }

  /** What stands in no text: its own, and all others that were known in this run. */
  get known(): string[] {
    return [...new Set([...this.own, ...this.#others])]
  }

  /** Another key came to be. It is not used until somebody sets it. */
  made(key: string): void {
    this.#others.add(key)
  }

  /** Whether there may be a key, here or that something open hangs on. Until the keychain is read nobody knows. */
  get mayHold(): boolean {
    return !this.#isLoaded || this.#place().where !== 'none' || this.#books.open().size > 0
  }

  /**
   * For practice and for machines without a keychain: the key is handed in and never stored. What the environment gives
   * must have the form of a key (O51); else there is none, and the status says why.
   */
  hold(text: string, where: 'environment' | 'practice'): void {
    this.#unusable = null
    this.#held = null
    try {
      this.#held = { key: where === 'practice' ? text : environmentKeyIn(text), where }
    } catch (error) {
      if (!(error instanceof KeyFormError)) throw error
      this.#unusable = error.message
    }
  }

  /** Reads the keychain, once. Never throws: what is wrong is in the status. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#isLoaded = true
    })
    return this.#loading
  }

  async #load(): Promise<void> {
    if ((this.#held !== null && this.#held.where !== 'session') || this.#unusable !== null) return
    const keychain = await this.#openKeychain()
    if (keychain === null) return
    try {
      // One that was handed over was set after whatever the keychain has.
      const key = this.#held === null ? keychain.read(this.#account) : null
      if (key !== null) this.#held = { key, where: 'keychain' }
    } catch {
      this.#keychain = {
        state: 'unavailable',
        unreadable: true,
        message:
          'The keychain holds a key for this service and does not give it out. Unlock it and start Printroom again.',
      }
      return
    }
    this.#old.load(keychain, this.fingerprint, (key) => this.#fingerprintOf(key))
  }

  /**
   * Reads the keychain once more: another program may have set a key since, or forgotten it. What the environment or
   * practice gave, or what is held for this session only, is not replaced.
   * @returns whether another key is in use now
   */
  async readAnew(): Promise<boolean> {
    await this.load()
    const isFromKeychain = this.#held === null ? this.#unusable === null : this.#held.where === 'keychain'
    if (!isFromKeychain || this.#keychain?.state !== 'ready') return false
    const { keychain } = this.#keychain
    const stored = this.#stored(keychain)
    if (stored === this.key || (stored === null && !(await this.#isForgotten()))) return false
    this.#held = stored === null ? null : { key: stored, where: 'keychain' }
    this.#old.load(keychain, this.fingerprint, (key) => this.#fingerprintOf(key))
    return true
  }

  /** A keychain that does not answer gives nothing too: it must keep what is written to it before that is believed. */
  async #isForgotten(): Promise<boolean> {
    const again = await this.#open()
    return again.state === 'ready' && this.#stored(again.keychain) === null
  }

  async #openKeychain(): Promise<Keychain | null> {
    this.#keychain ??= await this.#open()
    return this.#keychain.state === 'ready' ? this.#keychain.keychain : null
  }

  get #keychainNow(): Keychain | null {
    return this.#keychain?.state === 'ready' ? this.#keychain.keychain : null
  }

  get key(): string | null {
    return this.#held?.key ?? null
  }

  get fingerprint(): string | null {
    return this.key === null ? null : this.#fingerprintOf(this.key)
  }

  /** Kept for the last key asked for: it takes tens of milliseconds. */
  #fingerprintOf(key: string): string {
    if (this.#fingerprint?.key === key) return this.#fingerprint.value
    const value = fingerprintOf(key, this.#salt)
    if (key === this.key) this.#fingerprint = { key, value }
    return value
  }

  /** The open requests of the key that is set; null where there is none of either. */
  get openNow(): ({ fingerprint: string } & OpenRequests) | null {
    const fingerprint = this.fingerprint
    const requests = fingerprint === null ? undefined : this.#books.open().get(fingerprint)
    return fingerprint === null || requests === undefined ? null : { fingerprint, ...requests }
  }

  /** An old key, for looking at requests of its own and nothing else (A35). */
  forLooking(fingerprint: string): string | null {
    return this.#old.forLooking(fingerprint)
  }

  /** The service has refused an old key: it is not used on. */
  refused(fingerprint: string): void {
    this.#old.refused(fingerprint)
  }

  tryOldKeysAgain(): void {
    this.#old.tryAgain()
  }

  /** A request of this key has ended. Returns whether its key was let go of with it. */
  ended(fingerprint: string | null): boolean {
    return fingerprint !== null && this.#old.has(fingerprint) && this.#old.tidy(this.#keychainNow)
  }

  /**
   * Sets a key. The one before stays held for its open requests, written to its own entry before it is overwritten.
   * @param check what the service said of the key, where it was asked
   * @returns what became of the keys that it replaced, where requests of theirs are open
   * @throws KeyFormError with a sentence when it is no key
   */
  async set(text: string, check: KeyCheck | null = null): Promise<Handover[]> {
    const key = keyIn(text)
    await this.load()
    const keychain = await this.#openKeychain()
    const handovers = this.#handOver(keychain, key)
    this.#unusable = null
    this.#check = check && { ...check, key }
    this.#held = { key, where: this.#write(keychain, key) ? 'keychain' : 'session' }
    // It may be one that was held: it is whole again.
    if (this.fingerprint !== null) this.#old.drop(this.fingerprint, keychain)
    this.#onChange()
    return handovers
  }

  #write(keychain: Keychain | null, key: string): boolean {
    if (keychain === null) return false
    try {
      keychain.write(this.#account, key)
      return true
    } catch {
      this.#keychain = {
        state: 'unavailable',
        unreadable: false,
        message:
          'The keychain did not take the key, so it is held only until Printroom closes, and never written to a file.',
      }
      return false
    }
  }

  /**
   * Forgets the key that is set. It stays held for its open requests.
   * @param all drops it and every other one at once, whatever is open
   * @returns what became of it, and of the others with `all`, where requests of theirs are open
   */
  async clear(all = false): Promise<Handover[]> {
    await this.load()
    const keychain = await this.#openKeychain()
    const handovers = all ? this.#dropped() : this.#handOver(keychain, null)
    if (all) this.#old.dropAll(keychain)
    try {
      keychain?.remove(this.#account)
    } catch {
      // There was none.
    }
    this.#held = null
    this.#onChange()
    return handovers
  }

  #dropped(): Handover[] {
    const open = this.#books.open()
    const here = new Set(this.#old.list().map(({ fingerprint }) => fingerprint))
    return [...open]
      .filter(([fingerprint]) => fingerprint === this.fingerprint || here.has(fingerprint))
      .map(([fingerprint, requests]) => ({ fingerprint, ...requests, where: 'nowhere' }))
  }

  /** Another program may have set one meanwhile: what the keychain has and what this program uses are both replaced. */
  #handOver(keychain: Keychain | null, next: string | null): Handover[] {
    const open = this.#books.open()
    const stored = this.#stored(keychain)
    const replaced = new Set([this.key, stored].filter((key) => key !== null && key !== next))
    return [...replaced].flatMap((key) => {
      if (key === null) return []
      const fingerprint = this.#fingerprintOf(key)
      const requests = open.get(fingerprint)
      if (!requests) return []
      // What the environment gave is never stored.
      const isKept = key === stored || this.#held?.where === 'keychain'
      return [{ fingerprint, ...requests, where: this.#old.hold(fingerprint, key, isKept ? keychain : null) }]
    })
  }

  /** Whether there is a key for a service: the one that is in use, or another service's in the keychain. Never throws. */
  async holdsKeyOf(account: string): Promise<boolean> {
    await this.load()
    if (account === this.#account && this.#held !== null) return true
    return this.#stored(await this.#openKeychain(), account) !== null
  }

  #stored(keychain: Keychain | null, account = this.#account): string | null {
    try {
      return keychain?.read(account) ?? null
    } catch {
      return null
    }
  }

  status(): KeyStatus {
    const open = this.#isLoaded || this.#held ? this.#books.open() : new Map<string, OpenRequests>()
    const fingerprint = this.fingerprint
    const checked = this.#check?.key === this.key ? this.#check : null
    const { where, words: message } = this.#place()
    return {
      where,
      fingerprint: fingerprint === null ? null : shown(fingerprint),
      words: checked ? `${message} ${checked.words}` : message,
      checked: checked?.result ?? null,
      open: (fingerprint === null ? undefined : open.get(fingerprint)?.open) ?? 0,
      others: this.#othersOf(open),
    }
  }

  #othersOf(open: Map<string, OpenRequests>): KeyStatus['others'] {
    const here = new Map(this.#old.list().map((held) => [held.fingerprint, held]))
    return [...open]
      .filter(([fingerprint]) => fingerprint !== this.fingerprint)
      .map(([fingerprint, requests]) => {
        const { where = 'nowhere' as const, isRefused = false } = here.get(fingerprint) ?? {}
        const message = otherWords({ fingerprint, ...requests, where, isRefused })
        return { fingerprint: shown(fingerprint), open: requests.open, where, isRefused, words: message }
      })
  }

  #place(): Pick<KeyStatus, 'where' | 'words'> {
    const keychain = this.#keychain
    switch (this.#held?.where) {
      case 'keychain':
        return { where: 'keychain', words: 'Kept in this computer’s keychain, never in a file.' }
      case 'environment':
        return { where: 'environment', words: 'Given by the environment for this run, and not stored.' }
      case 'practice':
        return { where: 'practice', words: 'Practice gives its own key. It is worth nothing anywhere else.' }
      case 'session':
        return {
          where: 'session',
          words:
            keychain?.state === 'unavailable'
              ? keychain.message
              : 'Held only until Printroom closes, and never written to a file.',
        }
      default:
        if (this.#unusable !== null) return { where: 'none', words: `No key is set. ${this.#unusable}` }
        if (keychain?.state === 'unavailable')
          return { where: keychain.unreadable ? 'unreadable' : 'none', words: `No key is set. ${keychain.message}` }
        return {
          where: 'none',
          words: 'No key is set. It will be kept in this computer’s keychain, never in a file.',
        }
    }
  }
}
