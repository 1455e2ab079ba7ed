import type { Database } from 'better-sqlite3'
import { newTokenValue, prefixedId, randomLetters } from '../ids.ts'
import { readMeta, writeMeta } from '../state/meta.ts'

const accounts = [
  { id: 'acc_a', name: 'Studio A', purchased: 1000, daily: 20, welcome: 30, keys: ['Desk', 'Laptop'] },
  { id: 'acc_b', name: 'Studio B', purchased: 40, daily: 0, welcome: 0, keys: ['Desk'] },
]

/** Two accounts and three keys, made once for each home. */
export function seedAccounts(db: Database, now: number): void {
  db.transaction(() => {
    if (readMeta(db, 'keys') !== null) return
    const keys: string[] = []
    for (const account of accounts) {
      db.prepare(
        'INSERT INTO accounts (id, name, purchased, daily, welcome) VALUES (@id, @name, @purchased, @daily, @welcome)',
      ).run(account)
      for (const name of account.keys) {
        const value = newTokenValue()
        db.prepare('INSERT INTO tokens VALUES (?, ?, ?, ?, 1, NULL, ?)').run(
          prefixedId('tok'),
          account.id,
          name,
          value,
          now,
        )
        keys.push(value)
      }
    }
    writeMeta(db, 'keys', JSON.stringify(keys))
    // A session of Studio A. Its form is not in the document; it must not look like an API key (§5.2).
    writeMeta(db, 'session_token', `session.${randomLetters(40)}`)
    writeMeta(db, 'session_account', 'acc_a')
  }).immediate()
}

export function seededKeys(db: Database): string[] {
  return JSON.parse(readMeta(db, 'keys') ?? '[]') as string[]
}

export function sessionTokenOf(db: Database): string {
  return readMeta(db, 'session_token') ?? ''
}
