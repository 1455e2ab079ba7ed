import type { KeyboardEvent } from 'react'
import type { AssetView } from '../../../contract/views.ts'
import type { BatchRow } from '../../lists/batch.ts'
import { canTouchUp } from '../../stores/picture-acts.ts'
import { beforeAndAfter, type Comparable, mostCompared, useView } from '../../stores/view-store.ts'

/** What can be done with what rows made, each null where it cannot. */
export interface ResultActs {
  open: (() => void) | null
  compare: (() => void) | null
  touchUp: (() => void) | null
  exportThem: (() => void) | null
}

const resultsOf = (row: BatchRow): readonly AssetView[] =>
  row.kind === 'request' ? row.request.assets.filter(({ present }) => present) : []

/** One row's source beside what was made of it; of several rows their results beside each other. */
function comparablesOf(rows: readonly BatchRow[], assets: readonly AssetView[]): readonly Comparable[] {
  const [first] = rows
  if (rows.length === 1) return first?.kind === 'request' ? beforeAndAfter(first.request) : []
  return assets.length > mostCompared ? [] : assets.map(({ id }) => ({ kind: 'asset', id, label: null }))
}

/** @param onExport takes the results that are to be exported */
export function actsOfResults(rows: readonly BatchRow[], onExport: (ids: readonly string[]) => void): ResultActs {
  const { openAsset, openCompare, openTouchUp } = useView.getState()
  const assets = rows.flatMap(resultsOf)
  const [first] = assets
  const only = assets.length === 1 ? first : undefined
  const compared = comparablesOf(rows, assets)
  return {
    open: rows.length === 1 && first ? () => openAsset(first.id) : null,
    compare: compared.length > 1 ? () => openCompare(compared) : null,
    touchUp: only && canTouchUp(only) ? () => openTouchUp(only.id) : null,
    exportThem: first ? () => onExport(assets.map(({ id }) => id)) : null,
  }
}

/** As in the library: the key of a row's act does it. */
export function pressResultKey(event: KeyboardEvent, { open, compare, touchUp, exportThem }: ResultActs): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const acts: Readonly<Record<string, (() => void) | null>> = {
    Enter: open ?? compare,
    c: compare,
    t: touchUp,
    e: exportThem,
  }
  const act = Object.hasOwn(acts, event.key) ? acts[event.key] : null
  if (!act) return
  event.preventDefault()
  act()
}
