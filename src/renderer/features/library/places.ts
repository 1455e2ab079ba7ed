import type { LibraryFacets, LibraryFilter } from '../../../contract/library.ts'
import { apart, t } from '../../format/messages.ts'

/** What of a filter says where one is; the rest narrows that down. */
export type Place = Pick<LibraryFilter, 'show' | 'collection' | 'project' | 'order'>

const nowhere = { show: undefined, collection: undefined, project: undefined, order: undefined }

/** A part of a filter that goes to a place and leaves the one before. */
export const toPlace = (place: Place): { [K in keyof Place]: LibraryFilter[K] | undefined } => ({
  ...nowhere,
  ...place,
})

const written = (filter: LibraryFilter): string =>
  JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The kept search that is on the grid just as it was kept. */
export const smartHere = (
  filter: LibraryFilter,
  facets: LibraryFacets | null,
): LibraryFacets['smart'][number] | undefined => facets?.smart.find((one) => written(one.filter) === written(filter))

/** Whether there is anything in a filter that is worth a name of its own. */
export function isWorthKeeping(filter: LibraryFilter): boolean {
  const { show, sort: _, ...rest } = filter
  return show === undefined && Object.keys(rest).some((name) => name !== 'collection' && name !== 'project')
}

/** What the grid holds now, in words: the screen's heading. */
export function placeName(filter: LibraryFilter, facets: LibraryFacets | null): string {
  const { show, collection, project, order } = filter
  if (show === 'trash') return t('Trash')
  if (show === 'twins') return t('Duplicates')
  if (show === 'missing') return t('Missing files')
  const smart = smartHere(filter, facets)
  if (smart) return apart(smart.name)
  if (project !== undefined) return apart(project)
  if (order !== undefined) return apart(facets?.orders.find(({ id }) => id === order)?.title ?? t('Order'))
  const here = facets?.collections.find(({ id }) => id === collection)
  return here ? apart(here.name) : t('Library')
}
