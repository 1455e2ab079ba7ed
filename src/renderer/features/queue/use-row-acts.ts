import { type RefObject, useMemo, useState } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { callMain } from '../../bridge/bridge.ts'
import { useContextActs } from '../../hooks/use-context-acts.ts'
import { movesTo, placeInLine } from '../../lists/queue-choice.ts'
import { requestActs } from '../../stores/picture-acts.ts'
import { useView } from '../../stores/view-store.ts'
import { move, takeOut, toFront } from './queue-acts.ts'
import type { RowAct } from './queue-row.tsx'
import type { QueueRows } from './use-queue-rows.ts'

interface RowActs {
  onAct: (request: RequestView, act: RowAct) => void
  onDrop: (id: string, to: number) => void
  /** Those that acts are about and that were not sent yet. */
  unsent: RequestView[]
  /** Cancels one at once, and asks about several. */
  askTakeOut: (ids: readonly string[]) => void
  /** Which of them are asked about; none where nothing is asked. */
  asking: readonly string[]
  setAsking: (ids: readonly string[]) => void
  /** The request that may be ordered again. */
  again: RequestView | null
  setAgain: (request: RequestView | null) => void
}

/** What is done with rows: by their buttons, by the menu of a row, by dragging. */
export function useRowActs(
  scroller: RefObject<HTMLElement | null>,
  { all, line, waiting }: QueueRows,
  targets: ReadonlySet<string>,
): RowActs {
  const openReceipt = useView((view) => view.openReceipt)
  const [again, setAgain] = useState<RequestView | null>(null)
  const [asking, setAsking] = useState<readonly string[]>([])
  const unsent = useMemo(() => all.filter(({ id, canCancel }) => canCancel && targets.has(id)), [all, targets])

  const askTakeOut = (ids: readonly string[]): void => {
    if (ids.length > 1) setAsking(ids)
    else if (ids.length === 1) void takeOut(ids)
  }
  const onAct = (request: RequestView, act: RowAct): void => {
    const own = targets.has(request.id) ? targets : new Set([request.id])
    if (act === 'receipt') openReceipt(request.id)
    else if (act === 'again') setAgain(request)
    else if (act === 'look') void callMain('requests.lookNow', { id: request.id })
    else if (act === 'front') void toFront(line, own)
    else askTakeOut(own.size > 1 ? unsent.map(({ id }) => id) : [request.id])
  }
  useContextActs(scroller, (target) => {
    const id = target.closest<HTMLElement>('[data-request]')?.dataset.request
    const request = id === undefined ? undefined : all.find((each) => each.id === id)
    if (!request) return []
    const isWaiting = request.state === 'queued' && request.place !== null
    return requestActs(request, [
      ...(isWaiting ? [{ act: 'to-front' as const, run: () => onAct(request, 'front') }] : []),
      { act: 'check-now', isOff: isEndState(request.state), run: () => onAct(request, 'look') },
      ...(request.canRetry ? [{ act: 'reorder' as const, run: () => onAct(request, 'again') }] : []),
    ])
  })
  const onDrop = (id: string, to: number): void => {
    const moving = targets.has(id) ? targets : new Set([id])
    const ids = line.map((request) => request.id)
    const shown = waiting.map((request) => request.id)
    void move(movesTo(ids, moving, placeInLine(ids, shown, to)))
  }
  return { onAct, onDrop, unsent, askTakeOut, asking, setAsking, again, setAgain }
}
