import type { LibrarySelection } from '../../../contract/library.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { t } from '../../format/messages.ts'
import { type ActionTarget, actionTarget } from '../action-target.ts'
import { atHand } from './at-hand.ts'
import type { LibraryMirror, LibrarySlice } from './state.ts'

/** A single picture goes by its name: it may stand in no list, and the list may change before it is sent. */
function selection(target: ActionTarget | null, { list, listRevision }: LibraryMirror): LibrarySelection | null {
  if (target === null) return null
  if (!target.many && target.id !== null) return { ids: [target.id] }
  if (list === null) return null
  const ranges = target.many ? target.ranges : ([[target.place, target.place + 1]] as const)
  return { list, revision: listRevision, ranges: ranges.map(([from, end]) => [from, end]) }
}

/** What an act is about that was meant for `before`, now that a change has been taken in; null where that is not known. */
function targetAfter(before: ActionTarget | null, now: ActionTarget | null): ActionTarget | null {
  if (before === null) return null
  if (before.many || before.id === null) return now?.many === before.many ? now : null
  return now !== null && !now.many && now.id === before.id ? now : { ...before, place: null }
}

/** What is done with the pictures that are selected or shown. */
export const actSlice: LibrarySlice<'act'> = (_set, get) => ({
  act: async (send) => {
    const before = actionTarget(get())
    let target = before
    const isUnread = (): boolean => get().isAllChosen && !get().isWhole && target?.many === true
    if (isUnread()) {
      await atHand.reading
      target = targetAfter(before, actionTarget(get()))
    }
    while (atHand.syncing !== null) {
      await atHand.syncing
      target = targetAfter(before, actionTarget(get()))
    }
    // Sent at once: a change that is asked for after this is answered after it.
    const of = isUnread() ? null : selection(target, get())
    if (target !== null && of !== null) return send(of, target)
    if (before !== null)
      useNotices.getState().say({
        tone: 'attention',
        message: t('The library has changed. Select the pictures again. Nothing was changed.'),
      })
    return null
  },
})
