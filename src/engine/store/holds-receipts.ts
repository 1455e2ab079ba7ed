import { closeSync, existsSync, openSync, readSync } from 'node:fs'

/** The line that says which home's journal it is (journal-home.ts); every journal of a home that was opened has it. */
const homeLine = /^[0-9a-f]{16} \{"v":1,"home":"[^"]*"\}$/

const pieceBytes = 64 * 1024

/**
 * Whether a journal holds the entry of any receipt, whole or not. A home that was only opened has a journal too. Opens
 * nothing to write and reads little: an entry stands at the front, and the room behind the entries is small.
 */
export function holdsReceipts(journal: string): boolean {
  try {
    const fd = openSync(journal, 'r')
    try {
      return holdsMoreThanItsHome(fd)
    } finally {
      closeSync(fd)
    }
  } catch {
    // What is there and cannot be read may hold them.
    return existsSync(journal)
  }
}

function holdsMoreThanItsHome(fd: number): boolean {
  const piece = Buffer.alloc(pieceBytes)
  for (let at = 0; ; ) {
    const got = readSync(fd, piece, 0, pieceBytes, at)
    if (got === 0) return false
    const lines = piece.toString('latin1', 0, got).split(/[\n\0]+/)
    if (lines.some((line) => line !== '' && !homeLine.test(line))) return true
    at += got
  }
}
