import { type Dirent, existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { renameDurably, syncFile } from '../platform/durable-file.ts'
import { atLater } from '../platform/failpoints.ts'
import { backupsName } from '../platform/file-names.ts'
import { makeOwnFile } from '../platform/own-rights.ts'
import { checkDatabase, datedName } from './damage.ts'
import type { Db } from './db.ts'
import { makeFolder } from './folders.ts'
import { type BackupKind, backupsToDrop, endOf, kindOf } from './kept-backups.ts'
import { KeyValueStore } from './key-value-store.ts'
import { removeDatabase, unfinishedBackup } from './leftovers.ts'
import { lookInto } from './look-into.ts'
import { organisedNote } from './organised-note.ts'

/** What the newest backup has. */
const stateNote = 'backup_state'
const backupName = /^printroom-.*\.db$/
const nameAt = (atMs: number, kind: BackupKind): string => `printroom-${datedName(atMs)}${endOf[kind]}`
/** A clock that is set right by less than this leaves them in their order. */
const aheadMs = 86_400_000

/** Copies of the database beside it. Which are kept, `kept-backups.ts` says; each was read whole before another one went. */
export class Backups {
  readonly #db: Db
  readonly #folder: string
  #underWay: Promise<string | null> | null = null

  constructor(db: Db, folder: string) {
    this.#db = db
    this.#folder = join(folder, backupsName)
  }

  /**
   * Makes one if anything worth it has changed since the last.
   * @param kind whether somebody asked for it
   * @returns its path, or null where nothing had changed
   * @throws the disk's error, or DamagedDatabaseError when the copy is not whole; older copies are then untouched
   */
  make(atMs: number, kind: BackupKind = 'own'): Promise<string | null> {
    this.#underWay ??= this.#make(atMs, kind).finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  /** Ends when nothing is under way any more, however it ended. */
  async settled(): Promise<void> {
    await this.#underWay?.catch(() => undefined)
  }

  /** Newest first. */
  list(): string[] {
    return backupsIn(this.#folder, Date.now())
  }

  /** The newest that was not asked for: what somebody asks for does not put off what is made by itself. */
  newestOwn(): string | undefined {
    return this.list().find((path) => kindOf(path) === 'own')
  }

  async #make(atMs: number, kind: BackupKind): Promise<string | null> {
    const state = this.#state()
    const keyValues = new KeyValueStore(this.#db)
    if (state === keyValues.note(stateNote) && this.list().length > 0) return null
    makeFolder(this.#folder, 0o700)
    const path = join(this.#folder, nameAt(atMs, kind))
    const part = path + unfinishedBackup
    try {
      makeOwnFile(part)
      await atLater('backup copy', () => this.#db.backup(part))
      makeSingleFile(part)
      renameDurably('backup rename', part, path)
    } finally {
      removeDatabase(part)
    }
    keyValues.setNote(stateNote, state)
    const ahead = aheadOf(atMs)
    for (const old of backupsToDrop(path, backupsIn(this.#folder, atMs), (one) => basename(one) > ahead)) rmSync(old)
    return path
  }

  /** Beats of the claim and caches change all the time and are not worth a copy. */
  #state(): string {
    return JSON.stringify(
      this.#db
        .prepare(
          `SELECT (SELECT value FROM meta WHERE key = 'journal_offset'), (SELECT max(seq) FROM assets),
             (SELECT count(*) FROM assets WHERE trashed_ms IS NOT NULL), (SELECT max(at_ms) FROM drafts),
             (SELECT value FROM meta WHERE key = ?), (SELECT count(*) FROM gallery), (SELECT max(read_ms) FROM gallery)`,
        )
        .raw()
        .get(organisedNote),
    )
  }
}

/** Paths of the backups of a home's folder, newest first; the database need not open for it. */
export const listBackups = (folder: string): string[] => backupsIn(join(folder, backupsName), Date.now())

const aheadOf = (nowMs: number): string => nameAt(nowMs + aheadMs, 'own')

/** Those dated well ahead are from a day when the clock was wrong: nobody knows which, so they count as the oldest. */
function backupsIn(folder: string, nowMs: number): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (isBackup(entry) ? [entry.name] : []))
  const ahead = aheadOf(nowMs)
  const newestFirst = names.sort().reverse()
  return [...newestFirst.filter((name) => name <= ahead), ...newestFirst.filter((name) => name > ahead)].map((name) =>
    join(folder, name),
  )
}

/** What is no file, of whatever name, was not made here: it is neither listed nor removed. */
const isBackup = (entry: Dirent): boolean => backupName.test(entry.name) && (entry.isFile() || entry.isSymbolicLink())

/** The path of what has a backup's name; null where nothing has it. */
export function backupNamed(folder: string, name: string): string | null {
  const path = join(folder, backupsName, name)
  return backupName.test(name) && basename(name) === name && existsSync(path) ? path : null
}

/** How many receipts a backup has; 0 where it cannot be read. */
export const receiptsInBackup = (path: string): number =>
  lookInto(path, (db) => db.prepare<[], number>('SELECT count(*) FROM requests').pluck().get()) ?? 0

/** Out of WAL mode, so that a copy is one file; read whole, so that a broken database never pushes out good copies. */
function makeSingleFile(path: string): void {
  const db = new Database(path)
  try {
    db.pragma('journal_mode = DELETE')
    checkDatabase(db)
  } finally {
    db.close()
  }
  syncFile('backup sync', path)
}
