import type { LibraryFilter } from '../../contract/library.ts'
import type { Facet } from '../../domain/library/search-words.ts'
import { flagNumbers } from './flag-numbers.ts'

/** Rows in the order of their numbers, straight from an index: what a list can be led by. */
export interface FacetSource {
  /** A table with the index that it is read by. */
  table: string
  seq: string
  where: string
}

/** One thing that a list is narrowed down by. */
export interface Narrowing {
  /** As a question about a row `a`. */
  where: string
  /** Null where no index gives its rows in order. */
  source: FacetSource | null
  /** A table of its own: asking it row by row takes longer than reading it beside the others. */
  isLink: boolean
}

/** Takes a value in, and gives it a name for SQL. */
export type Bind = (value: string | number) => string

/** By a column that has an index of its own. */
function byColumn(index: string, where: string): Narrowing {
  return { where, isLink: false, source: { table: `assets AS a INDEXED BY ${index}`, seq: 'a.seq', where } }
}

/** By a table of links, which is in the order of the pictures. */
function byLink(table: string, which: string): Narrowing {
  return {
    where: `EXISTS (SELECT 1 FROM ${table} AS x WHERE x.${which} AND x.asset_seq = a.seq)`,
    isLink: true,
    source: { table: `${table} AS x`, seq: 'x.asset_seq', where: `x.${which}` },
  }
}

const byColour = (bind: Bind, colour: string): Narrowing => byLink('asset_colours', `colour = ${bind(colour)}`)

/** Each index holds no more than what it is for, and has to be told so. */
function byFlag(bind: Bind, flag: NonNullable<LibraryFilter['flag']>): Narrowing {
  const is = `a.flag = ${bind(flagNumbers[flag])}`
  return flag === 'none'
    ? { where: is, isLink: false, source: null }
    : byColumn('assets_flagged', `a.flag <> 0 AND ${is}`)
}

const byRating = (bind: Bind, rating: number): Narrowing =>
  byColumn('assets_rated', `a.rating > 0 AND a.rating >= ${bind(rating)}`)

const byShape = (bind: Bind, shape: string): Narrowing => byColumn('assets_by_shape', `a.shape = ${bind(shape)}`)

const cutouts = (): Narrowing => byColumn('assets_cutouts', 'a.has_alpha = 1')

function byMedia(media: NonNullable<LibraryFilter['media']>): Narrowing {
  if (media === 'video') return byColumn('assets_videos', "a.media_type = 'video'")
  if (media === 'animation') return byColumn('assets_animations', "a.format = 'gif'")
  return { where: "a.media_type = 'image'", isLink: false, source: null }
}

/** What was chosen in a menu or in the sidebar; times and words are not among them. */
export function chosenIn(filter: LibraryFilter, bind: Bind): Narrowing[] {
  const { media, model, skill, shape, colour, rating, flag, tag, collection, project, order } = filter
  const on = <T>(value: T | undefined, make: (value: T) => Narrowing): Narrowing[] =>
    value === undefined ? [] : [make(value)]
  return [
    ...on(order, (id) => byOrder(bind(id))),
    ...on(collection, (id) => byLink('collection_assets', `collection_id = ${bind(id)}`)),
    ...on(tag, (name) => byLink('asset_tags', `tag_id = (SELECT id FROM tags WHERE name = ${bind(name)})`)),
    ...on(project, (name) => byLink('asset_projects', `project = ${bind(name)}`)),
    ...on(flag, (value) => byFlag(bind, value)),
    ...on(rating, (value) => byRating(bind, value)),
    ...on(colour, (value) => byColour(bind, value)),
    ...on(skill, (name) => byColumn('assets_by_skill', `a.skill = ${bind(name)}`)),
    ...on(model, (name) => byColumn('assets_by_model', `a.model_name = ${bind(name)}`)),
    ...on(shape, (value) => byShape(bind, value)),
    ...on(filter.cutout, cutouts),
    ...on(media, byMedia),
  ]
}

/** What one batch made, or one request: a few, which are put in order. */
const byOrder = (id: string): Narrowing => ({
  isLink: false,
  where: `a.request_id IN (SELECT ${id} UNION ALL SELECT id FROM requests WHERE batch_id = ${id})`,
  source: {
    table: 'assets AS a INDEXED BY assets_of_request',
    seq: 'a.seq',
    where: `a.request_id IN (SELECT ${id} UNION ALL SELECT id FROM requests WHERE batch_id = ${id})`,
  },
})

/** What a word of the search means beside itself; null for a time, which is a stretch of rows. */
export function ofFacet(facet: Facet, bind: Bind): Narrowing | null {
  switch (facet.kind) {
    case 'when':
      return null
    case 'rating':
      return byRating(bind, facet.rating)
    case 'flag':
      return byFlag(bind, facet.flag)
    case 'colour':
      return byColour(bind, facet.colour)
    case 'shape':
      return byShape(bind, facet.shape)
    case 'media':
      return byMedia(facet.media)
    case 'cutout':
      return cutouts()
  }
}
