import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { timelineEntry } from '../../domain/request/receipt.ts'
import { checksumOf } from '../platform/checksum.ts'
import { syncFolder } from '../platform/durable-file.ts'
import { sync, syncData, truncate, write } from '../platform/failpoints.ts'
import { DatabaseGoneError, watchPlace } from '../platform/gone-database.ts'

/**
 * One durable step of one receipt: the members that changed, whole. The first entry of a receipt has them all,
 * so folding a receipt's entries in order gives the receipt.
 */
export const journalEntry = z.object({
  v: z.literal(1),
  id: z.string(),
  revision: z.number().int(),
  set: z.record(z.string(), z.unknown()),
  happenings: z.array(timelineEntry),
})
export type JournalEntry = z.infer<typeof journalEntry>

/** A line that says which home's journal it is (journal-home.ts). */
const homeMark = z.object({ v: z.literal(1), home: z.string() })
type HomeMark = z.infer<typeof homeMark>

export interface JournalRead {
  entries: JournalEntry[]
  /** Homes that it says it is of, with the byte at which it does. */
  homes: { home: string; offset: number }[]
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
 * Room that is written ahead of the entries, as zeros: to overwrite what is there costs a third less than to make a file
 * longer, whose new length must be synced too (measured: npm run bench -- durable-step).
 */
const roomBytes = 256 * 1024

/**
 * The append-only file of receipts, written and synced before SQLite. Each line is a checksum, a space, and an
 * entry as JSON; behind the last one the file may go on with zeros. The caller holds SQLite's write lock while it appends,
 * so processes never write between each other.
 */
export class Journal {
  readonly path: string
  #fd: number
  #isInPlace: () => boolean
  /** Where the entries end, as far as it was looked. */
  #end = 0
  readonly #edge = Buffer.alloc(2)
  /** From here on it is not known what is on the disk: a write or a sync failed. Null: all is synced. */
  #doubtFrom: number | null = null
  /** What was appended from here on is not to count, and could not be cut off yet. */
  #cutAt: number | null = null

  /** @param onlyRead it is there, and nothing can be written to it */
  constructor(path: string, onlyRead = false) {
    this.path = path
    this.#fd = onlyRead ? openSync(path, 'r') : openToWrite(path)
    this.#isInPlace = watchPlace(path)
    this.#end = endOf(this.#fd)
    if (!onlyRead) syncFolder(dirname(path))
  }

