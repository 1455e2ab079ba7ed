import { randomUUID } from 'node:crypto'
import type { LibraryFilter } from '../../contract/library.ts'
import { dayKey } from '../../domain/day.ts'
import { ratioCode } from '../../domain/library/ratio.ts'
import { type Item, type ItemRow, itemColumns, itemOf } from './assets.ts'
import type { Db } from './db.ts'
import { type FilterSql, filterSql } from './library-filter.ts'
import { firstRows, type Mark, type ShapeRow, shapesAfter, shapesAmong } from './library-rows.ts'
import { SeqList } from './seq-list.ts'

export interface ListShape {
  ratios: Uint8Array
  days: { day: string; count: number }[]
  next: number | null
  /** Of the whole list; null where only its end tells, or where it was said before. */
  total: number | null
}

export interface LibraryChange {
  removed: number[]
  inserted: { place: number; ratio: number; day: string }[]
  revision: number
}

interface List {
  sql: FilterSql
  seqs: SeqList
  isComplete: boolean
  isCounted: boolean
  /** Newest row that the list knows of. */
  top: number
  /** Where the reading goes on. */
  end: Mark | null
  touched: Set<number>
  /** Those that may stand in another place by now than the one that they have here. */
  moved: Set<number>
  /** How often places in it have changed. */
  revision: number
}

/** Of a list in another order so many newcomers are put in their places; after more it is opened anew. */
const mostPlaced = 200

/** So many lists are kept: one on the screen, one of a picker over it, and those that were typed on the way to a search. */
const keptLists = 8
/** Rows of one stretch: some milliseconds of work, so that no other call waits long. */
const stretch = 16_384
/** More changes than these are not worth telling one by one. */
const mostChanges = 5000

/**
 * What the window has on its grid: rows of a filter, newest first, held still as their sequence numbers, four bytes a
 * picture. A place in a list is found at once, which OFFSET would not do in a million (speed.md), and a choice of
 * 300,000 pictures is two places.
 */
