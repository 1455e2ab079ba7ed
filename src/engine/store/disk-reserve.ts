import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, isNoRoom } from '../../domain/error-code.ts'
import { writeDurably } from '../platform/durable-file.ts'

/** Room for opening the database and a few steps: its shared-memory file takes 32 KiB, a commit some pages. */
const reserveBytes = 256 * 1024
/** Below this much free room the ballast is not made again: it must not be what fills the disk. */
const plentyBytes = 16 * reserveBytes

const pathIn = (folder: string): string => join(folder, 'ballast')

/** Keeps a file whose only use is to be given up when the disk is full. Bytes that no file system can squeeze. */
export function keepDiskReserve(folder: string): void {
  try {
    if (existsSync(pathIn(folder)) || roomIn(folder) < plentyBytes) return
    writeDurably('ballast', pathIn(folder), randomBytes(reserveBytes))
  } catch {
    // A disk that does not take it is told of where it matters: when a receipt is to be written.
  }
}

/** True when there was something to give up. */
export function releaseDiskReserve(folder: string): boolean {
  try {
    if (!existsSync(pathIn(folder))) return false
    rmSync(pathIn(folder))
    return true
  } catch {
    return false
  }
}

/** SQLite says "I/O error" or "cannot open" where it means "full": its shared-memory file found no room. */
export function isFullDisk(error: unknown, folder: string): boolean {
  const code = codeOf(error)
  if (isNoRoom(error) || code === 'SQLITE_FULL') return true
  return /^SQLITE_(IOERR|CANTOPEN)/.test(code) && roomIn(folder) < reserveBytes
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
