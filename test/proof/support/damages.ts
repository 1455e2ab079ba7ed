import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { fastFolder } from './fast-folder.ts'
import type { Chance } from './random.ts'
import { type HomeFiles, type Moment, names } from './random-homes.ts'

/** What damage may draw on: an earlier moment of the same home, and another home altogether. */
interface Others {
  earlier: Moment
  foreign: Moment
}

type Damage = (files: HomeFiles, chance: Chance, others: Others) => void

const pageBytes = 4096

/** Changes bytes of a copy in place; nothing where there is no such file. */
const inBytes =
  (file: keyof HomeFiles, change: (bytes: Buffer, chance: Chance, others: Others) => Buffer): Damage =>
  (files, chance, others) => {
    const bytes = files[file]
    if (bytes !== null && bytes.length > 0) files[file] = change(Buffer.from(bytes), chance, others)
  }

const flip =
  (reach: number) =>
  (bytes: Buffer, chance: Chance): Buffer => {
    for (let n = 1 + chance.below(12); n > 0; n -= 1) {
      const at = chance.below(Math.min(reach, bytes.length))
      bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8))
    }
    return bytes
  }

const isTextual = (byte: number): boolean => byte >= 0x30 && byte <= 0x7a

/** Values that read as well as before, which SQLite itself cannot notice. */
const changedLetters = (bytes: Buffer, chance: Chance): Buffer => {
  for (let n = 1 + chance.below(6); n > 0; n -= 1) {
    const start = chance.below(bytes.length)
    const at = bytes.findIndex((byte, index) => index >= start && isTextual(byte))
    if (at >= 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(3))
  }
  return bytes
}

const overwritten =
  (fill: (part: Buffer, chance: Chance) => void) =>
  (bytes: Buffer, chance: Chance): Buffer => {
    const start = chance.below(bytes.length)
    fill(bytes.subarray(start, start + 1 + chance.below(2 * pageBytes)), chance)
    return bytes
  }

const noise = (part: Buffer, chance: Chance): void => {
  for (let n = 0; n < part.length; n += 1) part[n] = chance.below(256)
}

const cut = (bytes: Buffer, chance: Chance): Buffer => bytes.subarray(0, chance.below(bytes.length))

const pagesOf = (bytes: Buffer): number => Math.max(1, Math.floor(bytes.length / pageBytes))

/** Whole pages from elsewhere: what a lost or a misdirected write leaves. */
const pagesFrom =
  (source: (others: Others, bytes: Buffer) => Buffer | null, isMoved: boolean) =>
  (bytes: Buffer, chance: Chance, others: Others): Buffer => {
    const from = source(others, bytes)
    if (from === null || from.length < pageBytes) return bytes
    for (let n = 1 + chance.below(3); n > 0; n -= 1) {
      const page = chance.below(Math.min(pagesOf(bytes), pagesOf(from)))
      const target = isMoved ? chance.below(pagesOf(bytes)) : page
      from.copy(bytes, target * pageBytes, page * pageBytes, (page + 1) * pageBytes)
    }
    return bytes
  }

const zeroed = (bytes: Buffer, chance: Chance): Buffer => {
  for (let n = 1 + chance.below(4); n > 0; n -= 1) {
    const start = chance.below(pagesOf(bytes)) * pageBytes
    bytes.subarray(start, start + pageBytes).fill(0)
  }
  return bytes
}

