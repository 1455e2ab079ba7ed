import { extname } from 'node:path'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { statement } from './statements.ts'

/** A result that is to be copied, or was. `path`: where the copy was put. */
export interface CopyRow {
  assetId: string
  requestId: string
  state: 'waiting' | 'made' | 'failed'
  path: string | null
  problem: string | null
}

const columns = 'asset_id AS assetId, request_id AS requestId, state, path, problem'

/** Copies of results that go elsewhere too: what was wished stands in the receipt, here is what became of it. */
export class Copies {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Remembers that a copy is to be made. Once made or given up it stays so, however often its result comes home. */
  want(assetId: string, requestId: string, atMs: number): void {
    commit('copies commit', this.#db, () =>
      statement(
        this.#db,
        "INSERT INTO copies VALUES (?, ?, 'waiting', NULL, NULL, ?) ON CONFLICT (asset_id) DO NOTHING",
      ).run(assetId, requestId, Math.trunc(atMs)),
    )
  }

  /** The oldest one that waits; null where none does. */
  next(): CopyRow | null {
    const sql = `SELECT ${columns} FROM copies WHERE state = 'waiting' ORDER BY at_ms, asset_id LIMIT 1`
    return statement<[], CopyRow>(this.#db, sql).get() ?? null
  }

  made(assetId: string, path: string): void {
    this.#settle(assetId, 'made', path, null)
  }

  failed(assetId: string, problem: string): void {
    this.#settle(assetId, 'failed', null, problem)
  }

  #settle(assetId: string, state: CopyRow['state'], path: string | null, problem: string | null): void {
    commit('copies commit', this.#db, () =>
      statement(this.#db, 'UPDATE copies SET state = ?, path = ?, problem = ? WHERE asset_id = ?').run(
        state,
        path,
        problem,
        assetId,
      ),
    )
  }

  ofRequest(requestId: string): CopyRow[] {
    return statement<[string], CopyRow>(
      this.#db,
      `SELECT ${columns} FROM copies WHERE request_id = ? ORDER BY asset_id`,
    ).all(requestId)
  }

  /** Whether a copy was put there. */
  isAt(path: string): boolean {
    return statement(this.#db, 'SELECT 1 FROM copies WHERE path = ? LIMIT 1').get(path) !== undefined
  }

  /** Whether a copy was put there, or beside it under the same name with another ending. */
  isNamed(path: string): boolean {
    const stem = path.slice(0, path.length - extname(path).length)
    // The sign after the dot: all that begins with the stem and a dot lies between the two.
    const within = statement<[string, string]>(this.#db, 'SELECT 1 FROM copies WHERE path > ? AND path < ? LIMIT 1')
    return within.get(`${stem}.`, `${stem}/`) !== undefined
  }

  /** By a person's act: those of its results that are not where they were to go are made again. Returns how many. */
  again(assets: readonly { id: string }[], requestId: string, atMs: number): number {
    return commit('copies commit', this.#db, () => {
      const put = this.#db.prepare(
        `INSERT INTO copies VALUES (?, ?, 'waiting', NULL, NULL, ?)
         ON CONFLICT (asset_id) DO UPDATE SET state = 'waiting', path = NULL, problem = NULL`,
      )
      for (const { id } of assets) put.run(id, requestId, Math.trunc(atMs))
      return assets.length
    })
  }
}
