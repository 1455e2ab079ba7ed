import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupsName, databaseName } from '../platform/file-names.ts'

/** What SQLite keeps beside a database. Where one of these is left by a kill it belongs to that very file and no other. */
export const companions = ['-wal', '-shm', '-journal'] as const

/** Begins the names of a backup's copy that is on its way into the database's place. */
export const restoring = `${databaseName}.restoring`
/** Ends the name of a backup that is being made. */
export const unfinishedBackup = '.part'

/** A database that is not wanted, with what belongs to it. Its companions go last: alone they are nobody's. */
export function removeDatabase(path: string): void {
  for (const end of ['', ...companions]) rmSync(path + end, { force: true })
}

/**
 * Takes away what kills have left of restores and of backups that were being made: whole databases, by no name that
 * anybody uses again. The caller is alone in the home.
 */
export function sweepLeftovers(folder: string): void {
  sweep(folder, (name) => name.startsWith(restoring))
  sweep(join(folder, backupsName), (name) =>
    [unfinishedBackup, ...companions.map((end) => unfinishedBackup + end)].some((end) => name.endsWith(end)),
  )
}

function sweep(folder: string, isLeft: (name: string) => boolean): void {
  try {
    for (const name of readdirSync(folder)) if (isLeft(name)) rmSync(join(folder, name), { force: true })
  } catch {
    // There is no such folder, or this disk may only be read: what lies there is in nobody's way.
  }
}
