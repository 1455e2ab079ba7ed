import type { Receipt } from '../../domain/request/receipt.ts'

/**
 * Open requests for which nothing can be done by itself: those that wait for a person, and those whose refund was asked
 * for long enough (A10). They are taken up again when somebody has changed them, or when another key is set.
 */
export class Resting {
  readonly #marks = new Map<string, string>()

  /** @param key fingerprint of the key that is set; null: none */
  note(receipt: Receipt, key: string | null): void {
    this.#marks.set(receipt.id, markOf(receipt, key))
  }

  has(receipt: Receipt, key: string | null): boolean {
    return this.#marks.get(receipt.id) === markOf(receipt, key)
  }

  /** Forgets those that are open no more. */
  keepOnly(open: ReadonlySet<string>): void {
    for (const id of this.#marks.keys()) if (!open.has(id)) this.#marks.delete(id)
  }
}

const markOf = ({ revision }: Receipt, key: string | null): string => `${revision} ${key}`
