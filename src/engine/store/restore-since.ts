import { dirname } from 'node:path'
import { putAsset, type WholeRow } from './assets.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { refillGallery } from './gallery-salvage.ts'
import { lookInto } from './look-into.ts'
import { refillMarks, unlessRefused } from './organised-salvage.ts'
import { saltNoted } from './salt.ts'
import { type SalvagedSince, salvageSince, sinceTogether } from './salvage.ts'
import { unfinishedAt } from './unfinished-salvage.ts'

/**
 * What came after a backup cannot be as it was then: requests ordered since keep what they are filed under, and curated
 * pictures kept and pictures made here since stay, also those that the current database has not yet taken over from one that was set aside. All
 * other things of people become those of then.
 * @param incoming the backup's copy, before it takes the place of the current database
 * @param current path of that one, which may be damaged: then what reads comes along; another home's, or not there: nothing
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
    refillMadeHere(incoming, since.madeHere)
  })
}

/** Pictures that were made here since: the older state has neither a row nor a receipt of them. */
function refillMadeHere(db: Db, rows: readonly WholeRow[]): void {
  const known = db.prepare('SELECT 1 FROM assets WHERE id = ?')
  const since = rows.filter(({ asset }) => known.get(asset.id) === undefined)
  for (const { asset } of since) unlessRefused(() => putAsset(db, asset))
  refillMarks(db, since)
}

function readSince(incoming: Db, current: string): SalvagedSince | null {
  const home = saltNoted(incoming)
  const sinceOf = (db: Db): SalvagedSince | null => (isOthers(db, home) ? null : salvageSince(db))
  const newest = lookInto(current, sinceOf)
  if (newest === null) return null
  const pending = unfinishedAt(current, dirname(current)).flatMap((path) => lookInto(path, sinceOf) ?? [])
  // What goes in first holds.
  return sinceTogether([newest, ...pending])
}

/** A new database that was not yet filled has no name of a home, and what is broken may have lost it. */
function isOthers(db: Db, home: string | null): boolean {
  try {
    const salt = saltNoted(db)
    return salt !== null && salt !== home
  } catch {
    return false
  }
}
