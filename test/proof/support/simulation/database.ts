import Database from 'better-sqlite3'
import type { Db } from '../../../../src/engine/store/db.ts'
import { migrations } from '../../../../src/engine/store/migrations/all.ts'
import { keepStatements } from './statements.ts'

/** A real database of the engine in memory, to be emptied between schedules: making one takes longer than a schedule. */
export function memoryDatabase(): { db: Db; empty: () => void } {
  const db = new Database(':memory:')
  for (const migration of migrations) db.exec(migration)
  db.pragma('foreign_keys = ON')
  const tables = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'asset_words_%' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
  keepStatements(db)
  const clear = tables.filter(({ name }) => name !== 'asset_words').map(({ name }) => db.prepare(`DELETE FROM ${name}`))
  const hasAssets = db.prepare('SELECT 1 FROM assets LIMIT 1').pluck()
  const clearWords = db.prepare("INSERT INTO asset_words (asset_words) VALUES ('delete-all')")
  const empty = db.transaction(() => {
    if (hasAssets.get() === 1) clearWords.run()
    for (const statement of clear) statement.run()
  })
  return { db, empty }
}
