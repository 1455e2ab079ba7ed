import type { Order } from '../../domain/request/receipt.ts'
import { isLocal } from '../../domain/request/sources.ts'
import type { Receipts } from '../store/receipts.ts'

/** The files of this computer that an order names. */
const localPathsOf = (order: Order): string[] =>
  (order.kind === 'skill' ? order.pictures.map(({ source }) => source) : order.references).flatMap((source) =>
    isLocal(source) ? [source.path] : [],
  )

/** Paths of files that open orders still have to read: their body is not written yet. */
export function sourcesInUse(receipts: Receipts): ReadonlySet<string> {
  const open = receipts.list({ open: true }).filter(({ body }) => body === null)
  return new Set(open.flatMap(({ order }) => localPathsOf(order)))
}
