import { useMemo, useRef } from 'react'
import type { AssetView, RequestView } from '../../../contract/views.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { dayKey } from '../../lib/format.ts'
import { type GridItem, type GridLayout, layOut } from '../../lib/justify.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useRequests } from '../../stores/requests-store.ts'

export const gap = 6
const dayHeight = 38

export type Shown =
  | (GridItem & { kind: 'asset'; id: string; asset: AssetView })
  | (GridItem & { kind: 'coming'; id: string; request: RequestView })

/** Local days of instants: those of the same ten minutes share one look at the calendar. */
const days = new Map<string, string>()
function dayOf(instant: string): string {
  const part = instant.slice(0, 15)
  const day = days.get(part) ?? dayKey(instant)
  if (days.size > 100_000) days.clear()
  days.set(part, day)
  return day
}

/** The same picture is the same item each time, so that pages read later cost only themselves. */
const known = new WeakMap<AssetView, Shown>()
function shownOf(asset: AssetView): Shown {
  const old = known.get(asset)
  if (old) return old
  const ratio = asset.width && asset.height ? asset.width / asset.height : 1
  const made: Shown = { kind: 'asset', id: asset.id, asset, ratio, day: dayOf(asset.createdAt) }
  known.set(asset, made)
  return made
}

/** Whether a list begins with all of another. Lists only grow at the end or change at the front, so the ends tell. */
function begins(list: readonly Shown[], start: readonly Shown[]): boolean {
  const { length } = start
  return length > 0 && list.length > length && list[0] === start[0] && list[length - 1] === start[length - 1]
}

const comingStates = new Set(['submitting', 'running', 'downloading'])
const mostComing = 8

/** What is on its way, before the first picture of today. */
export function useComing(): Shown[] {
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
  const shown = useMemo(() => [...coming, ...items.map(shownOf)], [coming, items])
  const last = useRef<{ shown: readonly Shown[]; width: number; rowHeight: number; layout: GridLayout } | null>(null)
  const layout = useMemo(() => {
    if (width <= 0) return { rows: [], height: 0 }
    const old = last.current
    const grows = old !== null && old.width === width && old.rowHeight === rowHeight && begins(shown, old.shown)
    const made = layOut(shown, { width, rowHeight, gap, dayHeight }, grows ? old.layout : undefined)
    last.current = { shown, width, rowHeight, layout: made }
    return made
  }, [shown, width, rowHeight])
  return { shown, layout }
}
