import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { syncFolder } from './journal.ts'

/**
 * Makes a folder and whatever lies above it, durably: a file that was synced in a folder whose own name was not is gone
 * with the power all the same.
 */
export function makeFolder(path: string, mode?: number): void {
  const first = mkdirSync(path, { recursive: true, ...(mode === undefined ? {} : { mode }) })
  if (first === undefined) return
  const top = dirname(resolve(first))
  for (let folder = dirname(resolve(path)); folder.length >= top.length; folder = dirname(folder)) {
    syncFolder(folder)
    if (folder === dirname(folder)) break
  }
}
