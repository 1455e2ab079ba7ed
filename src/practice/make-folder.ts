import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * With what is missing above it, for this user alone. One after the other: Node's `recursive` has no end where a parent is
 * there and takes no child.
 * @param isLast nothing above it is made
 * @throws the system's error
 */
export function makeFolderAndParents(path: string, isLast = false): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    const isParentMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isParentMissing || isLast || dirname(path) === path) throw error
    makeFolderAndParents(dirname(path))
    makeFolderAndParents(path, true)
  }
}

/**
 * A file of this user alone, where there is none: SQLite makes its own with everybody's rights. One that is there is not
 * opened: closing it again would take this process's locks off it.
 */
export function makePracticeFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch {
    // It is there, or the disk says no: whoever writes it says so.
  }
}
