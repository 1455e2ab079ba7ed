import type { Statement } from 'better-sqlite3'
import type { Db } from './db.ts'

const known = new WeakMap<Db, Map<string, Statement>>()

/**
 * A statement that is used again and again, compiled once for each connection: compiling is most of what a small one
 * costs. Not for `pluck` or `raw`, which would stay with it.
 */
export function statement<Bind extends unknown[] | object = unknown[], Row = unknown>(
  db: Db,
  sql: string,
): Statement<Bind extends unknown[] ? Bind : [Bind], Row> {
  let ofDb = known.get(db)
  if (ofDb === undefined) {
    ofDb = new Map()
    known.set(db, ofDb)
  }
  let one = ofDb.get(sql)
  if (one === undefined) {
    one = db.prepare(sql)
    ofDb.set(sql, one)
  }
  return one as Statement<Bind extends unknown[] ? Bind : [Bind], Row>
}

/** They belong to a connection that is given up. */
export function forgetStatements(db: Db): void {
  known.delete(db)
}
