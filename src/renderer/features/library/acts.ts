import type { AssetFlag, LibraryItem, LibraryMarks, LibrarySelection } from '../../../contract/library.ts'
import { callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { flaggedWords } from '../../format/flag-words.ts'
import { t } from '../../format/messages.ts'
import { countOf } from '../../grid/ranges.ts'
import { type ActionTarget, actionTarget } from '../../stores/action-target.ts'
import type { Chosen } from '../../stores/library/state.ts'
import { chosenNow, useLibrary } from '../../stores/library-store.ts'
import { canTouchUp } from '../../stores/picture-acts.ts'
import { type Comparable, mostCompared, useView } from '../../stores/view-store.ts'

/** A sentence about what was done, with the way back. */
function say(message: string, undo: string | null, undone?: string, before?: Chosen): void {
  useLibrary.getState().remember(undo, message, undone, before)
  // One way back is offered at a time: that of the last act. Ctrl+Z goes further.
  for (const { id, act } of useNotices.getState().notices) if (act) useNotices.getState().dismiss(id)
  useNotices.getState().say({
    tone: 'plain',
    message: `${message}.`,
    ...(undo === null ? {} : { act: { label: t('Undo'), run: () => void undoInLibrary(undo) } }),
  })
}

export async function undoInLibrary(id?: string): Promise<void> {
  // What it offers is done, or is no longer the last act.
  for (const { id: notice, act } of useNotices.getState().notices) if (act) useNotices.getState().dismiss(notice)
  const message = await useLibrary.getState().undo(id)
  useNotices.getState().say({ tone: 'plain', message: message ?? t('Nothing to undo.') })
}

/** How many pictures an act works on. */
export const chosenCount = (): number => {
  const aim = actionTarget(useLibrary.getState())
  if (aim === null) return 0
  return aim.many ? countOf(aim.ranges) : 1
}

/** What is chosen, in full; null where it could not be read, which was said. */
export const chosenItems = async (): Promise<readonly LibraryItem[] | null> =>
  (await useLibrary.getState().act((of) => callMain('library.items', { of })))?.value ?? null

const firstOf = (target: ActionTarget): number | null => (target.many ? (target.ranges[0]?.[0] ?? null) : target.place)

/** After pictures have left the list the keyboard goes on at the one that took their place. */
async function goOnAt(first: number): Promise<void> {
  await useLibrary.getState().sync()
  const { ratioCodes, choose } = useLibrary.getState()
  const place = Math.min(first, ratioCodes.count - 1)
  if (place < 0) choose([], null, null)
  else choose([[place, place + 1]], place, place, true)
}

/** One that stood in no list has no neighbour: nothing is shown after it, so that a second press is about nothing. */
async function afterLeaving(aim: ActionTarget | null): Promise<void> {
  const first = aim === null ? null : firstOf(aim)
  if (first !== null) return goOnAt(first)
  const { assetId, viewing, closeViewer } = useView.getState()
  if (aim !== null && !aim.many && aim.id === assetId) {
    if (viewing) closeViewer()
    useLibrary.getState().choose([], null, null)
  }
  await useLibrary.getState().sync()
}

const trashed = (count: number): string =>
  t('{count, plural, one {# picture} other {# pictures}} moved to the trash', { count })
const restored = (count: number): string => t('{count, plural, one {# picture} other {# pictures}} restored', { count })

export async function trashChosen(): Promise<void> {
  let about: ActionTarget | null = null
  const before = chosenNow()
  const answer = await useLibrary.getState().act((of, target) => {
    about = target
    return callMain('library.trash', { of })
  })
  if (!answer) return
  await afterLeaving(about)
  if (answer.value.count === 0) {
    useNotices.getState().say({ tone: 'plain', message: t('Already in the trash.') })
    return
  }
  say(trashed(answer.value.count), answer.value.undo, restored(answer.value.count), before)
}

export async function restoreChosen(): Promise<void> {
  let about: ActionTarget | null = null
  const answer = await useLibrary.getState().act((of, target) => {
    about = target
    return callMain('library.restore', { of })
  })
  if (!answer) return
  await afterLeaving(about)
  say(restored(answer.value.count), answer.value.undo, trashed(answer.value.count))
}

/** For good, as far as the app goes: the files are then in the system's trash. */
export async function removeForGood(of: LibrarySelection): Promise<void> {
  const aim = actionTarget(useLibrary.getState())
  const answer = await callMain('library.remove', { of })
  await goOnAt((aim && firstOf(aim)) ?? 0)
  if (!answer) return
  useNotices.getState().say({
    tone: 'plain',
    message: t('{count, plural, one {# file} other {# files}} moved to this computer’s trash. Receipts are kept.', {
      count: answer.value.count,
    }),
  })
}

export async function markChosen(marks: LibraryMarks, done: (pictures: string) => string): Promise<void> {
  const answer = await useLibrary.getState().act((of) => callMain('library.mark', { of, marks }))
  if (!answer) return
  await useLibrary.getState().sync()
  if (answer.value.count > 0)
    say(
      done(t('{count, plural, one {# picture} other {# pictures}}', { count: answer.value.count })),
      answer.value.undo,
    )
}

/** Stars show where they are: they are said, not shown, and can be taken back all the same. */
export async function rateChosen(rating: number): Promise<void> {
  const answer = await useLibrary.getState().act((of) => callMain('library.mark', { of, marks: { rating } }))
  if (!answer) return
  await useLibrary.getState().sync()
  if (answer.value.count === 0) return
  const pictures = t('{count, plural, one {# picture} other {# pictures}}', { count: answer.value.count })
  const message =
    rating === 0
      ? t('Rating removed from {pictures}', { pictures })
      : t('{pictures} rated {rating, plural, one {# star} other {# stars}}', { pictures, rating })
  useLibrary.getState().remember(answer.value.undo, message)
  useNotices.getState().announce(message)
}

/** A flag shows where it is: it is said, not shown, and can be taken back all the same. */
export async function flagChosen(flag: AssetFlag | null): Promise<void> {
  const answer = await useLibrary.getState().act((of) => callMain('library.mark', { of, marks: { flag } }))
  if (!answer) return
  await useLibrary.getState().sync()
  if (answer.value.count === 0) return
  const message = flaggedWords(flag, answer.value.count)
  useLibrary.getState().remember(answer.value.undo, message)
  useNotices.getState().announce(message)
}

const asset = (id: string): Comparable => ({ kind: 'asset', id, label: null })

/** Whether as many are chosen as can be laid beside each other. */
export const canCompare = (): boolean => {
  const count = chosenCount()
  return count >= 2 && count <= mostCompared
}

/** Lays the chosen pictures beside each other. */
export async function compareChosen(): Promise<void> {
  const items = await chosenItems()
  if (items) useView.getState().openCompare(items.map(({ id }) => asset(id)))
}

/** The picture that is shown and another one, beside each other. */
export function compareWith(id: string): void {
  const aim = actionTarget(useLibrary.getState())
  if (aim !== null && !aim.many && aim.id !== null) useView.getState().openCompare([asset(aim.id), asset(id)])
}

/** Opens the one that is chosen to have its edge mended, where that can be done. Main says what it is: it may not be read here yet. */
export async function touchUpChosen(): Promise<void> {
  if (chosenCount() !== 1 || useLibrary.getState().filter.show === 'trash') return
  const [item] = (await chosenItems()) ?? []
  if (item && canTouchUp(item)) useView.getState().openTouchUp(item.id)
}
