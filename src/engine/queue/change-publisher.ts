import type { Receipt } from '../../domain/request/receipt.ts'
import type { Receipts, RowRevisions } from '../store/receipts.ts'

interface PublisherOptions {
  receipts: Receipts
  origin: string
  onChange: (receipt: Receipt) => void
}

/**
 * What was told of each request, whoever wrote it: so that what another program writes is told too, its end above all, and
 * what this one has told already is not told once more. Whoever drives needs it as much as whoever watches.
 */
export class ChangePublisher {
  readonly #options: PublisherOptions
  /** The revision that was told last, of each that was open then. */
  readonly #revisions = new Map<string, number>()
  #lastSeq: number | null = null

  constructor(options: PublisherOptions) {
    this.#options = options
  }

  /** What stands now is no news. */
  begin(): void {
    const { revisions, lastSeq } = this.standing()
    for (const [id, revision] of revisions) this.#revisions.set(id, revision)
    this.#lastSeq = lastSeq
  }

  /** What stands now, to be compared with what was told. */
  standing(): RowRevisions {
    return this.#options.receipts.standing(this.#options.origin, this.#lastSeq)
  }

  /** What this program has done itself. The same revision may be told again: what is under way for it has changed. */
  emit(receipt: Receipt): void {
    // Another program has gone on since, and that was told: it is not taken back.
    if (receipt.revision < (this.#revisions.get(receipt.id) ?? 0)) return
    this.#revisions.set(receipt.id, receipt.revision)
    this.#options.onChange(receipt)
  }

  /** Tells what others have written. No receipt is read but of those that are news. */
  compare({ revisions, lastSeq }: RowRevisions): void {
    const { receipts } = this.#options
    for (const [id, revision] of revisions) this.#emitIfNew(id, revision)
    this.#lastSeq = lastSeq
    for (const id of this.#revisions.keys()) {
      if (revisions.has(id)) continue
      this.#emitIfNew(id, receipts.revision(id))
      this.#revisions.delete(id)
    }
  }

  #emitIfNew(id: string, revision: number): void {
    if (revision <= (this.#revisions.get(id) ?? 0)) return
    this.#revisions.set(id, revision)
    const receipt = this.#options.receipts.get(id)
    if (receipt) this.emit(receipt)
  }
}
