import type { QuoteView } from '../../contract/quotes.ts'
import { missingOutputs } from '../../domain/request/jobs.ts'
import { orderFingerprint } from '../../domain/request/order-fingerprint.ts'
import type { PictureSource, Receipt } from '../../domain/request/receipt.ts'
import type { ForeignFiles } from '../images/foreign-files.ts'
import { filesThere } from '../library/presence.ts'
import { sha256Of } from '../platform/checksum.ts'
import type { Asset } from '../store/assets.ts'
import type { Store } from '../store/store.ts'
import { orderFromDraft } from './approve.ts'
import { nameOf, type OrderDraft } from './build-quote.ts'

export type EarlierPayment = QuoteView['alreadyPaid'][number]

export interface PaidDeps {
  store: Pick<Store, 'queries' | 'receipts' | 'assets'>
  origin: string
  pathOf: (asset: Asset) => string
  /** The library's. */
  folder: () => string
  files: Pick<ForeignFiles, 'hash'>
}

/** Files hashed at once: enough for a disk, little enough for its reader. */
const atOnce = 4

/** Finds orders that were made and paid for before, or are under way, by content. */
export class AlreadyPaid {
  readonly #deps: PaidDeps

  constructor(deps: PaidDeps) {
    this.#deps = deps
  }

  /**
   * For each draft the completed request of the same thing whose files are all at home, newest first; else one that is still
   * in the queue, under way or owed; else null.
   */
  async of(drafts: OrderDraft[]): Promise<(EarlierPayment | null)[]> {
    const found: (EarlierPayment | null)[] = drafts.map(() => null)
    const { queries } = this.#deps.store
    const [first] = drafts
    // One offer is of one kind; where nothing of it was ever ordered no file is read.
    const skill = first?.kind === 'skill' ? first.skill : null
    if (!first || !queries.hasOrdered(this.#deps.origin, first.kind, skill)) return found
    let next = 0
    const work = async (): Promise<void> => {
      for (let at = next++; at < drafts.length; at = next++) {
        const draft = drafts[at]
        if (draft) found[at] = await this.#find(draft)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return found
  }

  async #find(draft: OrderDraft): Promise<EarlierPayment | null> {
    const sources: { field: string; source: PictureSource }[] = []
    for (const { field, ...picture } of draft.pictures) {
      if ('url' in picture) sources.push({ field, source: { url: picture.url } })
      else {
        const { path } = picture
        const content = await this.#deps.files.hash(path).catch(() => null)
        // It cannot be read: approving says so.
        if (content === null) return null
        sources.push({ field, source: { path, name: nameOf(path), ...content } })
      }
    }
    const sameness = orderFingerprint(orderFromDraft(draft, sources))
    if (sameness === null) return null
    const { store, origin } = this.#deps
    const same = sha256Of(sameness)
    let open: Receipt | null = null
    for (const id of store.queries.completedLike(origin, same)) {
      const receipt = store.receipts.get(id)
      const assets = receipt ? await this.#atHome(receipt) : null
      if (receipt && assets) return paidBefore(draft, receipt, assets)
      if (receipt && missingOutputs(receipt).length > 0) open ??= receipt
    }
    const id = store.queries.openLike(origin, same)
    if (id !== null) open ??= store.receipts.get(id) ?? null
    return open && paidBefore(draft, open, null)
  }

  /** Paths of its files, where every one of them is there. A disk that says nothing now has them: nothing is paid twice for it. */
  async #atHome(receipt: Receipt): Promise<string[] | null> {
    if (missingOutputs(receipt).length > 0 || receipt.assets.length === 0) return null
    const paths = this.#deps.store.assets.ofRequest(receipt.id).map(this.#deps.pathOf)
    if (paths.length !== receipt.assets.length) return null
    const there = await filesThere(this.#deps.folder(), paths).catch(() => null)
    return there === null || paths.every((path) => there.has(path)) ? paths : null
  }
}

/** @param assets paths of its files; null where they are still to come */
const paidBefore = (
  draft: OrderDraft,
  { id, creditsUsed, quote }: Receipt,
  assets: string[] | null,
): EarlierPayment => ({
  source: sourceOf(draft),
  requestId: id,
  assets: assets ?? [],
  credits: creditsUsed ?? quote.credits,
  isOpen: assets === null,
})

/** The picture that the request is about, as it was given; null for an order of words alone. */
function sourceOf({ pictures: [first] }: OrderDraft): string | null {
  return first === undefined ? null : 'url' in first ? first.url : first.path
}
