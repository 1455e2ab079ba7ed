import { closeSync, openSync } from 'node:fs'
import { chmod, stat } from 'node:fs/promises'

// What is ours is closed to other accounts of the computer from its making (W11). Windows has no such rights: there the
// folders lie in the account's own, which the system closes.

export const ownFolder = 0o700
export const ownFile = 0o600

/** In a folder of such a kind nobody changes what is another's. */
const sticky = 0o1000

/**
 * A file that goes into a folder that somebody else has made (copies, `--out`, a library that was moved) can be read there by
 * whom the folder lets read, as if it were new: the library's own is ours alone. Where a disk knows no rights it stays.
 */
export async function asItsFolder(folder: string, file: string): Promise<void> {
  if (process.platform === 'win32') return
  try {
    const { mode } = await stat(folder)
    await chmod(file, ownFile | (mode & (mode & sticky ? 0o044 : 0o064)))
  } catch {
    return
  }
}

/** An empty file of ours, for what makes files with everybody's rights (SQLite gives its companions those of the database). */
export function makeOwnFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', ownFile))
  } catch {
    // It is there, or the disk says no: whoever writes it says so.
  }
}
