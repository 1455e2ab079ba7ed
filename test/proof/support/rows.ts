import Database from 'better-sqlite3'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { migrations } from '../../../src/engine/store/migrations/all.ts'
import { writeReceipt } from '../../../src/engine/store/receipt-rows.ts'

type Row = Record<string, unknown>

const rowsOf = (db: Database.Database): Map<unknown, Row> =>
  new Map(
    db
      .prepare<[], Row>('SELECT * FROM requests')
      .all()
      .map(({ seq: _, receipt: __, checksum: ___, ...row }) => [row.id, row]),
  )

/** Rows whose columns, which are what is summed and looked for, are not those that their receipt gives. */
export function wrongRows(path: string, truth: Receipt[]): string[] {
  const expected = new Database(':memory:')
  try {
    for (const migration of migrations) expected.exec(migration)
    expected.transaction(() => {
      for (const receipt of truth) writeReceipt(expected, receipt)
    })()
    const found = reading(path, rowsOf)
    return [...rowsOf(expected)].flatMap(([id, row]) => {
      const columns = Object.keys(row).filter((name) => row[name] !== found.get(id)?.[name])
      return columns.map((name) => `${id}: ${name} is ${found.get(id)?.[name]}, not ${row[name]}`)
    })
  } finally {
    expected.close()
  }
}

function reading<T>(path: string, read: (db: Database.Database) => T): T {
  const db = new Database(path, { readonly: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** Whether its version number is one that this app has not reached. */
export const looksNewer = (path: string): boolean =>
  reading(path, (db) => Number(db.pragma('user_version', { simple: true })) > migrations.length)

/**
 * Which receipts were set aside, for one of the engine's own reasons: a page of another table in this one's place sets
 * some aside too, which is told and harms none.
 */
export const setAsideIn = (path: string): string[] =>
  reading(path, (db) =>
    db
      .prepare<[], string>(
        `SELECT DISTINCT request_id FROM quarantine WHERE request_id IS NOT NULL
         AND (why LIKE 'two versions%' OR why LIKE 'a journal entry%' OR why LIKE 'an unreadable%')`,
      )
      .pluck()
      .all(),
  )
