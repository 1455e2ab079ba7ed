import { dayStart } from '../../domain/day.ts'
import type { WatchOrder } from '../../domain/watch/allowance.ts'
import { type Overcharge, overchargeOf } from '../../domain/watch/overcharge.ts'
import type { WatchSetting } from '../../domain/watch/setting.ts'
import type { Store } from '../store/store.ts'

type Books = Pick<Store, 'watches' | 'receipts'>

/** Numbers of the orders of a folder that were charged above what was allowed for them, newest first. */
export const overchargedOf = (store: Books, id: string): string[] => [...overcharges(store, id)].map(([one]) => one)

function* overcharges({ watches, receipts }: Books, id: string): Generator<[string, Overcharge]> {
  for (const requestId of watches.chargedAbove(id)) {
    const receipt = receipts.get(requestId)
    const overcharge = receipt ? overchargeOf(receipt) : null
    if (overcharge !== null) yield [requestId, overcharge]
  }
}

/** The newest charge above what was allowed that no person has seen when allowing more; null: there is none. */
function newsOf(store: Books, { id, seenCharges }: WatchSetting): Overcharge | null {
  const seen = new Set(seenCharges)
  for (const [requestId, overcharge] of overcharges(store, id)) if (!seen.has(requestId)) return overcharge
  return null
}

/** What the receipts say at this moment of a folder's day and of its charges. */
export function spentBy(
  store: Books,
  setting: WatchSetting,
  nowMs: number,
): Pick<WatchOrder, 'ordered' | 'uncharged' | 'overcharge'> {
  const { credits: ordered, uncharged } = store.watches.orderedSince(setting.id, dayStart(nowMs))
  return { ordered, uncharged, overcharge: newsOf(store, setting) }
}
