import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The disk has no room for a file. Carries the system's own code for it, since that is what it foresees. */
class NoRoomError extends Error {
  override name = 'NoRoomError'
  readonly code = 'ENOSPC'
  readonly needsBytes: number
  constructor(needsBytes: number) {
    super('There is no room for the file on this disk.')
    this.needsBytes = needsBytes
  }
}

/** What is written beside a file as it comes home: its folder, its line in a list. */
const besideBytes = 256 * 1024

/**
 * Whether a file can fit, before it is fetched. A disk that does not say how much is left is written to, and may say no then.
 * @param path where it is to be
 * @throws NoRoomError
 */
export async function mustFit(path: string, sizeBytes: number): Promise<void> {
  const room = await statfs(dirname(path)).catch(() => null)
  // Some disks of a network say nothing at all: no blocks, of which none is free.
  if (room === null || room.blocks === 0) return
  if (room.bavail * room.bsize < sizeBytes + besideBytes) throw new NoRoomError(sizeBytes)
}

/** What is said of a result that there is no room for. */
export function fullDiskWords(error: unknown, folder: string): string {
  const needed = error instanceof NoRoomError && error.needsBytes > 0 ? `: it needs ${sizeWords(error.needsBytes)}` : ''
  return `The disk of ${folder} is full, so the file could not be kept${needed}. It is made, and nothing more will be charged for it. Make room; it is then fetched by itself.`
}

const sizeWords = (bytes: number): string => `${Math.max(1, Math.ceil(bytes / 1_000_000)).toLocaleString('en')} MB`
