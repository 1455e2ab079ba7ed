import type { LibraryFilter } from '../../contract/library.ts'
import { type Term, understood } from '../../domain/library/search-words.ts'
import { searchTerms } from './asset-words.ts'
import type { Db } from './db.ts'
import { commonSpan, stretchOf } from './library-days.ts'
import { type Bind, chosenIn, type FacetSource, type Narrowing, ofFacet } from './library-facets.ts'
import { orderOf, type SortOrder } from './library-order.ts'

export interface FilterSql {
  /** Tables and conditions; what is selected comes before it, an order and a limit after it. */
  from: string
  where: string
  /** The column of the number: the one that the source gives in order. */
  seq: string
  order: SortOrder
  /**
   * Whether several sources are merged: those give their rows in the order of their numbers, one by one as they are asked
   * for, and an ORDER BY over them would have all of them read first. They begin after `@above` and end before `@below`.
   */
  isMerged: boolean
  /** Conditions on a row `a` that say the same, for few rows that are known: `@least` and `@most` are their numbers. */
  of: string
  values: Record<string, string | number>
  /** What was found out about files since the app was opened and `values` does not have: named where it is used. */
  found: 'alike' | 'missing' | null
  /** Whether the partial index of all that is shown answers it alone. */
  isWhole: boolean
}

/** No row has this number: places of a list are kept in four bytes (seq-list.ts). */
export const beyond = 2 ** 31 - 1

/** A list of fewer is led by them whatever else is asked: that is looked up one by one then. */
const few = 2000

/** A word of prompts that is a narrowing too. */
interface Either {
  narrowing: Narrowing
  /** Pictures with the word, as FTS reads it. */
  match: string
}

interface Asked {
  base: string[]
  strict: Narrowing[]
  eithers: Either[]
  text: string | null
  /** Names of the two ends of a stretch of rows; with no rows nothing was made then. */
  stretch: { from: string; to: string; rows: number } | null
  found: FilterSql['found']
}

/**
 * A filter of the library as SQL. Everything typed goes in as a value. Each thing that is asked has an index in the order of
 * the rows; links and those that hold few are merged, and what holds many
 * is asked of each row that the others leave.
 */
export function filterSql(db: Db, filter: LibraryFilter, nowMs: number): FilterSql {
  const values: Record<string, string | number> = { above: 0, below: beyond }
  const bind: Bind = (value) => {
    const name = `v${Object.keys(values).length}`
    values[name] = value
    return `@${name}`
  }
  const asked = read(db, filter, bind, nowMs)
  const order = orderOf(filter.sort)
  const lead = order.key === null ? leadInOrder(db, asked, values, bind) : leadOfFew(db, asked, values)
  const { from, seq } = fromOf(lead.arms, asked, filter, order)
  const where = [...asked.base, ...lead.rest, ...(lead.arms.length === 1 ? [lead.arms[0]?.source.where ?? ''] : [])]
  if (asked.stretch) where.push(within(seq, asked.stretch))
  return {
    from,
    where: where.join(' AND '),
    seq,
    order,
    isMerged: lead.arms.length > 1,
    of: ofRow(asked),
    values,
    found: asked.found,
    isWhole: lead.arms.length === 0 && where.length === 1 && filter.show === undefined,
  }
}

/** Each is asked of every row: nobody types more of them. */
const mostTerms = 20

function read(db: Db, filter: LibraryFilter, bind: Bind, nowMs: number): Asked {
  const { terms: all, words } = understood(filter.search ?? '')
  const terms = all.slice(0, mostTerms)
  const base = [filter.show === 'trash' ? 'a.trashed_ms IS NOT NULL AND a.removed_ms IS NULL' : 'a.trashed_ms IS NULL']
  if (filter.show === 'twins') base.push(twins)
  if (filter.show === 'missing') base.push(missing)
  const matched = searchTerms(words)
  if (matched === 'nothing') base.push('a.seq < 0')
  const text = matched === null || matched === 'nothing' ? null : matched.match
  const times = terms.flatMap(({ facet }) => (facet.kind === 'when' ? [facet.when] : []))
  const span = commonSpan([...(filter.when === undefined ? [] : [filter.when]), ...times], nowMs)
  const rows = span === null ? null : stretchOf(db, span)
  if (span !== null) base.push(`a.created_ms >= ${bind(span.sinceMs)}`, `a.created_ms < ${bind(span.untilMs)}`)
  return {
    base,
    strict: [...chosenIn(filter, bind), ...terms.flatMap((term) => strictOf(term, bind))],
    eithers: terms.flatMap((term) => eitherOf(term, bind)),
    text: text === null ? null : bind(text),
    stretch:
      span === null
        ? null
        : { from: bind(rows?.from ?? 0), to: bind(rows?.to ?? -1), rows: rows === null ? 0 : rows.to - rows.from + 1 },
    found: filter.show === 'twins' ? 'alike' : filter.show === 'missing' ? 'missing' : null,
  }
}

function strictOf({ facet, word }: Term, bind: Bind): Narrowing[] {
  const narrowing = word === null ? ofFacet(facet, bind) : null
  return narrowing === null ? [] : [narrowing]
}

function eitherOf({ facet, word }: Term, bind: Bind): Either[] {
  const terms = word === null ? null : searchTerms(word)
  const narrowing = terms === null || terms === 'nothing' ? null : ofFacet(facet, bind)
  if (narrowing === null || terms === null || terms === 'nothing') return []
  return [{ narrowing, match: bind(terms.match) }]
}

interface Arm {
  with: 'INTERSECT' | 'UNION'
  source: FacetSource
}

interface Lead {
  arms: Arm[]
  /** What is left to be asked of each row. */
  rest: string[]
}

