import { useEffect, useMemo } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { shownOf } from '../../lists/queue-choice.ts'
import { useQueue } from '../../stores/queue-store.ts'
import { useView } from '../../stores/view-store.ts'
import type { QueueRows } from './use-queue-rows.ts'

const noneChosen: ReadonlySet<string> = new Set()

export interface Targets {
  /** The one that the inspector shows. */
  active: RequestView | null
  /** The row that has the keyboard. */
  rowId: string | null
  /** Whether somebody chose what acts are about. */
  isOwn: boolean
  chosen: ReadonlySet<string>
  /** What an act on a row is about. */
  targets: ReadonlySet<string>
}

/** The chosen rows as far as they are shown, the one that the inspector shows, and what an act on a row is about. */
export function useTargets({ all, order, underWay, waiting, needsYou, ended }: QueueRows): Targets {
  const everChosen = useQueue((queue) => queue.chosen)
  const keepChosen = useQueue((queue) => queue.keepChosen)
  const chosenId = useView((view) => view.requestId)
  const active =
    all.find((request) => request.id === chosenId) ?? underWay[0] ?? waiting[0] ?? needsYou[0] ?? ended[0] ?? null
  const activeId = active?.id ?? null
  const shown = useMemo(() => new Set(order), [order])
  const isShown = activeId !== null && shown.has(activeId)
  const rowId = isShown ? activeId : (order[0] ?? null)
  // What is shown came from elsewhere: a choice that it is not in is over.
  const chosen = useMemo(() => {
    const still = shownOf(everChosen, order)
    return activeId === null || still.has(activeId) ? still : noneChosen
  }, [everChosen, order, activeId])
  // What went out of the list is not chosen when it comes back.
  useEffect(() => keepChosen(order), [keepChosen, order])
  const targets = useMemo(() => (chosen.size === 0 && rowId !== null ? new Set([rowId]) : chosen), [chosen, rowId])
  return { active, rowId, isOwn: chosen.size > 0 || rowId === chosenId, chosen, targets }
}
