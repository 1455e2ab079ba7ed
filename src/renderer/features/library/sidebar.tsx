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
import type { JSX, KeyboardEvent, ReactNode } from 'react'
import type { LibraryFilter } from '../../../contract/library.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { lookForMissing } from './missing-bar.tsx'
import type { CollectionDeed } from './place-menu.tsx'
import { isWorthKeeping, type Place, smartHere, toPlace } from './places.ts'
import styles from './sidebar.module.css'
import { mostCounted, useSmartCounts } from './use-smart-counts.ts'

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

/** Up and down go from place to place, as in a list; the Tab key leaves it place by place as well. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${styles.place}`)]
  const at = places.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  places[Math.min(places.length - 1, Math.max(0, at + by))]?.focus()
}

const countWords = (count: number | undefined): string | undefined =>
  count === undefined ? undefined : count >= mostCounted ? t('{count}+', { count: figure(mostCounted) }) : figure(count)

/** Where to look in the library: what it has, what people made of it, and what was ordered last. */
export function Sidebar({ onDeed }: { onDeed: (deed: CollectionDeed) => void }): JSX.Element {
  const filter = useLibrary((library) => library.filter)
  const facets = useLibrary((library) => library.facets)
  const setFilter = useLibrary((library) => library.setFilter)
  const showFilter = useLibrary((library) => library.showFilter)
  const counts = useSmartCounts(facets)
  const smart = smartHere(filter, facets)
  const go = (place: Place): void => (smart === undefined ? setFilter(toPlace(place)) : showFilter(place))
  const isAll = ['show', 'collection', 'project', 'order'].every((name) => !(name in filter)) && smart === undefined
  const own = (icon: LucideIcon, label: string, place: LibraryFilter, here: boolean, count?: number): JSX.Element => (
    <Entry
      key={label}
      icon={icon}
      label={label}
      here={here}
      count={count ? figure(count) : undefined}
      onGo={() => go(place)}
    />
  )
  return (
    <nav className={styles.sidebar} aria-label={t('Places in the library')} onKeyDown={step}>
      <ul className={styles.list}>
        {own(Images, t('All pictures'), {}, isAll)}
        {own(Duplicates, t('Duplicates'), { show: 'twins' }, filter.show === 'twins')}
        <Entry
          icon={Unplug}
          label={t('Missing files')}
          here={filter.show === 'missing'}
          count={facets?.missing ? figure(facets.missing) : undefined}
          onGo={() => {
            go({ show: 'missing' })
            void lookForMissing()
          }}
        />
        {own(Trash2, t('Trash'), { show: 'trash' }, filter.show === 'trash', facets?.trashed)}
      </ul>
      {facets !== null && facets.projects.length > 0 && (
        <Section name={t('Projects')}>
          {facets.projects.map(({ name, count }) => (
            <Entry
              key={name}
              icon={Tag}
              label={name}
              given
              count={figure(count)}
              here={filter.project === name}
              onGo={() => go({ project: name })}
            />
          ))}
        </Section>
      )}
      <Section
        name={t('Collections')}
        act={
          <button type="button" aria-label={t('New collection…')} onClick={() => onDeed({ do: 'make' })}>
            <Plus size={14} strokeWidth={1.75} aria-hidden />
          </button>
        }
      >
        {(facets?.collections ?? []).map(({ id, name, count }) => (
          <Entry
            key={id}
            icon={Folder}
            label={name}
            given
            count={figure(count)}
            here={filter.collection === id && smart === undefined}
            onGo={() => go({ collection: id })}
          />
        ))}
      </Section>
      <Section
        name={t('Smart collections')}
        act={
          <button
            type="button"
            aria-label={t('Save this search…')}
            disabled={!isWorthKeeping(filter) || smart !== undefined}
            onClick={() => onDeed({ do: 'save' })}
          >
            <Plus size={14} strokeWidth={1.75} aria-hidden />
          </button>
        }
      >
        {(facets?.smart ?? []).map((one) => (
          <Entry
            key={one.id}
            icon={ScanSearch}
            label={one.name}
            given
            count={countWords(counts.get(one.id))}
            here={smart?.id === one.id}
            onGo={() => showFilter(one.filter)}
          />
        ))}
      </Section>
      {facets !== null && facets.orders.length > 0 && (
        <Section name={t('Recent orders')}>
          {facets.orders.map(({ id, title, count }) => (
            <Entry
              key={id}
              icon={Receipt}
              label={title}
              given
              count={figure(count)}
              here={filter.order === id}
              onGo={() => go({ order: id })}
            />
          ))}
        </Section>
      )}
    </nav>
  )
}
