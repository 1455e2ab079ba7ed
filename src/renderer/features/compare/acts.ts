import type { AssetFlag, LibraryItem, LibraryMarks } from '../../../contract/library.ts'
import { callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { flaggedWords } from '../../format/flag-words.ts'
import { apart, t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'

/** Marks show where they are: they are said, not shown, and can be taken back all the same. */
async function mark(item: LibraryItem, marks: LibraryMarks, message: string): Promise<void> {
  const answer = await callMain('library.mark', { of: { ids: [item.id] }, marks })
  if (!answer) return
  await useLibrary.getState().sync()
  if (answer.value.count === 0) return
  useLibrary.getState().remember(answer.value.undo, message)
  useNotices.getState().announce(message)
}

export const flagOne = (item: LibraryItem, flag: AssetFlag | null): Promise<void> =>
  mark(item, { flag }, flaggedWords(flag, 1))

export const rateOne = (item: LibraryItem, rating: number): Promise<void> =>
  mark(
    item,
    { rating },
    rating === 0
      ? t('Stars removed from {name}', { name: apart(item.name) })
      : t('{name} rated {rating, plural, one {# star} other {# stars}}', { name: apart(item.name), rating }),
  )

const mostStars = 5

/** The better of two has more stars than the other one, and keeps what it has where it has more already. */
export async function better(item: LibraryItem, other: LibraryItem | null): Promise<void> {
  const rating = Math.min(mostStars, Math.max(item.rating, (other?.rating ?? 0) + 1))
  if (rating !== item.rating) await rateOne(item, rating)
  // Of two that have all there are the other one goes down.
  if (other !== null && other.rating >= rating) await rateOne(other, rating - 1)
}

export async function undoMark(): Promise<void> {
  const message = await useLibrary.getState().undo()
  useNotices.getState().announce(message ?? t('Nothing to undo.'))
}
