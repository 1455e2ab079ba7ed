import { useMemo } from 'react'
import type { AssetView, RequestView } from '../../../contract/views.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { dayKey } from '../../lib/format.ts'
import { type GridItem, type GridLayout, layOut } from '../../lib/justify.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useRequests } from '../../stores/requests-store.ts'

export const gap = 6
export const dayHeight = 38

export type Shown =
  | (GridItem & { kind: 'asset'; id: string; asset: AssetView })
  | (GridItem & { kind: 'coming'; id: string; request: RequestView })

/** Local days of many instants: those of the same ten minutes share one look at the calendar. */
function dayReader(): (instant: string) => string {
  const known = new Map<string, string>()
  return (instant) => {
    const part = instant.slice(0, 15)
    const day = known.get(part) ?? dayKey(instant)
    known.set(part, day)
    return day
  }
}

const comingStates = new Set(['submitting', 'running', 'downloading'])
const mostComing = 8

/** What is on its way, before the first picture of today. */
function useComing(): Shown[] {
  const all = useRequests((mirror) => mirror.all)
  const search = useLibrary((library) => library.search)
  return useMemo(() => {
    if (search.trim() !== '') return []
    return all
      .filter((request) => !isEndState(request.state) && comingStates.has(request.state) && request.assets.length === 0)
      .slice(0, mostComing)
      .map((request) => ({ kind: 'coming', id: request.id, request, ratio: 1.5, day: dayKey(Date.now()) }))
  }, [all, search])
}

export interface Grid {
  shown: readonly Shown[]
  layout: GridLayout
}

export function useGrid(width: number, rowHeight: number): Grid {
  const items = useLibrary((library) => library.items)
  const coming = useComing()
  const pictures = useMemo(() => {
    const dayOf = dayReader()
    return items.map(
      (asset): Shown => ({
        kind: 'asset',
        id: asset.id,
        asset,
        ratio: asset.width && asset.height ? asset.width / asset.height : 1,
        day: dayOf(asset.createdAt),
      }),
    )
  }, [items])
  const shown = useMemo(() => (coming.length === 0 ? pictures : [...coming, ...pictures]), [coming, pictures])
  const layout = useMemo(
    () => (width > 0 ? layOut(shown, { width, rowHeight, gap, dayHeight }) : { rows: [], height: 0 }),
    [shown, width, rowHeight],
  )
  return { shown, layout }
}
