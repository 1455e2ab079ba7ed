import type { LibraryItem } from '../../contract/library.ts'
import { countOf, has, type Ranges } from '../grid/ranges.ts'
import { useRequests } from './requests-store.ts'
import { useView } from './view-store.ts'

interface Choice {
  chosen: Ranges
  lead: number | null
  itemAt: (place: number) => LibraryItem | undefined
}

/**
 * What acts are about, which is what the pane on the right tells of: chosen pictures by their places, or the one that is
 * shown. That one has no place where the list does not hold it (a twin outside the filter, what another screen opened),
 * and no name yet where its place was reached before it was read.
 */
export type ActionTarget =
  | { many: true; ranges: Ranges }
  | { many: false; id: string; place: number | null }
  | { many: false; id: null; place: number }

/** Chosen pictures of which the one with the keyboard is not all: the pane tells their number. */
export const isGroup = ({ chosen, lead }: Pick<Choice, 'chosen' | 'lead'>): boolean =>
  countOf(chosen) > 1 || (chosen.length > 0 && (lead === null || !has(chosen, lead)))

/** @returns null where nothing is chosen, or only a request that is no picture yet */
export function actionTarget({ chosen, lead, itemAt }: Choice): ActionTarget | null {
  const { viewing, assetId } = useView.getState()
  if (!viewing && isGroup({ chosen, lead })) return { many: true, ranges: chosen }
  if (lead !== null) {
    const id = itemAt(lead)?.id ?? null
    if (assetId === null || assetId === id) return { many: false, id, place: lead }
  }
  if (assetId === null || useRequests.getState().byId.has(assetId)) return null
  return { many: false, id: assetId, place: null }
}
