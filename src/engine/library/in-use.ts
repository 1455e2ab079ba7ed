import { localSourcesOf } from '../../domain/request/sources.ts'
import type { Receipts } from '../store/receipts.ts'

/** Paths of files that open orders still have to read: their body is not written yet. */
export function sourcesInUse(receipts: Receipts): ReadonlySet<string> {
  const open = receipts.list({ open: true }).filter(({ body }) => body === null)
  return new Set(open.flatMap(({ order }) => localSourcesOf(order).map(({ path }) => path)))
}
