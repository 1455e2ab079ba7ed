import type { LibraryMarks, LibrarySelection } from '../../../contract/library.ts'
import { ask } from '../../bridge.ts'
import { plural } from '../../lib/format.ts'
import { countOf } from '../../lib/ranges.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useNotices } from '../../stores/notices-store.ts'

/** A sentence about what was done, with the way back. */
function say(words: string, undo: string | null): void {
  useLibrary.getState().remember(undo, words)
  // One way back is offered at a time: that of the last act. Ctrl+Z goes further.
  for (const { id, act } of useNotices.getState().notices) if (act) useNotices.getState().dismiss(id)
  useNotices.getState().say({
    tone: 'plain',
    words: `${words}.`,
    ...(undo === null ? {} : { act: { words: 'Undo', run: () => void takeBack(undo) } }),
  })
}

export async function takeBack(id?: string): Promise<void> {
  const words = await useLibrary.getState().undo(id)
  useNotices.getState().say({ tone: 'plain', words: words ?? 'There is nothing to take back.' })
}

export const chosenCount = (): number => {
  const { chosen, lead } = useLibrary.getState()
  return chosen.length > 0 ? countOf(chosen) : lead === null ? 0 : 1
}

/** After pictures have left the list the keyboard goes on at the one that took their place. */
async function afterLeaving(first: number): Promise<void> {
  await useLibrary.getState().sync()
  const { strip, choose } = useLibrary.getState()
  const place = Math.min(first, strip.count - 1)
  if (place < 0) choose([], null, null)
  else choose([[place, place + 1]], place, place, true)
}

function firstChosen(): number {
  const { chosen, lead } = useLibrary.getState()
  return chosen[0]?.[0] ?? lead ?? 0
}

export async function trashChosen(): Promise<void> {
  const of = useLibrary.getState().selection()
  if (of === null) return
  const first = firstChosen()
  const answer = await ask('library.trash', { of })
  if (!answer) return
  await afterLeaving(first)
  say(`${plural(answer.value.count, 'picture')} moved to the trash`, answer.value.undo)
}

export async function restoreChosen(): Promise<void> {
  const of = useLibrary.getState().selection()
  if (of === null) return
  const first = firstChosen()
  const answer = await ask('library.restore', { of })
  if (!answer) return
  await afterLeaving(first)
  say(`${plural(answer.value.count, 'picture')} put back in the library`, answer.value.undo)
}

/** For good, as far as the app goes: the files are then in the system's trash. */
export async function removeForGood(of: LibrarySelection): Promise<void> {
  const first = firstChosen()
  const answer = await ask('library.remove', { of })
  await afterLeaving(first)
  if (!answer) return
  useNotices.getState().say({
    tone: 'plain',
    words: `${plural(answer.value.count, 'file')} moved to the trash of this computer. The receipts stay.`,
  })
}

export async function markChosen(marks: LibraryMarks, done: (pictures: string) => string): Promise<void> {
  const of = useLibrary.getState().selection()
  if (of === null) return
  const answer = await ask('library.mark', { of, marks })
  if (!answer) return
  await useLibrary.getState().sync()
  if (answer.value.count > 0) say(done(plural(answer.value.count, 'picture')), answer.value.undo)
}

/** Stars show where they are: they are said, not shown, and can be taken back all the same. */
export async function rateChosen(rating: number): Promise<void> {
  const of = useLibrary.getState().selection()
  if (of === null) return
  const answer = await ask('library.mark', { of, marks: { rating } })
  if (!answer) return
  await useLibrary.getState().sync()
  if (answer.value.count === 0) return
  const pictures = plural(answer.value.count, 'picture')
  const words = rating === 0 ? `Stars taken off ${pictures}` : `${pictures} rated ${plural(rating, 'star')}`
  useLibrary.getState().remember(answer.value.undo, words)
  useNotices.getState().announce(words)
}
