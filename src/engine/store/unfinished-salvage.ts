import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { KeyValueStore, putNote } from './key-value-store.ts'
import { lookInto } from './look-into.ts'

/** Notes of a new database: the files that it is still to be filled from, and how often that was begun. */
export const salvageNotes = ['salvage_from', 'salvage_begun'] as const
const [fromNote, begunNote] = salvageNotes

/** Stands in no file's name. */
const between = '/'

/** A file that ends the program whenever it is read must not keep the home closed for good. */
const mostTimes = 3

/**
 * Notes, before anything is read, which files a database is filled from: a life that ends in between has the next one
 * begin anew.
 * @param aside paths of what was put away just now and of what that was still to be filled from, newest first; none at
 *   any other opening
 * @returns paths of the files to read, newest first; and a sentence for a person, where there is something to say
 */
export function beginSalvage(db: Db, folder: string, aside: readonly string[]): { from: string[]; words: string[] } {
  const isNew = aside.length > 0
  const wished = isNew ? [...aside] : unfinishedIn(db, folder)
  if (wished.length === 0) return { from: [], words: [] }
  const from = wished.filter((path) => existsSync(path))
  const begun = isNew ? 0 : begunIn(db)
  const names = from.map((path) => basename(path))
  return commit('refill commit', db, () => {
    if (names.length === 0 || !(begun < mostTimes)) {
      endSalvage(db)
      return { from: [], words: names.length > 0 ? [givenUpWords(names)] : [] }
    }
    putNote(db, fromNote, names.join(between))
    putNote(db, begunNote, String(begun + 1))
    return { from, words: isNew ? [] : [onceMoreWords(names)] }
  })
}

/**
 * The program lives, and it was the disk that did not let it go on: that says nothing of the files, and is not counted.
 * @param error what it ended with
 */
export function forgiveSalvage(db: Db, error: unknown): void {
  if (!ofTheDisk.test(codeOf(error))) return
  try {
    commit('refill commit', db, () => {
      if (new KeyValueStore(db).note(fromNote) !== null) putNote(db, begunNote, String(begunIn(db) - 1))
    })
  } catch {
    // Counted after all, where there is no room even for that.
  }
}

/** Room, rights and the state of a disk or of its locks; not what stands in a file. */
const ofTheDisk =
  /^(SQLITE_(FULL|IOERR|CANTOPEN|READONLY|PERM|BUSY|LOCKED)|E(NOSPC|DQUOT|IO|ROFS|ACCES|PERM|BUSY|MFILE)$)/

const begunIn = (db: Db): number => Number(new KeyValueStore(db).note(begunNote))

function unfinishedIn(db: Db, folder: string): string[] {
  const names = new KeyValueStore(db).note(fromNote)?.split(between) ?? []
  return names.filter((name) => name !== '').map((name) => join(folder, name))
}

/** Paths of the files that a database is still to be filled from, newest first; none where it does not read. */
export const unfinishedAt = (path: string, folder: string): string[] =>
  lookInto(path, (db) => unfinishedIn(db, folder)) ?? []

/** All of it was taken over. Called inside the write that took over the last. */
export function endSalvage(db: Db): void {
  for (const key of salvageNotes) db.prepare('DELETE FROM meta WHERE key = ?').run(key)
}

const listed = (names: readonly string[]): string =>
  names.length === 1
    ? `“${names[0]}”, the database that was set aside,`
    : `${names.map((name) => `“${name}”`).join(' and ')}, the databases that were set aside,`

const onceMoreWords = (names: readonly string[]): string =>
  `Printroom had ended before everything that can be read in ${listed(names)} was taken over. It is taken over now.`

const givenUpWords = (names: readonly string[]): string =>
  `What can be read in ${listed(names)} could not be taken over: it was tried ${mostTimes} times. Receipts come from their journal; stars, tags, collections, projects and what lay in the trash may be missing. ${names.length === 1 ? 'That file is kept.' : 'Those files are kept.'}`