export class LibraryLists {
  readonly #db: Db
  readonly #now: () => number
  readonly #lists = new Map<string, List>()
  /** What was found out about files since the app was opened; null: nobody has looked. */
  readonly #found: { missing: ReadonlySet<number> | null; alike: ReadonlySet<number> | null } = {
    missing: null,
    alike: null,
  }

  constructor(db: Db, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  open(filter: LibraryFilter, limit: number): { list: string; items: Item[] } & ListShape {
    const sql = filterSql(this.#db, filter, this.#now())
    const rows = firstRows<ItemRow & { sortKey: Mark['key'] }>(this.#db, sql, this.#valuesOf(sql), itemColumns, limit)
    const list: List = {
      sql,
      seqs: new SeqList(isNewestFirst(sql)),
      isComplete: rows.length < limit,
      // Counting a million takes longer than reading the first page: the second answer has it.
      isCounted: rows.length < limit || !sql.isWhole,
      top: this.#newest(),
      end: null,
      touched: new Set(),
      moved: new Set(),
      revision: 0,
    }
    const shape = newShape(rows.length, sql)
    for (const { seq, width, height, createdMs, sortKey } of rows) {
      list.seqs.push(seq)
      addTo(shape, [seq, width, height, createdMs, sortKey])
      list.end = { seq, key: sortKey }
    }
    const id = randomUUID()
    this.#lists.set(id, list)
    for (const old of [...this.#lists.keys()].slice(0, -keptLists)) this.#lists.delete(old)
    const total = list.isComplete ? rows.length : null
    return { list: id, items: rows.map(({ sortKey: _, ...row }) => itemOf(row)), ...doneShape(shape, list), total }
  }

  /** The next stretch of a list, as little as a grid needs. Null for a list that is not kept any more. */
  shape(id: string): ListShape | null {
    const list = this.#lists.get(id)
    if (!list) return null
    const { sql, seqs } = list
    const shape = newShape(stretch, sql)
    if (!list.isComplete) {
      const rows = shapesAfter(this.#db, sql, this.#valuesOf(sql), list.end, stretch)
      list.isComplete = rows.length < stretch
      for (const row of rows) {
        const [seq, , , , key] = row
        list.end = { seq, key }
        // What was rated meanwhile may stand before this already, and is met again.
        if ((list.moved.has(seq) || list.touched.has(seq)) && seqs.placeOf(seq) !== null) continue
        seqs.push(seq)
        addTo(shape, row)
      }
    }
    const total = list.isCounted ? null : this.#countWhole()
    list.isCounted = true
    return { ...doneShape(shape, list), total }
  }

  /** Pictures of a list by their places. Null for a list that is not kept any more. */
  slice(id: string, from: number, count: number): Item[] | null {
    const list = this.#lists.get(id)
    if (!list) return null
    const seqs = list.seqs.slice(from, from + count)
    const rows = this.#db
      .prepare<[string], ItemRow>(`SELECT ${itemColumns} FROM assets WHERE seq IN (SELECT value FROM json_each(?))`)
      .all(JSON.stringify(seqs))
    const bySeq = new Map(rows.map((row) => [row.seq, row]))
    return seqs.flatMap((seq) => bySeq.get(seq) ?? []).map(itemOf)
  }

  /** Where a picture stands in a list; null where it does not. */
  placeOf(id: string, assetId: string): number | null {
    const seq = this.#db.prepare<[string], number>('SELECT seq FROM assets WHERE id = ?').pluck().get(assetId)
    return seq === undefined ? null : (this.#lists.get(id)?.seqs.placeOf(seq) ?? null)
  }

  /** Rows of places in a list; null for a list that is not kept any more, and for places of an earlier revision. */
  seqsAt(id: string, revision: number, ranges: readonly (readonly [number, number])[]): number[] | null {
    const list = this.#lists.get(id)
    return list?.revision === revision ? ranges.flatMap(([from, end]) => list.seqs.slice(from, end)) : null
  }

  /** Rows that were changed: every list looks at them again when it is brought up to date. */
  touch(seqs: Iterable<number>): void {
    for (const list of this.#lists.values()) for (const seq of seqs) list.touched.add(seq)
  }

  /** How many pictures a filter has, counted no further than to `most`. */
  count(filter: LibraryFilter, most: number): number {
    const sql = filterSql(this.#db, filter, this.#now())
    const query = `SELECT count(*) FROM (SELECT 1 FROM ${sql.from} WHERE ${sql.where} LIMIT @most)`
    return (
      this.#db
        .prepare<[object], number>(query)
        .pluck()
        .get({ ...this.#valuesOf(sql), most }) ?? 0
    )
  }

  /** Takes in what came, went and changed. Null where the list had better be opened anew. */
  sync(id: string): LibraryChange | null {
    const list = this.#lists.get(id)
    if (!list || list.touched.size > mostChanges) return null
    const { sql, seqs } = list
    const newest = this.#newest()
    const added = this.#db
      .prepare<[number, number], number>('SELECT seq FROM assets WHERE seq > ? ORDER BY seq DESC LIMIT ?')
      .pluck()
      .all(list.top, mostChanges)
    if (added.length === mostChanges) return null
    // Whether a picture has a twin changes with the twin.
    const changed = sql.found === 'alike' ? this.#withTwins([...list.touched, ...added]) : [...list.touched]
    // What lies beyond the part that is known is met when that part is read.
    const frontier = isNewestFirst(sql) && !list.isComplete ? (list.end?.seq ?? Number.MAX_SAFE_INTEGER) : 0
    const asked = [...new Set([...added, ...changed.filter((seq) => seq >= frontier)])]
    const now = new Map(shapesAmong(this.#db, sql, this.#valuesOf(sql), asked).map((row) => [row[0], row]))
    const removed: number[] = []
    const came: ShapeRow[] = []
    for (const seq of asked) {
      const [row, place] = [now.get(seq), seqs.placeOf(seq)]
      if (row && place === null) came.push(row)
      if (!row && place !== null) removed.push(place)
    }
    if (!isNewestFirst(sql) && came.length > mostPlaced) return null
    if (sql.order.key !== null && !list.isComplete) for (const seq of list.touched) list.moved.add(seq)
    list.touched.clear()
    list.top = newest
    removed.sort((a, b) => a - b)
    seqs.removeAt(removed)
    const inserted = (isNewestFirst(sql) ? this.#insert(list, came) : this.#putInPlace(list, came)).map(
      ({ place, row: [, width, height, createdMs] }) => ({
        place,
        ratio: ratioCode(width, height),
        day: hasDays(sql) ? dayKey(createdMs) : '',
      }),
    )
    if (removed.length + inserted.length > 0) list.revision += 1
    return { removed, inserted, revision: list.revision }
  }

  #insert({ seqs }: List, came: ShapeRow[]): { place: number; row: ShapeRow }[] {
    came.sort((a, b) => b[0] - a[0])
    const places = seqs.insert(came.map(([seq]) => seq))
    return came.map((row, at) => ({ place: places[at] ?? 0, row }))
  }

  /** In another order each newcomer goes before the first row behind it that is there; one that would be beyond is met later. */
  #putInPlace({ sql, seqs, isComplete }: List, came: readonly ShapeRow[]): { place: number; row: ShapeRow }[] {
    const waiting = new Map(came.map((row) => [row[0], row]))
    const put: ShapeRow[] = []
    const placed = (row: ShapeRow): number | null => {
      const [seq, , , , key] = row
      waiting.delete(seq)
      const [next] = shapesAfter(this.#db, sql, this.#valuesOf(sql), { seq, key }, 1)
      const behind = next === undefined ? undefined : (waiting.get(next[0]) ?? null)
      const place =
        next === undefined ? (isComplete ? seqs.length : null) : behind ? placed(behind) : seqs.placeOf(next[0])
      if (place === null) return null
      seqs.putAt(place, seq)
      put.push(row)
      return place
    }
    for (const row of came) if (waiting.has(row[0])) placed(row)
    return put.map((row) => ({ place: seqs.placeOf(row[0]) ?? 0, row })).sort((a, b) => a.place - b.place)
  }

  /** How many files are missing, by the last look; null where nobody has looked. */
  get missingCount(): number | null {
    return this.#found.missing?.size ?? null
  }

  setMissing(seqs: readonly number[]): void {
    const before = this.#found.missing ?? new Set<number>()
    this.#found.missing = new Set(seqs)
    this.touch([...before, ...seqs])
  }

  /** They were found again. */
  notMissing(seqs: readonly number[]): void {
    const found = new Set(seqs)
    if (this.#found.missing !== null) this.setMissing([...this.#found.missing].filter((seq) => !found.has(seq)))
    else this.touch(seqs)
  }

  /** Whether what is in a list turns on which pictures look the same. */
  isOfAlike(id: string): boolean {
    return this.#lists.get(id)?.sql.found === 'alike'
  }

  /** Those of some rows that are in the app's trash, or went on to the system's. */
  trashedOf(seqs: readonly number[]): number[] {
    const sql = `SELECT seq FROM assets WHERE seq IN (SELECT value FROM json_each(?)) AND trashed_ms IS NOT NULL`
    return this.#db.prepare<[string], number>(sql).pluck().all(JSON.stringify(seqs))
  }

  /** Pictures of which another one looks the same: one whose like came or went is looked at again. */
  setAlike(seqs: ReadonlySet<number>): void {
    const before = this.#found.alike ?? new Set<number>()
    this.#found.alike = seqs
    if (before === seqs) return
    const changed = [...before].filter((seq) => !seqs.has(seq)).concat([...seqs].filter((seq) => !before.has(seq)))
    for (const { sql, touched } of this.#lists.values())
      if (sql.found === 'alike') for (const seq of changed) touched.add(seq)
  }

  /** Rows, and those of the very same content. */
  #withTwins(seqs: readonly number[]): number[] {
    if (seqs.length === 0) return []
    const sql = `SELECT seq FROM assets WHERE sha256 IN (
      SELECT sha256 FROM assets WHERE seq IN (SELECT value FROM json_each(?)))`
    return this.#db.prepare<[string], number>(sql).pluck().all(JSON.stringify(seqs))
  }

  #valuesOf({ values, found }: FilterSql): Record<string, string | number> {
    return found === null ? values : { ...values, [found]: JSON.stringify([...(this.#found[found] ?? [])]) }
  }

  #newest(): number {
    return this.#db.prepare<[], number | null>('SELECT max(seq) FROM assets').pluck().get() ?? 0
  }

  #countWhole(): number {
    const sql = 'SELECT count(*) FROM assets INDEXED BY assets_shape WHERE trashed_ms IS NULL'
    return this.#db.prepare<[], number>(sql).pluck().get() ?? 0
  }
}

const isNewestFirst = ({ order }: FilterSql): boolean => order.key === null && order.isFalling

/** In an order by something else the pictures of a day do not stand together. */
const hasDays = ({ order }: FilterSql): boolean => order.key === null

interface Making {
  hasDays: boolean
  ratios: Uint8Array
  length: number
  days: { day: string; count: number }[]
  /** Instants of the same quarter of an hour lie on the same day: no time zone is off by less. */
  part: number
  day: string
}

const quarterMs = 900_000

const newShape = (room: number, sql: FilterSql): Making => ({
  hasDays: hasDays(sql),
  ratios: new Uint8Array(room),
  length: 0,
  days: [],
  part: Number.NaN,
  day: '',
})

function addTo(shape: Making, [, width, height, createdMs]: ShapeRow): void {
  shape.ratios[shape.length] = ratioCode(width, height)
  shape.length += 1
  const part = Math.floor(createdMs / quarterMs)
  if (shape.hasDays && part !== shape.part) {
    shape.part = part
    shape.day = dayKey(createdMs)
  }
  const last = shape.days.at(-1)
  if (last?.day === shape.day) last.count += 1
  else shape.days.push({ day: shape.day, count: 1 })
}

const doneShape = (shape: Making, list: List): Omit<ListShape, 'total'> => ({
  ratios: shape.ratios.slice(0, shape.length),
  days: shape.days,
  next: list.isComplete ? null : list.seqs.length,
})
