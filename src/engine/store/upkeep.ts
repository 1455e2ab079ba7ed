import { statSync } from 'node:fs'
import { keepDiskReserve } from './disk-reserve.ts'
import type { Store } from './store.ts'

/** How old the newest backup may get while there is something to back up. */
const backupEveryMs = 15 * 60_000
const lookEveryMs = 60_000

/**
 * While the app runs: backups, and the ballast made again when there is room. One process does it, the one that drives.
 * @param onTrouble told in words when a backup could not be made
 * @returns ends it, and waits for a backup that is under way
 */
export function startUpkeep(
  store: Store,
  options: { drives: () => boolean; now: () => number; onTrouble: (message: string) => void },
): () => Promise<void> {
  const look = (): void => {
    if (store.readOnly || !options.drives()) return
    keepDiskReserve(store.paths.folder)
    if (!isDue(store.backups.newestOwn(), options.now())) return
    store.backups.make(options.now()).catch((error: unknown) => {
      store.noteTrouble(error)
      const why = error instanceof Error ? error.message : String(error)
      options.onTrouble(`A backup of the database could not be made (${why}). Older backups are untouched.`)
    })
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await store.backups.settled()
  }
}

/** A clock that went back does not keep backups from being made. */
function isDue(newest: string | undefined, nowMs: number): boolean {
  if (newest === undefined) return true
  const ageMs = nowMs - statSync(newest).mtimeMs
  return ageMs >= backupEveryMs || ageMs < 0
}
