import { ArrowDownWideNarrow } from 'lucide-react'
import type { JSX } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { LibraryFilter } from '../../../contract/library.ts'
import { Menu } from '../../components/menu.tsx'
import { perLanguage, t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import styles from './library.module.css'

type Sort = NonNullable<LibraryFilter['sort']> | 'newest'

const sorts = perLanguage((): readonly { id: Sort; label: string }[] => [
  { id: 'newest', label: t('Newest') },
  { id: 'oldest', label: t('Oldest') },
  { id: 'name', label: t('Name') },
  { id: 'rating', label: t('Rating') },
  { id: 'size', label: t('File size') },
  { id: 'price', label: t('Price') },
])

export const sortWords = (sort: LibraryFilter['sort']): string =>
  sorts().find(({ id }) => id === (sort ?? 'newest'))?.label ?? ''

/** What comes first. */
export function SortMenu(): JSX.Element {
  const sort = useLibrary((library) => library.filter.sort)
  const setFilter = useLibrary((library) => library.setFilter)
  return (
    <Menu
      label={t('Sort by')}
      trigger={
        <AriaButton className={styles.sort ?? ''} aria-label={t('Sorted by: {order}', { order: sortWords(sort) })}>
          <ArrowDownWideNarrow size={16} strokeWidth={1.6} aria-hidden />
          <span className="not-narrow">{sortWords(sort)}</span>
        </AriaButton>
      }
      groups={[
        sorts().map(({ id, label }) => ({
          id,
          label,
          chosen: id === (sort ?? 'newest'),
          act: () => setFilter({ sort: id === 'newest' ? undefined : id }),
        })),
      ]}
    />
  )
}
