import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseName, journalName } from '../platform/file-names.ts'
import { watchPlace } from '../platform/gone-database.ts'
import { Assets } from './assets.ts'
import { Backups } from './backups.ts'
import { Claim } from './claim.ts'
import { ColourRows } from './colour-rows.ts'
import { commit } from './commit.ts'
import { Copies } from './copies.ts'
import {
  asideSentence,
  checkAtOpening,
  checkNewer,
  damageOf,
  markForCheck,
  refuseOtherHome,
  setAside,
} from './damage.ts'
import { openAnew, openDatabase, openToLook } from './database.ts'
import type { Db } from './db.ts'
import { isFullDisk, keepDiskReserve, releaseDiskReserve } from './disk-reserve.ts'
import { DurableSettings, takeInLastingNotes } from './durable-settings.ts'
import { makeFolder } from './folders.ts'
import { GalleryRows } from './gallery-rows.ts'
import { HomeLock } from './home-lock.ts'
import { Journal } from './journal.ts'
import { homeOf, isOthers } from './journal-home.ts'
import { KeyValueStore, putNote } from './key-value-store.ts'
import { sweepLeftovers } from './leftovers.ts'
import { LibraryLists } from './library-lists.ts'
import { openOnlyRead } from './only-read.ts'
import { Organise } from './organise.ts'
import { PathReferences } from './path-references.ts'
import { Projects } from './projects.ts'
import { hasOrphans, libraryNote, refill, refillAssets } from './rebuild.ts'
import { ReceiptQueries } from './receipt-queries.ts'
import { Receipts } from './receipts.ts'
import { mustBeInPlace, openingsOf, reopenableDatabase } from './reopenable-database.ts'
import { rewordRowsOfBefore } from './reword.ts'
import { isSalt, newSalt, saltInFile, saltNoted, writeSalt } from './salt.ts'
import { salvageFrom, together } from './salvage.ts'
import { SmartCollections } from './smart-collections.ts'
import { beginSalvage, forgiveSalvage, unfinishedAt } from './unfinished-salvage.ts'
import { WatchRows } from './watch-rows.ts'
import { whyOnlyRead } from './why-only-read.ts'

/** Everything durable of one home. The only folder of the engine that knows SQLite. */
export interface Store {
  receipts: Receipts
  assets: Assets
  /** What the window has on its grid, and what people do with it. */
  lists: LibraryLists
  organise: Organise
  smart: SmartCollections
  colours: ColourRows
  /** What people file their requests under. */
  projects: Projects
  keyValues: KeyValueStore
  gallery: GalleryRows
  settings: DurableSettings
  queries: ReceiptQueries
  /** Copies of results that go elsewhere too. */
  copies: Copies
  watches: WatchRows
  backups: Backups
  pathReferences: PathReferences
  /** Of this home's key fingerprints. */
  salt: string
  /** What recovery found, in sentences for a person. */
  notices: string[]
  /** Made by a newer version, or on a full disk: it can be looked at, nothing is written or sent. */
  readOnly: boolean
  paths: { database: string; journal: string; folder: string }
  claim(name: string, holder: string): Claim
  /** What an error of a look says of the database; others say nothing of it. */
  noteTrouble(error: unknown): void
  /** @throws DatabaseGoneError where its files were moved, deleted or replaced under it */
  mustBeInPlace(): void
  /** Changes when another process has written, also what it had left in the journal alone when it died. */
  version(): string
  close(): void
}

interface Opened {
  db: Db
  journal: Journal
  receipts: Receipts
  notices: string[]
  readOnly: boolean
}

/** Up to this size the whole journal is compared with the database at every first opening; above, after a crash only. */
const alwaysCompareBytes = 8 * 2 ** 20

/**
 * Opens the store of one folder, making it when it is not there, and takes in what the journal has and SQLite lacks.
 * A database that is damaged, foreign or gone is set aside and made anew from the journal; on a full disk the store is
 * opened to be looked at, and so it is where nothing can be written.
 * @throws DurabilityError, or the system's error (no room, no permission)
 */
