import type { Db } from './db.ts'
import { beyond, type FilterSql } from './library-filter.ts'

/** Where a reading goes on: behind the row with this number, and in an order by a key with this key. */
export interface Mark {
  seq: number
  key: string | number | null
}

export type ShapeRow = [
  seq: number,
  width: number | null,
  height: number | null,
  createdMs: number,
  key: string | number | null,
]

const shapeColumns = 'a.seq, a.width, a.height, a.created_ms'

type Values = Record<string, string | number>

/** The next rows of a filter in its order, as little as a grid needs of each. */
export const shapesAfter = (db: Db, sql: FilterSql, values: Values, after: Mark | null, limit: number): ShapeRow[] =>
  queriesAfter(sql, `${shapeColumns}, ${sql.order.key ?? 'NULL'}`, after).reduce<ShapeRow[]>((rows, query) => {
    if (rows.length >= limit) return rows
    const bound = { ...values, ...boundsAfter(sql, after), limit: limit - rows.length }
    return rows.concat(db.prepare<[object]>(query).raw().all(bound) as ShapeRow[])
  }, [])

/** The first rows, with all that is known of them. */
export function firstRows<Row>(db: Db, sql: FilterSql, values: Values, columns: string, limit: number): Row[] {
  const [query = ''] = queriesAfter(sql, `${columns}, ${sql.order.key ?? 'NULL'} AS sortKey`, null)
  return db.prepare<[object], Row>(query).all({ ...values, limit })
}

/** What the queries behind a row are given. */
export const boundsAfter = ({ order }: FilterSql, after: Mark | null): Values =>
  after === null
    ? {}
    : {
        before: after.seq,
        key: after.key ?? '',
        ...(order.key !== null ? {} : order.isFalling ? { below: after.seq } : { above: after.seq, below: beyond }),
      }

/**
 * What is behind a row: in an order by a key first those with the same key, then those behind it, since SQLite finds its
 * way in an index by either, and by both at once it walks from the beginning.
 */
export function queriesAfter(sql: FilterSql, columns: string, after: Mark | null): string[] {
  const { key, isFalling } = sql.order
  const [behind, direction] = isFalling ? ['<', 'DESC'] : ['>', 'ASC']
  const select = (more: string, order: string): string =>
    `SELECT ${columns} FROM ${sql.from} WHERE ${sql.where}${more} ${order} LIMIT @limit`
  const byNumber = (seq: string): string => `ORDER BY ${seq} ${direction}`
  if (key === null) {
    const order = sql.isMerged ? '' : byNumber(sql.seq)
    return [select(after === null || sql.isMerged ? '' : ` AND ${sql.seq} ${behind} @before`, order)]
  }
  const order = `ORDER BY ${key} ${direction}, a.seq ${direction}`
  if (after === null) return [select('', order)]
  return [
    select(` AND ${key} = @key AND a.seq ${behind} @before`, byNumber('a.seq')),
    select(` AND ${key} ${behind} @key`, order),
  ]
}

/** Those of some rows that a filter has, asked for at once: what a filter works out first it works out once then. */
export function shapesAmong(db: Db, sql: FilterSql, values: Values, seqs: readonly number[]): ShapeRow[] {
  if (seqs.length === 0) return []
  const [least, most] = [Math.min(...seqs), Math.max(...seqs)]
  const query = `SELECT ${shapeColumns}, ${sql.order.key ?? 'NULL'}
    FROM json_each(@asked) AS j CROSS JOIN assets AS a ON a.seq = j.value WHERE ${sql.of}`
  return db
    .prepare<[object]>(query)
    .raw()
    .all({ ...values, asked: JSON.stringify(seqs), least, most }) as ShapeRow[]
}
