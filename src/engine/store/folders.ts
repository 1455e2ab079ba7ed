import { dirname, resolve } from 'node:path'
import { syncFolder, syncFolderLater } from '../platform/durable-file.ts'
import { makeFolders, makeFoldersLater } from '../platform/make-folders.ts'

/**
 * Makes a folder and whatever lies above it, durably: a file that was synced in a folder whose own name was not is gone
 * with the power all the same.
 */
export function makeFolder(path: string, mode?: number): void {
  const first = makeFolders(path, mode)
  if (first !== null) for (const folder of newlyNamed(path, first)) syncFolder(folder)
}

/** The same without holding up the thread, on a disk that may not answer. */
export async function makeFolderLater(path: string, mode?: number): Promise<void> {
  const first = await makeFoldersLater(path, mode)
  if (first !== null) for (const folder of newlyNamed(path, first)) await syncFolderLater(folder)
}

/** Folders in which a name was made, the lowest first. */
function* newlyNamed(path: string, first: string): Generator<string> {
  const top = dirname(first)
  for (let folder = dirname(resolve(path)); folder.length >= top.length; folder = dirname(folder)) {
    yield folder
    if (folder === dirname(folder)) return
  }
}
