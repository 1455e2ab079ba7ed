import { setImmediate as breath } from 'node:timers/promises'
import type { Db } from './db.ts'

/** So many receipts are searched before others have their turn: some milliseconds. */
const atOnce = 2000

/** Texts of the home that may name a file: what is typed, what is set (caps, watch folders), and every receipt. */
export class PathReferences {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Texts that hold this one, read piece by piece. */
  async *of(needle: string): AsyncGenerator<string> {
    for (const sql of [
      'SELECT value FROM drafts WHERE instr(value, ?)',
      'SELECT value FROM meta WHERE instr(value, ?)',
    ])
      yield* this.#db.prepare<[string], string>(sql).pluck().all(needle)
    const newest = this.#db.prepare<[], number | null>('SELECT max(seq) FROM requests').pluck().get() ?? 0
    const find = this.#db
      .prepare<[number, number, string], string>(
        'SELECT receipt FROM requests WHERE seq > ? AND seq <= ? AND instr(receipt, ?)',
      )
      .pluck()
    for (let after = 0; after < newest; after += atOnce) {
      yield* find.all(after, after + atOnce, needle)
      await breath()
    }
  }
}
