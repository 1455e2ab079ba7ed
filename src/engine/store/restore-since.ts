import Database from 'better-sqlite3'
import { commit } from './commit.ts'
import type { Db } from './database.ts'
import { refillGallery } from './gallery-salvage.ts'
import { Keep } from './keep.ts'
import { type SalvagedSince, salvageSince } from './salvage.ts'

/**
 * What came after a backup cannot be as it was then: requests ordered since keep what they are filed under, and curated
 * pictures kept since stay. All other things of people become those of then.
 * @param incoming the backup's copy, before it takes the place of the current database
 * @param current path of that one, which may be damaged, another home's, or not there: then nothing comes along
 */
export function bringAlong(incoming: Db, current: string): void {
  const since = readSince(incoming, current)
  if (since === null) return
  commit('refill commit', incoming, () => {
    const isOfThen = incoming.prepare('SELECT 1 FROM requests WHERE id = ?')
    const put = incoming.prepare('INSERT INTO request_projects VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
    for (const { requestId, project, filedMs } of since.filed)
      if (isOfThen.get(requestId) === undefined) put.run(requestId, project, filedMs)
    refillGallery(incoming, since.gallery)
  })
}

function readSince(incoming: Db, current: string): SalvagedSince | null {
  let db: Db
  try {
    db = new Database(current, { readonly: true, fileMustExist: true, timeout: 1000 })
  } catch {
    return null
  }
  try {
    return isSameHome(db, incoming) ? salvageSince(db) : null
  } catch {
    return null
  } finally {
    db.close()
  }
}

const isSameHome = (one: Db, other: Db): boolean => new Keep(one).note('salt') === new Keep(other).note('salt')
