import { readProject } from '../../domain/ledger/project-name.ts'
import type { Db } from './db.ts'

/** What one request is filed under. */
export interface Filed {
  requestId: string
  project: string
  filedMs: number
}

/** Reads it from a database that was put away. The first step throws where an older version made it: that had none. */
export function* readFiled(db: Db): Generator<Filed> {
  // Where the damage lies nothing is of the kind that its column says.
  const rows = db.prepare<[], Filed>(
    `SELECT request_id AS requestId, project, filed_ms AS filedMs FROM request_projects
     WHERE typeof(request_id) = 'text' AND typeof(project) = 'text' AND typeof(filed_ms) = 'integer'`,
  )
  for (const row of rows.iterate()) if (readProject(row.project) === row.project) yield row
}

/** Into a new database, for the requests that are in it again. Called inside a write. */
export function refillFiled(db: Db, filed: readonly Filed[]): void {
  const put = db.prepare(
    `INSERT INTO request_projects SELECT id, ?, ? FROM requests WHERE id = ? ON CONFLICT (request_id) DO NOTHING`,
  )
  for (const { requestId, project, filedMs } of filed) put.run(project, filedMs, requestId)
}
