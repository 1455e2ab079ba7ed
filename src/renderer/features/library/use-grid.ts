import { useMemo, useRef } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import type { RequestView } from '../../../contract/views.ts'
import { ratioCode } from '../../../domain/library/ratio.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { dayKey } from '../../format/format.ts'
import { emptyLayout, type GridLayout, layOut, type RatioCodes } from '../../grid/justify.ts'
import { codesBehind } from '../../grid/ratio-codes.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useRequests } from '../../stores/requests-store.ts'

export const gap = 6
const dayHeight = 38

/** What stands at one place of the grid; `unread` is a picture that is on its way from the disk. */
export type Shown =
  | { kind: 'asset'; id: string; asset: LibraryItem }
  | { kind: 'coming'; id: string; request: RequestView }
  | { kind: 'unread'; id: string }

const comingStates = new Set(['submitting', 'running', 'downloading'])
const mostComing = 8
const comingCode = ratioCode(3, 2)
const noRequests: readonly RequestView[] = []

/** What is on its way, before the first picture of today. Not in a search: nobody knows yet what it will be. */
export function useComing(): readonly RequestView[] {
  const all = useRequests((mirror) => mirror.all)
  const isPlain = useLibrary((library) => Object.keys(library.filter).length === 0)
  return useMemo(() => {
    if (!isPlain) return noRequests
    const coming = all.filter(
      (request) => !isEndState(request.state) && comingStates.has(request.state) && request.assets.length === 0,
    )
    return coming.length === 0 ? noRequests : coming.slice(0, mostComing)
  }, [all, isPlain])
}

export interface GridState {
  coming: readonly RequestView[]
  ratioCodes: RatioCodes
  layout: GridLayout
}

/** The rows of all pictures. Those that were read since the last time are laid out after the others. */
export function useGrid(width: number, rowHeight: number): GridState {
  const read = useLibrary((library) => library.ratioCodes)
  const coming = useComing()
  const ratioCodes = useMemo(
    () =>
      codesBehind(
        read,
        coming.map(() => comingCode),
        dayKey(Date.now()),
      ),
    [read, coming],
  )
  const last = useRef<{ ratioCodes: RatioCodes; width: number; rowHeight: number; layout: GridLayout } | null>(null)
  const layout = useMemo(() => {
    if (width <= 0) return emptyLayout
    const old = last.current
    const grows =
      old !== null &&
      old.width === width &&
      old.rowHeight === rowHeight &&
      begins(ratioCodes, old.ratioCodes, old.layout)
    const made = layOut(ratioCodes, { width, rowHeight, gap, dayHeight }, grows ? old.layout : undefined)
    last.current = { ratioCodes, width, rowHeight, layout: made }
    return made
  }, [ratioCodes, width, rowHeight])
  return { coming, ratioCodes, layout }
}

/** Whether a strip is another one with more at its end: those share their first pictures' bytes, or a copy of them. */
function begins(ratioCodes: RatioCodes, start: RatioCodes, layout: GridLayout): boolean {
  if (start.count === 0 || ratioCodes.count < start.count || layout.pictures !== start.count) return false
  if (ratioCodes.codes === start.codes) return true
  for (let at = 0; at < start.count; at += 1) if (ratioCodes.codes[at] !== start.codes[at]) return false
  return sameDays(ratioCodes, start)
}

function sameDays({ days }: RatioCodes, { days: start }: RatioCodes): boolean {
  return start.every((run, at) => {
    const now = days[at]
    return now?.day === run.day && (at === start.length - 1 ? now.count >= run.count : now.count === run.count)
  })
}
