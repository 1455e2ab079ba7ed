import type { AssetFlag, LibraryItem } from '../../../contract/library.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { flaggedWords } from '../../format/flag-words.ts'
import { apart, t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { markPicture } from '../../stores/mark-picture.ts'

export const flagOne = (item: LibraryItem, flag: AssetFlag | null): Promise<void> =>
  markPicture(item.id, { flag }, flaggedWords(flag, 1))

export const rateOne = (item: LibraryItem, rating: number): Promise<void> =>
  markPicture(
    item.id,
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
