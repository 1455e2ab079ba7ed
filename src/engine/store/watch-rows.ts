import { tidy } from '../../domain/quote/tidy.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { isResult } from './result-hashes.ts'
import { statement } from './statements.ts'

/** A file of a watch folder that need not be looked at again. `stat` tells whether it is still the same one. */
export interface KnownFile {
  name: string
  stat: string
  sizeBytes: number
  /** Null for what lay there when the folder was set up and was never read. */
  sha256: string | null
  /** Whether it lay there when the folder was set up. */
  wasThere: boolean
}

type Row = Omit<KnownFile, 'wasThere'> & { wasThere: number }
const fileOf = (row: Row): KnownFile => ({ ...row, wasThere: row.wasThere === 1 })
const columns = 'name, stat, size_bytes AS sizeBytes, sha256, was_there AS wasThere'

/** Stands for the look through the folder when it was set up. No file has this name. */
const lookedThrough = ''

/**
 * What watch folders have found and what they have ordered. The first is a memory that may be lost: then the folder is
 * not watched until a person sets it up anew. The second follows from the receipts and is never lost.
 */
export class WatchRows {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Remembers what lies in a folder when it is set up: none of it is new. */
  setUp(watch: string, files: Iterable<KnownFile>): void {
    commit('watch commit', this.#db, () => {
      this.#put(watch, { name: lookedThrough, stat: '', sizeBytes: 0, sha256: null, wasThere: true })
      for (const file of files) this.#put(watch, file)
    })
  }

  /** Whether this database knows what lay there when the folder was set up. */
  isSetUp(watch: string): boolean {
    const sql = 'SELECT 1 FROM watch_known WHERE watch = ? AND name = ? LIMIT 1'
    return statement(this.#db, sql).get(watch, lookedThrough) !== undefined
  }

  known(watch: string): KnownFile[] {
    return this.#db
      .prepare<[string, string], Row>(`SELECT ${columns} FROM watch_known WHERE watch = ? AND name <> ?`)
      .all(watch, lookedThrough)
      .map(fileOf)
  }

  remember(watch: string, file: KnownFile): void {
    commit('watch commit', this.#db, () => this.#put(watch, file))
  }

  #put(watch: string, { name, stat, sizeBytes, sha256, wasThere }: KnownFile): void {
    statement(
      this.#db,
      `INSERT INTO watch_known VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET sha256 = coalesce(excluded.sha256, sha256)`,
    ).run(watch, name, stat, Math.trunc(sizeBytes), sha256, wasThere ? 1 : 0)
  }

  knowsContent(watch: string, sha256: string): boolean {
    const sql = 'SELECT 1 FROM watch_known WHERE watch = ? AND sha256 = ? LIMIT 1'
    return statement(this.#db, sql).get(watch, sha256) !== undefined
  }

  /** Files of a size that were there from the start and never read: a copy of one of them is not new either. */
  unread(watch: string, sizeBytes: number): KnownFile[] {
    const sql = `SELECT ${columns} FROM watch_known
      WHERE watch = ? AND size_bytes = ? AND sha256 IS NULL AND name <> ?`
    return statement<[string, number, string], Row>(this.#db, sql).all(watch, sizeBytes, lookedThrough).map(fileOf)
  }

  forget(watch: string): void {
    commit('watch commit', this.#db, () => this.#db.prepare('DELETE FROM watch_known WHERE watch = ?').run(watch))
  }

  /** The request that a folder has ordered for a content; null where it has ordered none. */
  orderedFor(watch: string, sha256: string): string | null {
    const sql = 'SELECT id FROM requests WHERE watch = ? AND watch_content = ? LIMIT 1'
    return statement<[string, string], { id: string }>(this.#db, sql).get(watch, sha256)?.id ?? null
  }

  /**
   * What a folder has ordered since a moment. `credits` as for the cap of all orders (cap.ts): what was charged less what
   * was refunded, and the price where nothing is known yet, which is the part that is `uncharged`. Null: one is not known.
   */
  orderedSince(watch: string, sinceMs: number): { count: number; credits: number | null; uncharged: number } {
    const sql = `SELECT count(*) AS n, count(held_credits) AS known, total(held_credits) AS credits,
      total(CASE WHEN holding = 'spent' THEN 0 ELSE held_credits END) AS uncharged
      FROM requests WHERE watch = ? AND approved_ms >= ?`
    const row = statement<[string, number], { n: number; known: number; credits: number; uncharged: number }>(
      this.#db,
      sql,
    ).get(watch, Math.trunc(sinceMs))
    if (!row) return { count: 0, credits: 0, uncharged: 0 }
    return { count: row.n, credits: row.n === row.known ? tidy(row.credits) : null, uncharged: tidy(row.uncharged) }
  }

  /** Numbers of a folder's orders that were charged above their price, newest first. */
  chargedAbove(watch: string): string[] {
    const sql = 'SELECT id FROM requests WHERE watch = ? AND credits_used > credits_quoted ORDER BY seq DESC'
    return statement<[string], { id: string }>(this.#db, sql)
      .all(watch)
      .map(({ id }) => id)
  }

  /** Its newest orders. */
  newest(watch: string, limit: number): string[] {
    const sql = 'SELECT id FROM requests WHERE watch = ? ORDER BY seq DESC LIMIT ?'
    return statement<[string, number], { id: string }>(this.#db, sql)
      .all(watch, limit)
      .map(({ id }) => id)
  }

  /** Whether a file is one that this app has made, also one that has left the library since. */
  isResult(sha256: string): boolean {
    return isResult(this.#db, sha256)
  }
}
