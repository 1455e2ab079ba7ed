import { randomUUID } from 'node:crypto'
import type { Db } from './db.ts'
import { statement } from './statements.ts'

/** Changes with every act of organising: a backup asks for it, to see whether there is anything new. */
export const organisedNote = 'organised'

export function setNote(db: Db): void {
  const sql = 'INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'
  statement(db, sql).run(organisedNote, randomUUID())
}
