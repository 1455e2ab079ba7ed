import { closeSync, fdatasyncSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { happening } from '../../domain/request/receipt.ts'
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

/**
 * The append-only file of receipts, written and synced before SQLite. Each line is a checksum, a space, and an
 * entry as JSON. The caller holds SQLite's write lock while it appends, so processes never write between each other.
 */
export class Journal {
  readonly path: string
  #fd: number

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
    const bytes = Buffer.from((startsOnNewLine ? '' : '\n') + lines.join(''))
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#fd, bytes, written)
    fdatasyncSync(this.#fd)
    return this.size()
  }

  /** Takes off what was appended last and is not to count. The caller knows that nobody has read it. */
  cutTo(size: number): void {
    ftruncateSync(this.#fd, size)
    fsyncSync(this.#fd)
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
    const bytes = Buffer.alloc(Math.max(0, end - from))
    for (let got = 0; got < bytes.length; ) {
      const n = readSync(this.#fd, bytes, got, bytes.length - got, from + got)
      if (n === 0) break
      got += n
    }
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
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
