import { mkdirSync, statSync } from 'node:fs'
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
