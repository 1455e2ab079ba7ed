import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { checksumOf } from '../platform/checksum.ts'
import { writeDurably } from '../platform/durable-file.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { KeyValueStore, putNote } from './key-value-store.ts'

const fileName = 'lasting-notes'
const pauseKey = 'paused'
const libraryKey = 'library'
const homeKey = 'home_places'
const studioKey = 'studio'
const exportPresetsKey = 'export_presets'

type Notes = Record<string, string>

/**
 * What a person has set and the home must not forget: the pause, the caps of each service and what agents may spend there, where the library is, where the home lay, the studio
 * that it works for, the
 * hosts of each service that may lie inside a private network, the presets of exports, and the watch folders, removed ones too, which an older database would bring back. It outlives the database in a small synced
 * file, for a queue that forgot its pause or its cap would spend, and files that nobody knows the place of would be
 * fetched anew.
 */
export class DurableSettings {
  readonly #db: Db
  readonly #folder: string

  constructor(db: Db, folder: string) {
    this.#db = db
    this.#folder = folder
  }

  get paused(): boolean {
    return this.#note(pauseKey) === 'yes'
  }

  pause(paused: boolean): void {
    this.#set(pauseKey, paused ? 'yes' : 'no')
  }

  /** Text that the caller understands; null where none was ever set. */
  caps(origin: string): string | null {
    return this.#note(capKey(origin))
  }

  setCaps(origin: string, text: string): void {
    this.#set(capKey(origin), text)
  }

  /** Text that the caller understands; null where none was ever set. */
  hosts(origin: string): string | null {
    return this.#note(hostsKey(origin))
  }

  /**
   * @param change is given what stands there now, under the lock of the write: another program may write too
   */
  changeHosts(origin: string, change: (now: string | null) => string): void {
    this.#change(hostsKey(origin), change)
  }

  /** Text that the caller understands; null where none was ever set. */
  agents(origin: string): string | null {
    return this.#note(agentsKey(origin))
  }

  /** @param change is given what stands there now, under the lock of the write */
  changeAgents(origin: string, change: (now: string | null) => string): void {
    this.#change(agentsKey(origin), change)
  }

  /** Text that the caller understands; null where none was ever set. */
  get library(): string | null {
    return this.#note(libraryKey)
  }

  /** Text that the caller understands; null where none was ever set. */
  get homePlaces(): string | null {
    return this.#note(homeKey)
  }

  setHomePlaces(text: string): void {
    this.#set(homeKey, text)
  }

  /** The studio that this home works for; null: none. */
  get studio(): string | null {
    return this.#note(studioKey)
  }

  setStudio(id: string): void {
    this.#set(studioKey, id)
  }

  /** Text that the caller understands; null where none was ever set. */
  get exportPresets(): string | null {
    return this.#note(exportPresetsKey)
  }

  /** @param change is given what stands there now, under the lock of the write */
  changeExportPresets(change: (now: string | null) => string): void {
    this.#change(exportPresetsKey, change)
  }

  /**
   * @param change is given what stands there now, under the lock of the write; null leaves it
   * @returns whether it was changed
   */
  changeLibrary(change: (now: string | null) => string | null): boolean {
    return commit('keep commit', this.#db, () => {
      const text = change(this.library)
      if (text === null) return false
      put(this.#db, { [libraryKey]: text })
      write(this.#folder, notesIn(this.#db))
      return true
    })
  }

  /** Texts that the caller understands, of all that were ever set, by their names. */
  watches(): Map<string, string> {
    const rows = this.#db.prepare<[], { key: string; value: string }>(
      "SELECT key, value FROM meta WHERE key GLOB 'watch:*' ORDER BY key",
    )
    return new Map(rows.all().map(({ key, value }) => [key.slice(watchKey('').length), value]))
  }

  setWatch(id: string, text: string): void {
    this.#set(watchKey(id), text)
  }

  #note(key: string): string | null {
    return new KeyValueStore(this.#db).note(key)
  }

  #set(key: string, value: string): void {
    this.#change(key, () => value)
  }

  #change(key: string, change: (now: string | null) => string): void {
    commit('keep commit', this.#db, () => {
      put(this.#db, { [key]: change(this.#note(key)) })
      write(this.#folder, notesIn(this.#db))
    })
  }
}

const capKey = (origin: string): string => `cap:${origin}`
const hostsKey = (origin: string): string => `hosts:${origin}`
const agentsKey = (origin: string): string => `agents:${origin}`
const watchKey = (id: string): string => `watch:${id}`

/**
 * At a first opening: what the file says holds, whatever became of the database. Where neither can be read the queue is
 * paused, since nobody knows what was set.
 * @returns a sentence where something was lost, else null
 */
export function takeInLastingNotes(db: Db, folder: string): string | null {
  const path = join(folder, fileName)
  const inDatabase = notesIn(db)
  const isThere = existsSync(path)
  const inFile = isThere ? parse(readFileSync(path, 'utf8')) : {}
  const isLost = inFile === null && Object.keys(inDatabase).length === 0
  const wanted = isLost ? { [pauseKey]: 'yes' } : { ...inDatabase, ...inFile }
  const isNews = JSON.stringify(sorted(wanted)) !== JSON.stringify(sorted(inDatabase))
  if (isNews) commit('keep commit', db, () => put(db, wanted))
  if (inFile === null || (!isThere && Object.keys(wanted).length > 0)) write(folder, wanted)
  return isLost ? 'The pause and the limits could not be read. The queue is paused; set the limits again.' : null
}

function put(db: Db, notes: Notes): void {
  for (const [key, value] of Object.entries(notes)) putNote(db, key, value)
}

function notesIn(db: Db): Notes {
  const rows = db
    .prepare<[string, string, string, string, string], { key: string; value: string }>(
      "SELECT key, value FROM meta WHERE key IN (?, ?, ?, ?, ?) OR key GLOB 'cap:*' OR key GLOB 'hosts:*' OR key GLOB 'agents:*' OR key GLOB 'watch:*'",
    )
    .all(pauseKey, libraryKey, homeKey, studioKey, exportPresetsKey)
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

function write(folder: string, notes: Notes): void {
  const text = JSON.stringify(sorted(notes))
  writeDurably('notes', join(folder, fileName), Buffer.from(`${checksumOf(text)} ${text}\n`))
}

/** Null for a file that is not as it was written. */
function parse(content: string): Notes | null {
  const text = content.slice(17).trimEnd()
  if (content[16] !== ' ' || checksumOf(text) !== content.slice(0, 16)) return null
  return z.record(z.string(), z.string()).safeParse(JSON.parse(text)).data ?? null
}

const sorted = (notes: Notes): Notes => Object.fromEntries(Object.entries(notes).sort(([a], [b]) => (a < b ? -1 : 1)))
