import { checksumOf } from '../platform/checksum.ts'
import type { Db } from './db.ts'
import type { Journal } from './journal.ts'

/** In the database: the byte of the journal at which it says whose it is, so that it need not be read for that. */
const offsetNote = 'journal_home'

/** What a home's journal calls it: it follows from the salt, which stands in the database and in a file of its own. */
export const homeOf = (salt: string): string => checksumOf(`journal ${salt}`)

/**
 * Whether the journal says that it is another home's. One that says nothing, or has lost its line, is taken on: homes of
 * earlier versions have none, and a journal that is gone is written anew from the database.
 */
export function isOthers(db: Db, journal: Journal, home: string): boolean {
  if (saysIt(db, journal, home)) return false
  const { homes } = journal.read()
  return homes.length > 0 && !homes.some((other) => other.home === home)
}

/**
 * Inside a write: has the journal say whose it is.
 * @returns whether it has grown by it
 */
export function bindJournal(db: Db, journal: Journal, home: string): boolean {
  if (saysIt(db, journal, home)) return false
  const known = journal.read().homes.find((other) => other.home === home)
  const from = journal.size()
  if (!known) journal.append([{ v: 1, home }])
  const { offset } = known ?? journal.read(from).homes[0] ?? { offset: from }
  db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
    offsetNote,
    String(offset),
  )
  return !known
}

function saysIt(db: Db, journal: Journal, home: string): boolean {
  const note = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck().get(offsetNote)
  const offset = Number(note ?? 'none')
  return Number.isSafeInteger(offset) && offset >= 0 && journal.homeAt(offset) === home
}
