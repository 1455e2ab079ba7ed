import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { fold } from '../../../src/engine/store/fold.ts'
import { Journal } from '../../../src/engine/store/journal.ts'
import { KeyValueStore } from '../../../src/engine/store/key-value-store.ts'
import { migrations } from '../../../src/engine/store/migrations/all.ts'
import { Receipts } from '../../../src/engine/store/receipts.ts'
import { fastFolder } from './fast-folder.ts'

/** How many lives share a journal, so that it stays short. */
const livesAJournal = 200

/** Receipts as the store keeps them, with SQLite in memory, made new every so many lives. */
export class MemoryStore {
  readonly folder = fastFolder()
  #lives = 0
  #parts = this.#open()

  get receipts(): Receipts {
    return this.#parts.receipts
  }

  get keep(): KeyValueStore {
    return this.#parts.keyValues
  }

  #open(): { db: Database.Database; journal: Journal; receipts: Receipts; keyValues: KeyValueStore } {
    const place = join(this.folder, String(this.#lives))
    mkdirSync(place)
    const db = new Database(':memory:')
    for (const migration of migrations) db.exec(migration)
    const journal = new Journal(join(place, 'receipts.journal'))
    return { db, journal, receipts: new Receipts(db, journal), keyValues: new KeyValueStore(db) }
  }

  /** A new life begins. Returns how to read one receipt back from the journal alone. */
  begin(): (id: string) => Receipt | undefined {
    this.#lives += 1
    if (this.#lives % livesAJournal === 0) {
      this.#shut()
      this.#parts = this.#open()
    }
    const { journal } = this.#parts
    const from = journal.size()
    return (id) => fold(journal.read(from).entries).get(id)
  }

  #shut(): void {
    const { db, journal } = this.#parts
    db.close()
    journal.close()
    rmSync(join(journal.path, '..'), { recursive: true, force: true })
  }

  close(): void {
    this.#shut()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
