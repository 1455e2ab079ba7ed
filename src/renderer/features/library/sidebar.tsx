import {
  Copy as Duplicates,
  Folder,
  Images,
  type LucideIcon,
  Plus,
  Receipt,
  ScanSearch,
  Tag,
  Trash2,
  Unplug,
} from 'lucide-react'
import { type JSX, type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import type { LibraryFacets, LibraryFilter } from '../../../contract/library.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { lookForMissing } from './missing-bar.tsx'
import type { CollectionDeed } from './place-menu.tsx'
import { isWorthKeeping, type Place, smartHere, toPlace } from './places.ts'
import styles from './sidebar.module.css'
import { mostCounted, useSmartCounts } from './use-smart-counts.ts'

const noFacets = { projects: [], collections: [], smart: [], orders: [] } satisfies Partial<LibraryFacets>

interface EntryProps {
  icon: LucideIcon
  label: string
  /** The label is somebody's own. */
  given?: boolean
  count?: string | undefined
  here: boolean
  onGo: () => void
}

function Entry({ icon: Icon, label, given = false, count, here, onGo }: EntryProps): JSX.Element {
  return (
    <li>
      <button type="button" className={styles.place} aria-current={here ? 'page' : undefined} onClick={onGo}>
        <Icon size={16} strokeWidth={1.6} aria-hidden />
        <span className="cut-end">{given ? <AsGiven>{label}</AsGiven> : label}</span>
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </button>
    </li>
  )
}

function Section({ name, children, act }: { name: string; children: ReactNode; act?: ReactNode }): JSX.Element {
  return (
    <section aria-label={name}>
      <div className={styles.head}>
        <h2>{name}</h2>
        {act}
      </div>
      <ul className={styles.list}>{children}</ul>
    </section>
  )
}

const placesIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(`.${styles.place}`)]

/** Where a key leads from a place; null where it leads nowhere. */
function goalOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(count - 1, at + 1)
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : null
}

/** Up and down go from place to place, as in a list. */
function step(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const places = placesIn(event.currentTarget)
  const at = places.indexOf(document.activeElement as HTMLElement)
  const goal = at < 0 ? null : goalOf(event.key, at, places.length)
  if (goal === null) return
  event.preventDefault()
  places[goal]?.focus()
}

/**
 * The Tab key comes to one of all the places: to the one that it was last on, else to the one that is shown. Every recent
 * order is a place, and between a person and the pictures.
 */
function useOneWayIn(): { ref: RefObject<HTMLElement | null>; onFocus: () => void } {
  const ref = useRef<HTMLElement>(null)
  const last = useRef<HTMLElement | null>(null)
  const setWayIn = (): void => {
    const places = ref.current === null ? [] : placesIn(ref.current)
    const { activeElement } = document
    const focused = places.find((place) => place === activeElement)
    if (focused) last.current = focused
    const wayIn =
      places.find((place) => place === last.current) ?? places.find((place) => place.ariaCurrent !== null) ?? places[0]
    for (const place of places) place.tabIndex = place === wayIn ? 0 : -1
  }
  useLayoutEffect(setWayIn)
  return { ref, onFocus: setWayIn }
}

const countWords = (count: number | undefined): string | undefined =>
  count === undefined ? undefined : count >= mostCounted ? t('{count}+', { count: figure(mostCounted) }) : figure(count)

interface GivenEntry extends Pick<EntryProps, 'label' | 'count' | 'here' | 'onGo'> {
  key: string | number
}

/** Places that people named. */
const given = (icon: LucideIcon, of: readonly GivenEntry[]): JSX.Element[] =>
  of.map(({ key, ...entry }) => <Entry key={key} icon={icon} given {...entry} />)

function AddButton({ label, disabled = false, onAdd }: { label: string; disabled?: boolean; onAdd: () => void }) {
  return (
    <button type="button" aria-label={label} disabled={disabled} onClick={onAdd}>
      <Plus size={14} strokeWidth={1.75} aria-hidden />
    </button>
  )
}

