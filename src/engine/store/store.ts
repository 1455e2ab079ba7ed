import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Assets } from './assets.ts'
import { Claim } from './claim.ts'
import { type Db, openDatabase } from './database.ts'
import { Journal } from './journal.ts'
import { Keep } from './keep.ts'
import { Receipts } from './receipts.ts'

/** Everything durable of one home. The only folder of the engine that knows SQLite. */
export interface Store {
  receipts: Receipts
  assets: Assets
  keep: Keep
  /** What recovery found, in sentences for a person. */
  notices: string[]
  /** Made by a newer version: it can be looked at, nothing is written or sent. */
  readOnly: boolean
  paths: { database: string; journal: string }
  claim(name: string, holder: string): Claim
  /** Changes when another process has written. */
  version(): number
  close(): void
}

/**
 * Opens the store of one folder, making it when it is not there, and takes in what the journal has and SQLite lacks.
 * @throws DurabilityError, or the system's error (no room, no permission)
 */
export async function openStore(folder: string): Promise<Store> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = join(folder, 'printroom.db')
  const journalPath = join(folder, 'receipts.journal')
  const { db, readOnly } = await openDatabase(database)
  const journal = new Journal(journalPath)
  const receipts = new Receipts(db, journal)
  const notices = readOnly
    ? ['This library was made by a newer Printroom. It can be looked at; nothing is sent or changed.']
    : receipts.recover()
  return {
    receipts,
    assets: new Assets(db),
    keep: new Keep(db),
    notices,
    readOnly,
    paths: { database, journal: journalPath },
    claim: (name, holder) => new Claim(db, name, holder),
    version: () => versionOf(db),
    close: () => {
      db.close()
      journal.close()
    },
  }
}

const versionOf = (db: Db): number => Number(db.pragma('data_version', { simple: true }))
