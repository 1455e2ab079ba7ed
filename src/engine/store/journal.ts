import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { happening } from '../../domain/request/receipt.ts'
import { sync, syncData, truncate, write } from '../durable.ts'
import { checksumOf } from './checksum.ts'

/**
 * One durable step of one receipt: the members that changed, whole. The first entry of a receipt has them all,
 * so folding a receipt's entries in order gives the receipt.
 */
export const journalEntry = z.object({
  v: z.literal(1),
  id: z.string(),
  revision: z.number().int(),
  set: z.record(z.string(), z.unknown()),
  happenings: z.array(happening),
})
export type JournalEntry = z.infer<typeof journalEntry>

export interface JournalRead {
  entries: JournalEntry[]
  /** Lines that are not whole or fail their checksum. Torn: the file ends in it, so it never was synced. */
  damaged: { offset: number; text: string; isTorn: boolean }[]
  /** Where reading stopped: the length of the file at that time. */
  end: number
}

/** What the journal has on the disk is not known. Nothing paid may be sent. */
class JournalInDoubtError extends Error {
  override name = 'JournalInDoubtError'
}

/** A whole journal is not written again for the sake of its end: what is older was synced long ago. */
const rewriteAtMostBytes = 4 * 2 ** 20

/**
 * The append-only file of receipts, written and synced before SQLite. Each line is a checksum, a space, and an
 * entry as JSON. The caller holds SQLite's write lock while it appends, so processes never write between each other.
 */
export class Journal {
  readonly path: string
  #fd: number
  /** From here on it is not known what is on the disk: a write or a sync failed. Null: all is synced. */
  #doubtFrom: number | null = null
  /** What was appended from here on is not to count, and could not be cut off yet. */
  #cutAt: number | null = null

  constructor(path: string) {
    this.path = path
    this.#fd = openSync(path, 'a+', 0o600)
    syncFolder(dirname(path))
  }

  size(): number {
    return fstatSync(this.#fd).size
  }

  /** Appends and syncs; returns the new length. A torn line left by an earlier failure is closed off first. */
  append(entries: JournalEntry[], startsOnNewLine: boolean): number {
    const lines = entries.map((entry) => {
      const json = JSON.stringify(entry)
      return `${checksumOf(json)} ${json}\n`
    })
    if (this.#doubtFrom !== null) throw new JournalInDoubtError('the journal of receipts was not made sound yet')
    const bytes = Buffer.from((startsOnNewLine ? '' : '\n') + lines.join(''))
    const from = this.size()
    try {
      write('journal write', this.#fd, bytes)
      syncData('journal sync', this.#fd)
    } catch (error) {
      this.#doubtFrom = from
      throw error
    }
    return this.size()
  }

  /** Takes off what was appended last and is not to count. The caller knows that nobody has read it. */
  cutTo(size: number): void {
    this.#cutAt = size
    this.#doubtFrom = Math.min(size, this.#doubtFrom ?? size)
    this.#reopen()
    truncate('journal cut', this.#fd, size)
    sync('journal cut sync', this.#fd)
    this.#cutAt = null
    this.#doubtFrom = null
  }

  /**
   * After a failed sync the system may count pages as written that never were, and a second sync then says yes to
   * nothing. So the file is opened anew, what is in doubt is written once more in its place, synced and read back.
   * The caller holds SQLite's write lock.
   *
   * @param takenInTo how far SQLite has taken the journal in: nothing before that is cut off any more
   * @throws the disk's error; until this has passed nothing is appended
   */
  makeSound(takenInTo: number): void {
    if (this.#doubtFrom === null) return
    if (this.#cutAt !== null && this.#cutAt >= takenInTo) {
      this.cutTo(this.#cutAt)
      return
    }
    this.#cutAt = null
    this.#reopen()
    this.rewriteFrom(this.#doubtFrom)
    this.#doubtFrom = null
  }

  /** Writes what stands from a byte on once more, synced and read back: whoever wrote it may have died before its sync. */
  rewriteFrom(offset: number): void {
    const from = Math.max(offset, this.size() - rewriteAtMostBytes)
    const tail = readBytes(this.#fd, from, this.size())
    // A descriptor of its own: the other one only appends, wherever it is told to write.
    const fd = openSync(this.path, 'r+')
    try {
      write('journal rewrite', fd, tail, from)
      syncData('journal rewrite sync', fd)
      if (!readBytes(fd, from, from + tail.length).equals(tail))
        throw new JournalInDoubtError('the journal of receipts does not read as it was written')
    } finally {
      closeSync(fd)
    }
  }

  #reopen(): void {
    const fd = openSync(this.path, 'a+', 0o600)
    const old = this.#fd
    this.#fd = fd
    try {
      closeSync(old)
    } catch {
      // It may tell of the same failed write once more.
    }
  }

  /** Whether the file ends with a whole line, or is empty. */
  endsWhole(): boolean {
    const size = this.size()
    if (size === 0) return true
    const last = Buffer.alloc(1)
    readSync(this.#fd, last, 0, 1, size - 1)
    return last[0] === 0x0a
  }

  /** Reads from a byte offset to the end. Damaged lines are reported and passed over, never guessed at. */
  read(from = 0): JournalRead {
    const end = this.size()
    const bytes = readBytes(this.#fd, from, end)
    const read: JournalRead = { entries: [], damaged: [], end }
    for (let start = 0; start < bytes.length; ) {
      const newline = bytes.indexOf(0x0a, start)
      const stop = newline < 0 ? bytes.length : newline
      const text = bytes.toString('utf8', start, stop)
      const entry = newline < 0 ? null : parseLine(text)
      if (entry) read.entries.push(entry)
      else if (text !== '') read.damaged.push({ offset: from + start, text, isTorn: newline < 0 })
      start = stop + 1
    }
    return read
  }

  close(): void {
    closeSync(this.#fd)
  }
}

/** Fewer bytes than asked for where the file ends before. */
function readBytes(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, to - from))
  let got = 0
  for (let n = 1; n > 0 && got < bytes.length; got += n) n = readSync(fd, bytes, got, bytes.length - got, from + got)
  return bytes.subarray(0, got)
}

function parseLine(text: string): JournalEntry | null {
  const json = text.slice(17)
  if (text[16] !== ' ' || checksumOf(json) !== text.slice(0, 16)) return null
  try {
    return journalEntry.parse(JSON.parse(json))
  } catch {
    return null
  }
}

/** Makes a new name in a folder durable; Windows cannot sync a folder and does not need it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    sync('folder sync', fd)
  } finally {
    closeSync(fd)
  }
}
