import type { Database } from 'better-sqlite3'

export function readMeta(db: Database, name: string): string | null {
  const row = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE name = ?').get(name)
  return row?.value ?? null
}

export function writeMeta(db: Database, name: string, value: string): void {
  db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value').run(name, value)
}
