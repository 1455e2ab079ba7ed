import { dirname, resolve } from 'node:path'
import { makeFolders } from '../make-folders.ts'
import { syncFolder } from './journal.ts'

/**
 * Makes a folder and whatever lies above it, durably: a file that was synced in a folder whose own name was not is gone
 * with the power all the same.
 */
export function makeFolder(path: string, mode?: number): void {
  const first = makeFolders(path, mode)
  if (first === null) return
  const top = dirname(first)
  for (let folder = dirname(resolve(path)); folder.length >= top.length; folder = dirname(folder)) {
    syncFolder(folder)
    if (folder === dirname(folder)) break
  }
}
