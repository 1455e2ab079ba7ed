import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Folders } from '../platform/home.ts'
import { ownFile, ownFolder } from '../platform/own-rights.ts'
import type { KeyValueStore } from './key-value-store.ts'

const others = 0o077
const closedNote = 'closed_to_others'

/**
 * Closes what versions before left open (W11): once in each home, since whoever opens it to others afterwards has meant that.
 * @param library the usual one; null: a folder that a person chose, which keeps its rights
 */
export function closeOnce(
  keep: Pick<KeyValueStore, 'note' | 'setNote'>,
  folders: Folders,
  library: string | null,
): void {
  if (process.platform === 'win32' || keep.note(closedNote) !== null) return
  closeToOthers(folders, library)
  try {
    keep.setNote(closedNote, '1')
  } catch {
    // The disk says no just then: the next opening does it once more.
  }
}

/** The folders themselves and what lies in the data's own, no deeper: nobody gets past a closed folder. */
function closeToOthers({ data, cache, practice, settings, memory }: Folders, library: string | null): void {
  const inData = namesIn(data).map((name) => join(data, name))
  const all = [
    data,
    ...inData,
    cache,
    practice,
    settings,
    memory,
    dirname(memory),
    ...(library === null ? [] : [library]),
  ]
  for (const path of all) closeOne(path)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** By its name alone: opening and closing a database's file would let go of its locks. */
function closeOne(path: string): void {
  try {
    const found = lstatSync(path)
    const isFile = found.isFile() && found.nlink === 1
    if (found.uid !== process.geteuid?.() || !(isFile || found.isDirectory())) return
    if ((found.mode & others) !== 0) chmodSync(path, found.mode & (isFile ? ownFile : ownFolder))
  } catch {
    // Not there, or a disk that knows no rights.
  }
}