const inWords = (terms: string): FacetSource => ({
  table: 'asset_words',
  seq: 'rowid',
  where: `asset_words MATCH ${terms}`,
})

/** Whether a source has fewer rows than are worth merging. */
function isSmall(db: Db, { table, where }: FacetSource, values: object): boolean {
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${where} LIMIT ${few})`
  return (db.prepare<[object], number>(sql).pluck().get(values) ?? 0) < few
}

/** Newest or oldest first: by whatever gives rows in that order. */
function leadInOrder(
  db: Db,
  { strict, eithers, text }: Asked,
  values: Record<string, string | number>,
  bind: Bind,
): Lead {
  const arms: Arm[] = []
  const led = eithers.find(({ narrowing }) => narrowing.source !== null)
  if (led?.narrowing.source) {
    // Read from left to right: (those of the colour and the text) or those with the word and the text.
    arms.push({ with: 'INTERSECT', source: led.narrowing.source })
    if (text !== null) arms.push({ with: 'INTERSECT', source: inWords(text) })
    const word = text === null ? led.match : bind(`(${textOf(values, text)}) AND (${textOf(values, led.match)})`)
    arms.push({ with: 'UNION', source: inWords(word) })
  } else if (text !== null) arms.push({ with: 'INTERSECT', source: inWords(text) })
  const rest = eithers.filter((each) => each !== led).map(eitherWhere)
  const large: Narrowing[] = []
  for (const each of strict)
    if (each.source !== null && (each.isLink || isSmall(db, each.source, values)))
      arms.push({ with: 'INTERSECT', source: each.source })
    else large.push(each)
  const first = arms.length === 0 ? large.find(({ source }) => source !== null) : undefined
  if (first?.source) arms.push({ with: 'INTERSECT', source: first.source })
  return { arms, rest: [...rest, ...large.filter((each) => each !== first).map(({ where }) => where)] }
}

/** In another order only what is few may lead: it is sorted; else the index of the order leads. */
function leadOfFew(db: Db, { strict, eithers, text }: Asked, values: Record<string, string | number>): Lead {
  const arms: Arm[] = []
  const rest = eithers.map(eitherWhere)
  for (const { source, where } of strict)
    if (source !== null && isSmall(db, source, values)) arms.push({ with: 'INTERSECT', source })
    else rest.push(where)
  if (text !== null) {
    const words = inWords(text)
    if (arms.length > 0 || isSmall(db, words, values)) arms.push({ with: 'INTERSECT', source: words })
    else rest.push(`a.seq IN (SELECT rowid FROM asset_words WHERE ${words.where})`)
  }
  return { arms, rest }
}

const within = (seq: string, { from, to }: NonNullable<Asked['stretch']>): string => `${seq} BETWEEN ${from} AND ${to}`

const eitherWhere = ({ narrowing, match }: Either): string =>
  `(${narrowing.where} OR a.seq IN (SELECT rowid FROM asset_words WHERE asset_words MATCH ${match}))`

const textOf = (values: Record<string, string | number>, name: string): string => `${values[name.slice(1)] ?? ''}`

function fromOf(
  arms: readonly Arm[],
  asked: Asked,
  { show }: LibraryFilter,
  order: SortOrder,
): { from: string; seq: string } {
  const [only, ...others] = arms
  if (only === undefined) {
    // A short stretch is read and sorted; of a long one the first are found on the way along the order.
    const isShort = asked.stretch !== null && asked.stretch.rows < few
    const index = order.key === null ? (show === undefined ? 'assets_shape' : null) : isShort ? null : order.index
    return { from: index === null ? 'assets AS a' : `assets AS a INDEXED BY ${index}`, seq: 'a.seq' }
  }
  if (others.length > 0) {
    const parts = arms.map(({ with: how, source }, at) => {
      const { table, seq, where } = source
      const between = `${seq} > @above AND ${seq} < @below${asked.stretch ? ` AND ${within(seq, asked.stretch)}` : ''}`
      const head = at === 0 ? `SELECT ${seq} AS n` : `${how} SELECT ${seq}`
      return `${head} FROM ${table} WHERE ${where} AND ${between}`
    })
    // Without a limit SQLite takes the order of what is joined for needless, and leaves it out.
    const merged = `(${parts.join(' ')} ORDER BY 1 ${order.isFalling ? 'DESC' : 'ASC'} LIMIT -1) AS d`
    return { from: `${merged} CROSS JOIN assets AS a ON a.seq = d.n`, seq: 'd.n' }
  }
  const { table, seq } = only.source
  if (table.startsWith('assets AS a')) return { from: table, seq }
  const named = seq === 'rowid' ? `${table}.rowid` : seq
  return { from: `${table} CROSS JOIN assets AS a ON a.seq = ${named}`, seq: named }
}

/** Few rows are asked one by one, whatever leads the list; words are looked for between the first and the last of them. */
function ofRow({ base, strict, eithers, text }: Asked): string {
  const worded = (terms: string): string =>
    `a.seq IN (SELECT rowid FROM asset_words WHERE asset_words MATCH ${terms} AND rowid BETWEEN @least AND @most)`
  return [
    ...base,
    ...strict.map(({ where }) => where),
    ...eithers.map(({ narrowing, match }) => `(${narrowing.where} OR ${worded(match)})`),
    ...(text === null ? [] : [worded(text)]),
  ].join(' AND ')
}

const twins = `(a.sha256 IN (SELECT sha256 FROM assets WHERE trashed_ms IS NULL GROUP BY sha256 HAVING count(*) > 1)
  OR a.seq IN (SELECT value FROM json_each(@alike)))`
const missing = 'a.seq IN (SELECT value FROM json_each(@missing))'
