import type { KeyValueStore } from '../store/key-value-store.ts'
import type { ReceiptQueries } from '../store/receipt-queries.ts'

/** How many requests of one key are open, and how many of them were never sent. */
export interface OpenRequests {
  open: number
  unsent: number
}

/** What this home has written down about keys: fingerprints only, never a key. */
export interface KeyBooks {
  /** Open requests by the fingerprint of the key that they were approved under. */
  open(): Map<string, OpenRequests>
  /** Fingerprints of the keys that this home holds in the keychain beside the one that is set. */
  held(): string[]
  setHeld(fingerprints: string[]): void
}

export const emptyBooks: KeyBooks = { open: () => new Map(), held: () => [], setHeld: () => undefined }

/** The books of one service in one home. */
export class StoredKeyBooks implements KeyBooks {
  readonly #store: { queries: ReceiptQueries; keyValues: KeyValueStore }
  readonly #origin: string
  /** Of open requests: the key of a request never changes (I4), so that each receipt is read once. */
  #keys = new Map<string, string | null>()

  constructor(store: { queries: ReceiptQueries; keyValues: KeyValueStore }, origin: string) {
    this.#store = store
    this.#origin = origin
  }

  open(): Map<string, OpenRequests> {
    const { queries } = this.#store
    const keys = new Map<string, string | null>()
    const counts = new Map<string, OpenRequests>()
    for (const { id, isSent } of queries.open(this.#origin)) {
      const known = this.#keys.get(id)
      const key = known === undefined ? queries.keyOf(id) : known
      keys.set(id, key)
      if (key === null) continue
      const { open, unsent } = counts.get(key) ?? { open: 0, unsent: 0 }
      counts.set(key, { open: open + 1, unsent: unsent + (isSent ? 0 : 1) })
    }
    this.#keys = keys
    return counts
  }

  held(): string[] {
    const note = this.#store.keyValues.note(this.#noteName)
    return note === null || note === '' ? [] : note.split(' ')
  }

  setHeld(fingerprints: string[]): void {
    try {
      this.#store.keyValues.setNote(this.#noteName, fingerprints.join(' '))
    } catch {
      // A full disk. The open receipts name their keys too; the note only finds those whose receipts have ended.
    }
  }

  get #noteName(): string {
    return `held-keys:${this.#origin}`
  }
}
