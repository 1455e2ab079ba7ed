import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { commit } from './commit.ts'
import type { Db } from './database.ts'
import { Keep, putNote } from './keep.ts'

/** Notes of a new database: the file that it is still to be filled from, and how often that was begun. */
export const salvageNotes = ['salvage_from', 'salvage_begun'] as const
const [fromNote, begunNote] = salvageNotes

/** A file that ends the program whenever it is read must not keep the home closed for good. */
const mostTimes = 3

/**
 * Notes, before anything is read, which file a database is filled from: a life that ends in between has the next one
 * begin anew.
 * @param aside path of the database that was put away just now; null at any other opening
 * @returns path of the file to read, null for none; and a sentence for a person, where there is something to say
 */
export function beginSalvage(db: Db, folder: string, aside: string | null): { from: string | null; words: string[] } {
  const keep = new Keep(db)
  const known = keep.note(fromNote)
  if (aside === null && known === null) return { from: null, words: [] }
  const name = basename(aside ?? known ?? '')
  const from = join(folder, name)
  const begun = aside === null ? Number(keep.note(begunNote)) : 0
  const isThere = existsSync(from)
  return commit('refill commit', db, () => {
    if (!isThere || !(begun < mostTimes)) {
      endSalvage(db)
      return { from: null, words: isThere ? [givenUpWords(name)] : [] }
    }
    putNote(db, fromNote, name)
    putNote(db, begunNote, String(begun + 1))
    return { from, words: aside === null ? [onceMoreWords(name)] : [] }
  })
}

/** All of it was taken over. Called inside the write that took over the last. */
export function endSalvage(db: Db): void {
  for (const key of salvageNotes) db.prepare('DELETE FROM meta WHERE key = ?').run(key)
}

const onceMoreWords = (name: string): string =>
  `Printroom had ended before everything that can be read in “${name}”, the database that was set aside, was taken over. It is taken over now.`

const givenUpWords = (name: string): string =>
  `What can be read in “${name}”, the database that was set aside, could not be taken over: it was tried ${mostTimes} times. Receipts come from their journal; stars, tags, collections, projects and what lay in the trash may be missing. That file is kept.`
