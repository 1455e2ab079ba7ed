import type { KeyStatus } from '../../contract/views.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type KeychainState, openKeychain } from './keychain.ts'

/**
 * The form of §5: the prefix and 32 characters. The alphabet is not shown, so any counts that can stand in a header:
 * not the dots of a masked key.
 */
const keyForm = /^svc_sk_[!-~]{32}$/

export class KeyFormError extends Error {
  override name = 'KeyFormError'
}

interface Held {
  key: string
  where: 'keychain' | 'session' | 'environment' | 'practice'
}

/**
 * Holds the key of one service in memory, from the keychain or for this session only. Nothing but the requests' bearer
 * and the fingerprint ever comes out.
 */
export class KeyHolder {
  readonly #account: string
  readonly #salt: string
  #held: Held | null = null
  #keychain: KeychainState | null = null
  #fingerprint: { key: string; value: string } | null = null

  /** @param account the service's origin: a new address means a new key */
  constructor(account: string, salt: string) {
    this.#account = account
    this.#salt = salt
  }

  /** For practice and for machines without a keychain: the key is handed in and never stored. */
  hold(key: string, where: 'environment' | 'practice'): void {
    this.#held = { key, where }
  }

  /** Reads the keychain, once. Never throws: what is wrong is in the status. */
  async load(): Promise<void> {
    if (this.#held !== null || this.#keychain !== null) return
    this.#keychain = await openKeychain()
    if (this.#keychain.state !== 'ready') return
    try {
      const key = this.#keychain.keychain.read(this.#account)
      if (key !== null) this.#held = { key, where: 'keychain' }
    } catch {
      this.#keychain = {
        state: 'unavailable',
        unreadable: true,
        words:
          'The keychain holds a key for this service and does not give it out. Unlock it and start Printroom again.',
      }
    }
  }

  get key(): string | null {
    return this.#held?.key ?? null
  }

  get fingerprint(): string | null {
    const key = this.key
    if (key === null) return null
    if (this.#fingerprint?.key !== key) this.#fingerprint = { key, value: fingerprintOf(key, this.#salt) }
    return this.#fingerprint.value
  }

  /** @throws KeyFormError with a sentence when it is no key */
  async set(text: string): Promise<void> {
    const key = text.trim()
    if (!keyForm.test(key))
      throw new KeyFormError(
        'This is not a key. A key begins with svc_sk_ and goes on for 32 characters; copy it whole from where it was made.',
      )
    await this.load()
    if (this.#keychain?.state === 'ready') {
      try {
        this.#keychain.keychain.write(this.#account, key)
        this.#held = { key, where: 'keychain' }
        return
      } catch {
        this.#keychain = {
          state: 'unavailable',
          unreadable: false,
          words:
            'The keychain did not take the key, so it is held only until Printroom closes, and never written to a file.',
        }
      }
    }
    this.#held = { key, where: 'session' }
  }

  async clear(): Promise<void> {
    await this.load()
    if (this.#keychain?.state === 'ready') {
      try {
        this.#keychain.keychain.remove(this.#account)
      } catch {
        // There was none.
      }
    }
    this.#held = null
  }

  status(): KeyStatus {
    const fingerprint = this.fingerprint?.slice(0, 4) ?? null
    const keychain = this.#keychain
    switch (this.#held?.where) {
      case 'keychain':
        return { where: 'keychain', fingerprint, words: 'Kept in this computer’s keychain, never in a file.' }
      case 'environment':
        return { where: 'environment', fingerprint, words: 'Given by the environment for this run, and not stored.' }
      case 'practice':
        return {
          where: 'practice',
          fingerprint,
          words: 'Practice gives its own key. It is worth nothing anywhere else.',
        }
      case 'session':
        return {
          where: 'session',
          fingerprint,
          words:
            keychain?.state === 'unavailable'
              ? keychain.words
              : 'Held only until Printroom closes, and never written to a file.',
        }
      default:
        if (keychain?.state === 'unavailable')
          return {
            where: keychain.unreadable ? 'unreadable' : 'none',
            fingerprint: null,
            words: `No key is set. ${keychain.words}`,
          }
        return {
          where: 'none',
          fingerprint: null,
          words: 'No key is set. It will be kept in this computer’s keychain, never in a file.',
        }
    }
  }
}
