import { FolderHeart, Images, type LucideIcon, SearchX, Trash2, Unplug } from 'lucide-react'
import type { JSX } from 'react'
import type { LibraryFilter } from '../../../contract/library.ts'
import { holdsWords } from '../../../domain/library/search.ts'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'

/** Why nothing is shown where something narrows the library; null where it has nothing at all. */
function reasonOf({ show, collection, sort: _, ...rest }: LibraryFilter): [LucideIcon, string, string] | null {
  if (Object.keys(rest).length > 0) {
    const cannotFind = rest.search !== undefined && !holdsWords(rest.search)
    const why = cannotFind ? t('Search for letters or numbers.') : t('No picture matches the search and filters above.')
    return [SearchX, t('Nothing found'), why]
  }
  if (show === 'trash')
    return [
      Trash2,
      t('The trash is empty'),
      t('Deleted pictures stay here until you empty the trash. Receipts are always kept.'),
    ]
  if (show === 'twins') return [Images, t('No duplicates'), t('No identical files and no look-alikes in this library.')]
  if (show === 'missing') return [Unplug, t('No file is missing'), t('Every file is where it should be.')]
  if (collection !== undefined)
    return [
      FolderHeart,
      t('This collection is empty'),
      t('Select pictures in the library and add them from the pane on the right. Files are not moved.'),
    ]
  return null
}

export function EmptyLibrary(): JSX.Element {
  const go = useView((view) => view.go)
  const filter = useLibrary((library) => library.filter)
  const clearFilter = useLibrary((library) => library.clearFilter)
  const showAll = (): void => {
    // The button goes with the search; who pressed it goes on at the field.
    document.querySelector<HTMLElement>('input[type="search"]')?.focus()
    clearFilter()
  }
  const reason = reasonOf(filter)
  if (reason !== null) {
    const [icon, title, why] = reason
    return (
      <Empty icon={icon} title={title} acts={<Button onClick={showAll}>{t('Show all pictures')}</Button>}>
        {why}
      </Empty>
    )
  }
  return (
    <Empty
      icon={Images}
      title={t('Your library is empty')}
      acts={
        <>
          <Button look="primary" onClick={() => go('skills')}>
            {t('Cut a picture out')}
          </Button>
          <Button onClick={() => go('create')}>{t('Make a picture')}</Button>
        </>
      }
    >
      {t(
        'Every result is saved here as your own file. Its prompt, settings and receipt stay with it, also offline. Drop a picture on the window to begin.',
      )}
    </Empty>
  )
}
