import { PanelLeft, PanelRight } from 'lucide-react'
import { type JSX, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { SearchField } from '../../components/field.tsx'
import pane from '../../components/pane.module.css'
import { Range } from '../../components/range.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { perLanguage, t } from '../../format/messages.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { Filters } from './filters.tsx'
import styles from './library.module.css'
import { type CollectionDeed, PlaceMenu } from './place-menu.tsx'
import { isWorthKeeping, smartHere } from './places.ts'
import { SearchChips } from './search-chips.tsx'
import { SortMenu } from './sort-menu.tsx'

const media = perLanguage(
  () =>
    [
      { value: 'all', label: t('All') },
      { value: 'image', label: t('Images') },
      { value: 'video', label: t('Videos') },
      { value: 'animation', label: t('Animations') },
    ] as const,
)

/** What stands in the field, which is searched for once one has stopped typing. */
function useTypedSearch(): [string, (typed: string) => void] {
  const search = useLibrary((library) => library.filter.search ?? '')
  const setFilter = useLibrary((library) => library.setFilter)
  const [typed, setTyped] = useState(search)
  const settled = useDebounced(typed, 180)
  // What the field itself asked for last: any other search came from elsewhere, and the field follows it.
  const asked = useRef(search)
  useEffect(() => {
    asked.current = settled.trim()
    setFilter({ search: asked.current === '' ? undefined : asked.current })
  }, [settled, setFilter])
  useEffect(() => {
    if (search === asked.current) return
    asked.current = search
    setTyped(search)
  }, [search])
  return [typed, setTyped]
}

function FilterBar({ onDeed }: { onDeed: (deed: CollectionDeed) => void }): JSX.Element {
  const filter = useLibrary((library) => library.filter)
  const facets = useLibrary((library) => library.facets)
  const setFilter = useLibrary((library) => library.setFilter)
  return (
    <div className={styles.filterBar}>
      <SearchChips />
      <Segmented
        label={t('Media')}
        options={media()}
        value={filter.media ?? 'all'}
        onChoose={(value) => setFilter({ media: value === 'all' ? undefined : value })}
      />
      <Filters />
      {isWorthKeeping(filter) && smartHere(filter, facets) === undefined && (
        <Button look="quiet" small className="push" onClick={() => onDeed({ do: 'save' })}>
          {t('Save search…')}
        </Button>
      )}
    </div>
  )
}

export function LibraryTools({
  sidebar,
  onSidebar,
  onDetails,
  onDeed,
}: {
  sidebar: boolean
  onSidebar: () => void
  onDetails: () => void
  onDeed: (deed: CollectionDeed) => void
}): JSX.Element {
  const total = useLibrary((library) => library.total)
  // Before the list was counted its first page is no number to show.
  const isCounted = useLibrary((library) => library.isWhole || library.total > library.ratioCodes.count)
  const rowHeight = useView((view) => view.rowHeight)
  const setRowHeight = useView((view) => view.setRowHeight)
  const [typed, setTyped] = useTypedSearch()
  return (
    <>
      <div className={cx(pane.toolbar, styles.tools)}>
        <Button
          look="quiet"
          small
          square
          aria-label={t('Sidebar')}
          aria-expanded={sidebar}
          className={styles.sidebarButton}
          onClick={onSidebar}
        >
          <PanelLeft className="points" size={16} strokeWidth={1.6} aria-hidden />
        </Button>
        <PlaceMenu onDeed={onDeed} />
        <span className={cx('figure hint', styles.total)} aria-live="polite">
          {isCounted && figure(total)}
          {isCounted && <span className="sr-only">{` ${t('pictures')}`}</span>}
        </span>
        <div className={cx(styles.search, 'push')}>
          <SearchField
            label={t('Search the library')}
            placeholder={t('harbour, last week, blue, four stars')}
            value={typed}
            onText={setTyped}
          />
        </div>
        <SortMenu />
        <span className={cx(pane.divider, 'not-narrow')} />
        <span className="row not-narrow">
          <Range
            label={t('Picture size')}
            min={72}
            max={320}
            step={8}
            value={rowHeight}
            valueText={t('{height} pixels high', { height: rowHeight })}
            onChange={setRowHeight}
          />
        </span>
        <Button look="quiet" small square className="only-narrow" aria-label={t('Details')} onClick={onDetails}>
          <PanelRight className="points" size={16} strokeWidth={1.6} aria-hidden />
        </Button>
      </div>
      <FilterBar onDeed={onDeed} />
    </>
  )
}
