import { ChevronDown, Folder, FolderPlus, Images, Pencil, Trash2, Copy as Twins, Unplug, X } from 'lucide-react'
import type { JSX } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { LibraryFacets, LibraryFilter } from '../../../contract/library.ts'
import { Menu, type MenuEntry } from '../../components/menu.tsx'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import styles from './library.module.css'
import { lookForMissing } from './missing-bar.tsx'
import { type Place, placeName, smartHere, toPlace } from './places.ts'

export type CollectionDeed =
  | { do: 'make' | 'save' }
  | { do: 'rename' | 'drop'; id: number; name: string }
  /** Of a smart collection. */
  | { do: 'renameSearch' | 'dropSearch'; id: string; name: string }

type Go = (place: Place) => void

/** What can be done with collections, and with the one that is shown. */
function deedEntries(
  here: LibraryFacets['collections'][number] | undefined,
  smart: LibraryFacets['smart'][number] | undefined,
  onDeed: (deed: CollectionDeed) => void,
): MenuEntry[] {
  return [
    { id: 'make', label: t('New collection…'), icon: FolderPlus, act: () => onDeed({ do: 'make' }) },
    ...(here
      ? [
          {
            id: 'rename',
            label: t('Rename {name}…', { name: here.name }),
            icon: Pencil,
            act: () => onDeed({ do: 'rename', id: here.id, name: here.name }),
          },
          {
            id: 'drop',
            label: t('Delete {name}…', { name: here.name }),
            icon: X,
            act: () => onDeed({ do: 'drop', id: here.id, name: here.name }),
          },
        ]
      : []),
    ...(smart
      ? [
          {
            id: 'rename search',
            label: t('Rename {name}…', { name: smart.name }),
            icon: Pencil,
            act: () => onDeed({ do: 'renameSearch', id: smart.id, name: smart.name }),
          },
          {
            id: 'drop search',
            label: t('Delete {name}…', { name: smart.name }),
            icon: X,
            act: () => onDeed({ do: 'dropSearch', id: smart.id, name: smart.name }),
          },
        ]
      : []),
  ]
}

/** Places that every library has, beside all of its pictures. */
function otherEntries(filter: LibraryFilter, facets: LibraryFacets | null, go: Go): MenuEntry[] {
  return [
    {
      id: 'twins',
      label: t('Duplicates'),
      icon: Twins,
      chosen: filter.show === 'twins',
      act: () => go({ show: 'twins' }),
    },
    {
      id: 'missing',
      label: t('Missing files'),
      icon: Unplug,
      chosen: filter.show === 'missing',
      ...(facets?.missing ? { aside: figure(facets.missing) } : {}),
      act: () => {
        go({ show: 'missing' })
        void lookForMissing()
      },
    },
    {
      id: 'trash',
      label: t('Trash'),
      icon: Trash2,
      chosen: filter.show === 'trash',
      ...(facets && facets.trashed > 0 ? { aside: figure(facets.trashed) } : {}),
      act: () => go({ show: 'trash' }),
    },
  ]
}

/** The heading, and as it is seen the way to another place of the library: a collection, the duplicates, the trash. */
export function PlaceMenu({ onDeed }: { onDeed: (deed: CollectionDeed) => void }): JSX.Element {
  const filter = useLibrary((library) => library.filter)
  const facets = useLibrary((library) => library.facets)
  const setFilter = useLibrary((library) => library.setFilter)
  const collections = facets?.collections ?? []
  const here = collections.find(({ id }) => id === filter.collection)
  const go: Go = (place) => setFilter(toPlace(place))
  const all: MenuEntry = {
    id: 'all',
    label: t('All pictures'),
    icon: Images,
    chosen: filter.show === undefined && filter.collection === undefined && filter.project === undefined,
    act: () => go({}),
  }
  const own = collections.map(
    ({ id, name, count }): MenuEntry => ({
      id: `collection ${id}`,
      label: name,
      given: true,
      icon: Folder,
      aside: figure(count),
      chosen: id === filter.collection,
      act: () => go({ collection: id }),
    }),
  )
  const deeds = deedEntries(here, smartHere(filter, facets), onDeed)
  const name = placeName(filter, facets)
  return (
    <>
      <h1 className="sr-only">{name}</h1>
      <Menu
        label={t('Places in the library')}
        trigger={
          <AriaButton className={styles.place ?? ''}>
            <span className="sr-only">{`${t('Choose a place, now')} `}</span>
            {name}
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </AriaButton>
        }
        groups={[[all], own, deeds, otherEntries(filter, facets, go)]}
      />
    </>
  )
}