/** What a changed byte within a value does, where it is sure to hit one: every page and index is as it should be. */
const inValues =
  (change: (db: Database.Database, chance: Chance, foreign: string) => void): Damage =>
  (files, chance, others) => {
    if (files.database === null) return
    const folder = fastFolder()
    const [path, foreign] = [join(folder, names.database), join(folder, 'foreign.db')]
    try {
      writeWhole(path, files)
      writeWhole(foreign, others.foreign)
      const db = new Database(path)
      try {
        change(db, chance, foreign)
      } finally {
        db.close()
      }
      Object.assign(files, { database: readFileSync(path), wal: null })
    } catch {
      // Damaged so far already that nothing in it can be changed.
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

function writeWhole(path: string, { database, wal }: HomeFiles): void {
  writeFileSync(path, database ?? '')
  if (wal !== null) writeFileSync(`${path}-wal`, wal)
}

const oneRow = 'seq = (SELECT seq FROM requests ORDER BY seq LIMIT 1 OFFSET abs(?) % (SELECT count(*) FROM requests))'

const changedColumn = (db: Database.Database, chance: Chance): void => {
  const columns = db.prepare<[], { name: string; type: string }>("SELECT name, type FROM pragma_table_info('requests')")
  const others = columns.all().filter(({ name }) => name !== 'seq')
  const { name, type } = others[chance.below(others.length)] ?? { name: 'phase', type: 'TEXT' }
  const value = type === 'TEXT' ? `other ${chance.below(1000)}` : chance.below(100)
  db.prepare(`UPDATE requests SET ${name} = ? WHERE ${oneRow}`).run(value, chance.below(1000))
}

/** A figure in the receipt's own text. */
const changedText = (db: Database.Database, chance: Chance): void => {
  const digits = `replace(receipt, '${chance.below(10)}', '${chance.below(10)}')`
  db.prepare(`UPDATE requests SET receipt = ${digits} WHERE ${oneRow}`).run(chance.below(1000))
}

const lostRow = (db: Database.Database, chance: Chance): void => {
  db.prepare(`DELETE FROM requests WHERE ${oneRow}`).run(chance.below(1000))
}

/** What another home's pages bring with them where every index happens to fit. */
const foreignRows = (db: Database.Database, _: Chance, foreign: string): void => {
  const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('requests') WHERE name <> 'seq'").pluck()
  const names = columns.all().join(', ')
  db.prepare('ATTACH ? AS foreign_home').run(foreign)
  db.prepare(`INSERT INTO requests (${names}) SELECT ${names} FROM foreign_home.requests`).run()
}

/** Of the database, its write-ahead log, or both; the journal is whole. */
export const damagesOfDatabase: readonly [string, Damage][] = [
  ['flipped bits', inBytes('database', flip(Number.POSITIVE_INFINITY))],
  ['changed letters', inBytes('database', changedLetters)],
  ['a changed column', inValues(changedColumn)],
  ['a changed figure', inValues(changedText)],
  ['a lost row', inValues(lostRow)],
  ['foreign rows', inValues(foreignRows)],
  ['flipped bits in the header', inBytes('database', flip(100))],
  ['flipped bits in the first page', inBytes('database', flip(pageBytes))],
  ['flipped bits of the log', inBytes('wal', flip(Number.POSITIVE_INFINITY))],
  ['zeroed pages', inBytes('database', zeroed)],
  [
    'zeroed bytes',
    inBytes(
      'database',
      overwritten((part) => part.fill(0)),
    ),
  ],
  ['noise', inBytes('database', overwritten(noise))],
  ['noise in the log', inBytes('wal', overwritten(noise))],
  ['a cut', inBytes('database', cut)],
  ['a cut log', inBytes('wal', cut)],
  [
    'pages in each other’s place',
    inBytes(
      'database',
      pagesFrom((_, bytes) => bytes, true),
    ),
  ],
  [
    'older pages',
    inBytes(
      'database',
      pagesFrom(({ earlier }) => earlier.database, false),
    ),
  ],
  [
    'foreign pages',
    inBytes(
      'database',
      pagesFrom(({ foreign }) => foreign.database, false),
    ),
  ],
  ['a stale log', (files, _, { earlier }) => void Object.assign(files, { wal: earlier.wal })],
  ['a foreign log', (files, _, { foreign }) => void Object.assign(files, { wal: foreign.wal })],
  ['no log', (files) => void Object.assign(files, { wal: null })],
  ['no database', (files) => void Object.assign(files, { database: null })],
  ['neither', (files) => void Object.assign(files, { database: null, wal: null })],
  ['an empty database', (files) => void Object.assign(files, { database: Buffer.alloc(0) })],
  ['an older database', (files, _, { earlier }) => void Object.assign(files, { database: earlier.database })],
  [
    'an older database with its log',
    (files, _, { earlier: { database, wal } }) => void Object.assign(files, { database, wal }),
  ],
  ['another home’s database', (files, _, { foreign }) => void Object.assign(files, { database: foreign.database })],
  [
    'another home’s database with its log',
    (files, _, { foreign: { database, wal } }) => void Object.assign(files, { database, wal }),
  ],
  ['a text', (files) => void Object.assign(files, { database: Buffer.from('no database at all. '.repeat(500)) })],
]

/** The lines of a journal in another order or with some missing. */
const shuffled = (bytes: Buffer, chance: Chance): Buffer => {
  const lines = bytes.toString('latin1').split('\n').slice(0, -1)
  for (let n = 1 + chance.below(5); n > 0 && lines.length > 0; n -= 1) {
    const [line = ''] = lines.splice(chance.below(lines.length), 1)
    if (chance.percent(50)) lines.splice(chance.below(lines.length + 1), 0, line)
  }
  return Buffer.from(`${lines.join('\n')}\n`, 'latin1')
}

/** Of the journal; the database and its log are whole. */
export const damagesOfJournal: readonly [string, Damage][] = [
  ['flipped bits', inBytes('journal', flip(Number.POSITIVE_INFINITY))],
  [
    'zeroed bytes',
    inBytes(
      'journal',
      overwritten((part) => part.fill(0)),
    ),
  ],
  ['noise', inBytes('journal', overwritten(noise))],
  ['changed letters', inBytes('journal', changedLetters)],
  ['a cut', inBytes('journal', cut)],
  ['lines missing or in another order', inBytes('journal', shuffled)],
  ['an older journal', (files, _, { earlier }) => void Object.assign(files, { journal: earlier.journal })],
  [
    'noise at its end',
    inBytes('journal', (bytes, chance) => {
      const tail = Buffer.alloc(1 + chance.below(300))
      noise(tail, chance)
      return Buffer.concat([bytes, tail])
    }),
  ],
  ['no journal', (files) => void Object.assign(files, { journal: null })],
  ['an empty journal', (files) => void Object.assign(files, { journal: Buffer.alloc(0) })],
]