export async function openStore(folder: string): Promise<Store> {
  const why = whyOnlyRead(folder)
  if (why !== null) return openStoreToRead(folder, why)
  makeFolder(folder, 0o700)
  const lock = await HomeLock.take(folder)
  try {
    if (lock.isAlone) sweepLeftovers(folder)
    const opened = await openWithRoom(folder, lock)
    const salt = saltInFile(folder) ?? saltIn(opened.db) ?? newSalt()
    if (!opened.readOnly) keepDiskReserve(folder)
    await lock.share()
    return storeOf(folder, lock, opened, salt)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** @param why is thrown where there is nothing to look at */
async function openStoreToRead(folder: string, why: Error): Promise<Store> {
  if (!existsSync(join(folder, databaseName))) throw why
  const lock = await HomeLock.look(folder)
  try {
    const { db, journal, end } = openOnlyRead(folder)
    const opened = { db, journal, receipts: new Receipts(db, journal), notices: [onlyReadWords], readOnly: true }
    const store = storeOf(folder, lock, opened, saltInFile(folder) ?? saltIn(db) ?? newSalt())
    const close = (): void => {
      store.close()
      end()
    }
    return { ...store, close }
  } catch (error) {
    lock.release()
    throw error
  }
}

const onlyReadWords =
  'This home can only be read: its disk takes nothing that is written, or its files belong to another account. What is here can be looked at; nothing is sent or changed.'

function storeOf(folder: string, lock: HomeLock, opened: Opened, salt: string): Store {
  const { db, journal, receipts, notices, readOnly } = opened
  const lists = new LibraryLists(db)
  return {
    receipts,
    assets: new Assets(db),
    lists,
    organise: new Organise(db, (seqs) => lists.touch(seqs)),
    smart: new SmartCollections(db),
    colours: new ColourRows(db, (seqs) => lists.touch(seqs)),
    projects: new Projects(db),
    keyValues: new KeyValueStore(db),
    gallery: new GalleryRows(db),
    settings: new DurableSettings(db, folder),
    queries: new ReceiptQueries(db),
    copies: new Copies(db),
    watches: new WatchRows(db),
    backups: new Backups(db, folder),
    pathReferences: new PathReferences(db),
    salt,
    notices,
    readOnly,
    paths: { database: join(folder, databaseName), journal: journal.path, folder },
    claim: (name, holder) => new Claim(db, name, holder),
    noteTrouble: (error) => markForCheck(db, error),
    mustBeInPlace: () => {
      mustBeInPlace(db)
      journal.mustBeInPlace()
    },
    version: () => `${openingsOf(db)}.${receipts.takenIn}.${db.pragma('data_version', { simple: true })}`,
    close: () => {
      if (!readOnly) giveBack(receipts)
      db.close()
      journal.close()
      lock.release()
    },
  }
}

/** A journal that keeps its room is whole all the same: nothing that fails here is worth a word. */
function giveBack(receipts: Receipts): void {
  try {
    receipts.tidyUp()
  } catch {
    // Another process writes at this moment, or the disk says no.
  }
}

/** On a full disk first with what the ballast gives back, and else without a write at all. */
async function openWithRoom(folder: string, lock: HomeLock): Promise<Opened> {
  const path = join(folder, databaseName)
  try {
    return await openWhole(folder, lock)
  } catch (error) {
    if (!isFullDisk(error, folder)) throw error
    try {
      if (releaseDiskReserve(folder)) return await openWhole(folder, lock)
    } catch (again) {
      if (!isFullDisk(again, folder)) throw again
    }
    if (!existsSync(path)) throw error
    const notices = ['The disk is full. What is here can be looked at; nothing is sent or changed until there is room.']
    const db = openToLook(path, lock.isAlone)
    if (db === null) throw error
    const journal = new Journal(join(folder, journalName))
    return { db, journal, receipts: new Receipts(db, journal), notices, readOnly: true }
  }
}

/** Opens, checks and recovers; a database that cannot be trusted is put away, once, and made anew. */
async function openWhole(folder: string, lock: HomeLock): Promise<Opened> {
  const path = join(folder, databaseName)
  if (!existsSync(path)) {
    if (lock.isAlone && hasOrphans(path)) setAside(path, Date.now())
    const opened = await openParts(folder, lock, [], [])
    const hadOrders = opened.receipts.list({ limit: 1 }).length > 0
    return hadOrders ? { ...opened, notices: [goneWords, ...opened.notices] } : opened
  }
  try {
    return await openParts(folder, lock, [], [])
  } catch (error) {
    const damage = damageOf(error)
    if (damage === null) throw error
    if (!lock.isAlone)
      throw new Error('The database is damaged, and another Printroom has it open. Close that one and start again.')
    const before = unfinishedAt(path, folder)
    const aside = setAside(path, Date.now())
    return openParts(folder, lock, damage.isOurs ? [aside, ...before] : [], [asideSentence(damage.message, aside)])
  }
}

/** @param aside paths of this home's database that was put away just now, and of what that was still to be filled from */
async function openParts(folder: string, lock: HomeLock, aside: readonly string[], notices: string[]): Promise<Opened> {
  const path = join(folder, databaseName)
  const wasLeftOpen = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0
  const { db: opened, readOnly } = await openDatabase(path)
  const db = readOnly ? opened : reopenableDatabase(opened, () => openAnew(path), watchPlace(path))
  let journal: Journal | null = null
  let hasBegun = false
  try {
    journal = new Journal(join(folder, journalName))
    const receipts = new Receipts(db, journal)
    if (readOnly && lock.isAlone) checkNewer(db)
    if (readOnly) return { db, journal, receipts, notices: [...notices, newerWords], readOnly }
    if (lock.isAlone) {
      checkAtOpening(db)
      refuseOtherHome(saltInFile(folder), saltNoted(db))
    }
    const own = saltInFile(folder) ?? saltIn(db)
    const isApart = own !== null && isOthers(db, journal, homeOf(own))
    // One that another life has begun waits for the journal of this home.
    const { from, words } =
      aside.length === 0 && (isApart || !lock.isAlone) ? { from: [], words: [] } : beginSalvage(db, folder, aside)
    hasBegun = from.length > 0
    const salvage = hasBegun ? together(from.map(salvageFrom)) : null
    if (salvage) refill(db, journal, salvage, saltInFile(folder), !isApart)
    if (isApart) return apart(db, journal, notices)
    rewordRowsOfBefore(db)
    const home = homeOf(keptSalt(folder, db))
    const compares = lock.isAlone && (wasLeftOpen || salvage !== null || journal.size() <= alwaysCompareBytes)
    const found = receipts.recover(compares, salvage === null, home)
    if (salvage) refillAssets(db, salvage)
    const lost = lock.isAlone ? takeInLastingNotes(db, folder) : null
    if (lost !== null) found.notices.push(lost)
    if (found.restored > 0) new KeyValueStore(db).setNote(libraryNote, 'no')
    return { db, journal, receipts, notices: [...notices, ...words, ...found.notices], readOnly }
  } catch (error) {
    if (hasBegun) forgiveSalvage(db, error)
    db.close()
    journal?.close()
    throw error
  }
}

/** Which orders were sent is not known then: what is there is shown, and nothing is written to either. */
function apart(db: Db, journal: Journal, notices: string[]): Opened {
  db.pragma('query_only = ON')
  return { db, journal, receipts: new Receipts(db, journal), notices: [apartWords, ...notices], readOnly: true }
}

const apartWords = `The journal of receipts in this home belongs to another home, so it is not known here which orders were sent. Everything can be looked at; nothing is sent or changed. Close Printroom, put this home’s own “${journalName}” back in its place and start again; or take the wrong one away: it is then written anew from the database.`

const goneWords = 'The database was gone. A new one was made from the journal of receipts.'

const newerWords = 'This library was made by a newer Printroom. It can be looked at; nothing is sent or changed.'

/**
 * The file is the lasting copy: it outlives the database. Looked at and written under the lock: of several programs that
 * open a new home at once each would else make a salt of its own, and take the others' journal for another home's.
 */
function keptSalt(folder: string, db: Db): string {
  const [known, noted] = [saltInFile(folder), saltIn(db)]
  if (known !== null && known === noted) return known
  return commit('keep commit', db, () => {
    const inFile = saltInFile(folder)
    const salt = inFile ?? saltIn(db) ?? newSalt()
    if (inFile === null) writeSalt(folder, salt)
    putNote(db, 'salt', salt)
    return salt
  })
}

function saltIn(db: Db): string | null {
  const note = saltNoted(db)
  return isSalt(note) ? note : null
}