  /** @throws DatabaseGoneError where what is appended would be found by nobody */
  mustBeInPlace(): void {
    if (!this.#isInPlace()) throw new DatabaseGoneError()
  }

  get isInDoubt(): boolean {
    return this.#doubtFrom !== null
  }

  /** Where the entries end: the room behind them does not count. */
  size(): number {
    if (this.#endsThere()) return this.#end
    const cut =
      this.#end > fstatSync(this.#fd).size || (this.#end > 0 && readBytes(this.#fd, this.#end - 1, this.#end)[0] === 0)
    if (cut) this.#end = endOf(this.#fd)
    // Another process may have written on from there.
    for (;;) {
      const bytes = readBytes(this.#fd, this.#end, this.#end + lookBytes)
      const zero = bytes.indexOf(0)
      this.#end += zero < 0 ? bytes.length : zero
      if (zero >= 0 || bytes.length < lookBytes) return this.#end
    }
  }

  /** Nearly always so, and asked several times a step: an entry's last byte stands there, and nothing behind it. */
  #endsThere(): boolean {
    if (this.#end === 0) return false
    const got = readSync(this.#fd, this.#edge, 0, 2, this.#end - 1)
    return got > 0 && this.#edge[0] !== 0 && (got === 1 || this.#edge[1] === 0)
  }

  /** Gives the room behind the entries back. The caller holds SQLite's write lock. */
  trim(): void {
    const size = this.size()
    if (this.#doubtFrom === null && fstatSync(this.#fd).size > size) truncate('journal trim', this.#fd, size)
  }

  /** Appends and syncs; returns the new length. A torn line left by an earlier failure is closed off first. */
  append(entries: (JournalEntry | HomeMark)[]): number {
    const lines = entries.map((entry) => {
      const json = JSON.stringify(entry)
      return `${checksumOf(json)} ${json}\n`
    })
    if (this.#doubtFrom !== null) throw new JournalInDoubtError('the journal of receipts was not made sound yet')
    this.mustBeInPlace()
    const from = this.size()
    const bytes = Buffer.from((this.#endsWhole(from) ? '' : '\n') + lines.join(''))
    try {
      this.#makeRoom(from + bytes.length)
      write('journal write', this.#fd, bytes, from)
      syncData('journal sync', this.#fd)
    } catch (error) {
      this.#doubtFrom = from
      throw error
    }
    this.#end = from + bytes.length
    return this.#end
  }

  #makeRoom(needed: number): void {
    const { size } = fstatSync(this.#fd)
    if (needed <= size) return
    try {
      write('journal room', this.#fd, Buffer.alloc(needed - size + roomBytes), size)
    } catch {
      // On a disk without room for more there may still be enough for this entry.
    }
  }

  /** Takes off what was appended last and is not to count. The caller knows that nobody has read it. */
  cutTo(size: number): void {
    this.#cutAt = size
    this.#doubtFrom = Math.min(size, this.#doubtFrom ?? size)
    this.#reopen()
    truncate('journal cut', this.#fd, size)
    sync('journal cut sync', this.#fd)
    this.#end = size
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
    this.#cutTorn(this.#doubtFrom, takenInTo)
    this.rewriteFrom(this.#doubtFrom)
    this.#doubtFrom = null
  }

  /** What a failed write has left of a line is no step: with more written behind it, it would look like one that was lost. */
  #cutTorn(from: number, takenInTo: number): void {
    const size = this.size()
    const whole = from + readBytes(this.#fd, from, size).lastIndexOf(0x0a) + 1
    if (whole >= size || whole < takenInTo) return
    truncate('journal cut', this.#fd, whole)
    sync('journal cut sync', this.#fd)
    this.#end = whole
  }

  /** Writes what stands from a byte on once more, synced and read back: whoever wrote it may have died before its sync. */
  rewriteFrom(offset: number): void {
    const from = Math.max(offset, this.size() - rewriteAtMostBytes)
    const tail = readBytes(this.#fd, from, this.size())
    write('journal rewrite', this.#fd, tail, from)
    syncData('journal rewrite sync', this.#fd)
    if (!readBytes(this.#fd, from, from + tail.length).equals(tail))
      throw new JournalInDoubtError('the journal of receipts does not read as it was written')
  }

  #reopen(): void {
    // Opened anew it would be made anew.
    this.mustBeInPlace()
    const fd = openToWrite(this.path)
    const old = this.#fd
    this.#fd = fd
    try {
      closeSync(old)
    } catch {
      // It may tell of the same failed write once more.
    }
    this.#end = endOf(fd)
  }

  #endsWhole(size: number): boolean {
    return size === 0 || readBytes(this.#fd, size - 1, size)[0] === 0x0a
  }

  /** Reads from a byte offset to the end. Damaged lines are reported and passed over, never guessed at. */
  read(from = 0): JournalRead {
    const end = this.size()
    const bytes = readBytes(this.#fd, from, end)
    const read: JournalRead = { entries: [], homes: [], damaged: [], end }
    for (let start = 0; start < bytes.length; ) {
      const newline = bytes.indexOf(0x0a, start)
      const stop = newline < 0 ? bytes.length : newline
      // A page that was lost reads as zeros; what follows on the next one may be a whole line.
      const lost = bytes.subarray(start, stop).findIndex((byte) => byte !== 0)
      if (lost > 0) {
        read.damaged.push({ offset: from + start, text: '', isTorn: false })
        start += lost
      }
      const text = bytes.toString('utf8', start, stop)
      // One that lacks nothing but its end is whole: the next entry closes it off, and it must not read otherwise then.
      const line = parseLine(text)
      if (line && 'home' in line) read.homes.push({ home: line.home, offset: from + start })
      else if (line) read.entries.push(line)
      else if (text !== '') read.damaged.push({ offset: from + start, text, isTorn: newline < 0 })
      start = stop + 1
    }
    return read
  }

  /** The home that the line at a byte names; null where there is no such line. */
  homeAt(offset: number): string | null {
    const bytes = readBytes(this.#fd, offset, offset + lookBytes)
    const line = parseLine(bytes.toString('utf8', 0, Math.max(0, bytes.indexOf(0x0a))))
    return line && 'home' in line ? line.home : null
  }

  close(): void {
    closeSync(this.#fd)
  }
}

/** Not for appending: what is appended is written wherever the file ends, and this one has room behind its end. */
function openToWrite(path: string): number {
  closeSync(openSync(path, 'a', 0o600))
  return openSync(path, 'r+')
}

const lookBytes = 4096

/** After the last byte that is no zero, searched from the end of the file. */
function endOf(fd: number): number {
  for (let to = fstatSync(fd).size; to > 0; ) {
    const from = Math.max(0, to - roomBytes)
    const bytes = readBytes(fd, from, to)
    let last = bytes.length - 1
    while (last >= 0 && bytes[last] === 0) last -= 1
    if (last >= 0) return from + last + 1
    to = from
  }
  return 0
}

/** Fewer bytes than asked for where the file ends before. */
function readBytes(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, to - from))
  let got = 0
  for (let n = 1; n > 0 && got < bytes.length; got += n) n = readSync(fd, bytes, got, bytes.length - got, from + got)
  return bytes.subarray(0, got)
}

function parseLine(text: string): JournalEntry | HomeMark | null {
  const json = text.slice(17)
  if (text[16] !== ' ' || checksumOf(json) !== text.slice(0, 16)) return null
  try {
    const content: unknown = JSON.parse(json)
    const isMark = typeof content === 'object' && content !== null && 'home' in content
    return isMark ? homeMark.parse(content) : journalEntry.parse(content)
  } catch {
    return null
  }
}
