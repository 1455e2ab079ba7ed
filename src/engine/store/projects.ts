import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { KeyValueStore, putNote } from './key-value-store.ts'
import { setNote } from './organised-note.ts'
import { statement } from './statements.ts'

/** The one that new requests of the window are filed under; empty for none. */
const currentNote = 'project'

/** So many are listed, the one filed under last first. */
const mostListed = 500

/** `usedMs`: when something was filed under it last; null where it was only chosen. */
export interface Project {
  name: string
  requests: number
  usedMs: number | null
}

/**
 * What people file their requests under: a client, a campaign. Kept as tags and collections are (organise.ts), and like
 * those not in the journal, which is for money. Names that differ in nothing but their case are one, as it was spelled first.
 */
export class Projects {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Null for what is filed under none, and for what is not known. */
  of(requestId: string): string | null {
    const sql = 'SELECT project FROM request_projects WHERE request_id = ?'
    return statement<[string], { project: string }>(this.#db, sql).get(requestId)?.project ?? null
  }

  /** By the numbers of the requests. */
  all(): Map<string, string> {
    const rows = this.#db.prepare<[], [string, string]>('SELECT request_id, project FROM request_projects').raw()
    return new Map(rows.iterate())
  }

  /** Those in use, and the current one. */
  list(): Project[] {
    const used = this.#db
      .prepare<[number], Project>(
        // Beside max() a bare column is that of the same row: each is spelled as it was used last.
        `SELECT project AS name, count(*) AS requests, max(filed_ms) AS usedMs FROM request_projects
         GROUP BY project ORDER BY usedMs DESC, name LIMIT ?`,
      )
      .all(mostListed)
    const { current } = this
    const isListed = current === null || used.some(({ name }) => name === current)
    return isListed ? used : [{ name: current, requests: 0, usedMs: null }, ...used]
  }

  get current(): string | null {
    return new KeyValueStore(this.#db).note(currentNote) || null
  }

  choose(name: string | null): void {
    commit('keep commit', this.#db, () => {
      putNote(this.#db, currentNote, name === null ? '' : this.#spelled(name))
      setNote(this.#db)
    })
  }

  /**
   * Files requests under a project, or with null under none.
   * @returns the numbers of those that there are; of others nothing is kept
   */
  file(requestIds: readonly string[], name: string | null, atMs: number): string[] {
    return commit('keep commit', this.#db, () => {
      const exists = statement(this.#db, 'SELECT 1 FROM requests WHERE id = ?')
      const known = [...new Set(requestIds)].filter((id) => exists.get(id) !== undefined)
      const forget = statement(this.#db, 'DELETE FROM request_projects WHERE request_id = ?')
      for (const id of known) forget.run(id)
      if (name !== null) {
        // Looked for without those, so that all requests of a project can be filed under its name in another case.
        const spelled = this.#spelled(name)
        const put = statement(this.#db, 'INSERT INTO request_projects VALUES (?, ?, ?)')
        for (const id of known) put.run(id, spelled, Math.trunc(atMs))
      }
      if (known.length > 0) setNote(this.#db)
      return known
    })
  }

  #spelled(name: string): string {
    const sql = `SELECT project FROM request_projects WHERE project = @name
      UNION ALL SELECT value FROM meta WHERE key = @current AND value = @name COLLATE NOCASE LIMIT 1`
    const values = { name, current: currentNote }
    return statement<typeof values, { project: string }>(this.#db, sql).get(values)?.project ?? name
  }
}