interface OwnPlacesProps {
  filter: LibraryFilter
  facets: LibraryFacets | null
  isAll: boolean
  go: (place: Place) => void
}

/** What every library has. */
function OwnPlaces({ filter, facets, isAll, go }: OwnPlacesProps): JSX.Element {
  const some = (count: number | null | undefined): string | undefined => (count ? figure(count) : undefined)
  return (
    <ul className={styles.list}>
      <Entry icon={Images} label={t('All pictures')} here={isAll} onGo={() => go({})} />
      <Entry
        icon={Duplicates}
        label={t('Duplicates')}
        here={filter.show === 'twins'}
        onGo={() => go({ show: 'twins' })}
      />
      <Entry
        icon={Unplug}
        label={t('Missing files')}
        here={filter.show === 'missing'}
        count={some(facets?.missing)}
        onGo={() => {
          go({ show: 'missing' })
          void lookForMissing()
        }}
      />
      <Entry
        icon={Trash2}
        label={t('Trash')}
        here={filter.show === 'trash'}
        count={some(facets?.trashed)}
        onGo={() => go({ show: 'trash' })}
      />
    </ul>
  )
}

/** Where to look in the library: what it has, what people made of it, and what was ordered last. */
export function Sidebar({ onDeed }: { onDeed: (deed: CollectionDeed) => void }): JSX.Element {
  const filter = useLibrary((library) => library.filter)
  const facets = useLibrary((library) => library.facets)
  const setFilter = useLibrary((library) => library.setFilter)
  const showFilter = useLibrary((library) => library.showFilter)
  const counts = useSmartCounts(facets)
  const wayIn = useOneWayIn()
  const smart = smartHere(filter, facets)
  const go = (place: Place): void => (smart === undefined ? setFilter(toPlace(place)) : showFilter(place))
  const isAll = ['show', 'collection', 'project', 'order'].every((name) => !(name in filter)) && smart === undefined
  const { projects, collections, smart: searches, orders } = facets ?? noFacets
  const projectEntries = projects.map(({ name, count }) => {
    return {
      key: name,
      label: name,
      count: figure(count),
      here: filter.project === name,
      onGo: () => go({ project: name }),
    }
  })
  const collectionEntries = collections.map(({ id, name, count }) => {
    const here = filter.collection === id && smart === undefined
    return { key: id, label: name, count: figure(count), here, onGo: () => go({ collection: id }) }
  })
  const smartEntries = searches.map(({ id, name, filter: of }) => {
    return {
      key: id,
      label: name,
      count: countWords(counts.get(id)),
      here: smart?.id === id,
      onGo: () => showFilter(of),
    }
  })
  const orderEntries = orders.map(({ id, title, count }) => {
    return { key: id, label: title, count: figure(count), here: filter.order === id, onGo: () => go({ order: id }) }
  })
  const cannotSave = !isWorthKeeping(filter) || smart !== undefined
  const save = <AddButton label={t('Save this search…')} disabled={cannotSave} onAdd={() => onDeed({ do: 'save' })} />
  const make = <AddButton label={t('New collection…')} onAdd={() => onDeed({ do: 'make' })} />
  return (
    <nav className={styles.sidebar} aria-label={t('Places in the library')} onKeyDown={step} {...wayIn}>
      <OwnPlaces filter={filter} facets={facets} isAll={isAll} go={go} />
      {projects.length > 0 && <Section name={t('Projects')}>{given(Tag, projectEntries)}</Section>}
      <Section name={t('Collections')} act={make}>
        {given(Folder, collectionEntries)}
      </Section>
      <Section name={t('Smart collections')} act={save}>
        {given(ScanSearch, smartEntries)}
      </Section>
      {orders.length > 0 && <Section name={t('Recent orders')}>{given(Receipt, orderEntries)}</Section>}
    </nav>
  )
}
