import { NotNowError } from '../platform/call-error.ts'
import type { Db } from './db.ts'

/** As many as are listed. */
export const mostTags = 2000
/** A search's words of a picture are written anew with all of its tags. */
export const mostTagsOfOne = 100

/** By the tag and the picture, the picture once more, and `mostTagsOfOne`: an undo, too, leaves no more of them. */
export const addTagSql = `INSERT INTO asset_tags SELECT ?, ? WHERE (SELECT count(*) FROM asset_tags WHERE asset_seq = ?) < ?
  ON CONFLICT DO NOTHING`

export const tagNumber = (db: Db, name: string): number | null =>
  db.prepare<[string], number>('SELECT id FROM tags WHERE name = ?').pluck().get(name) ?? null

/**
 * The number of a tag that is about to be added, which is made where there is none. Called inside a write.
 * @param kept what an undo would put on again
 * @throws NotNowError where there are too many
 */
export function tagToAdd(db: Db, name: string, kept: () => ReadonlySet<number>): number {
  const known = tagNumber(db, name)
  if (known !== null) return known
  dropUnused(db, kept())
  const { changes, lastInsertRowid } = db
    .prepare('INSERT INTO tags (name) SELECT ? WHERE (SELECT count(*) FROM tags) < ?')
    .run(name, mostTags)
  if (changes === 0)
    throw new NotNowError(
      `There are ${mostTags} tags. Nothing was tagged. Take one off all its pictures, then add ${name}.`,
    )
  return Number(lastInsertRowid)
}

/**
 * A tag comes with its first picture, and nothing shows it after its last: it goes as the next one is made, not before, so
 * that an undo finds it. Its number may be that next one's.
 */
function dropUnused(db: Db, kept: ReadonlySet<number>): void {
  const unused = db
    .prepare<[], number>('SELECT id FROM tags WHERE NOT EXISTS (SELECT 1 FROM asset_tags WHERE tag_id = id)')
    .pluck()
  const drop = db.prepare('DELETE FROM tags WHERE id = ?')
  for (const id of unused.all()) if (!kept.has(id)) drop.run(id)
}

/** @throws NotNowError where one of these pictures has as many as it can have */
export function mustTakeTag(db: Db, seqs: readonly number[], tag: number, name: string): void {
  const full = db
    .prepare<[number, number, number], string>(
      `SELECT name FROM assets WHERE seq = ? AND (SELECT count(*) FROM asset_tags WHERE asset_seq = seq) >= ?
         AND NOT EXISTS (SELECT 1 FROM asset_tags WHERE tag_id = ? AND asset_seq = seq)`,
    )
    .pluck()
  for (const seq of seqs) {
    const picture = full.get(seq, mostTagsOfOne, tag)
    if (picture !== undefined)
      throw new NotNowError(
        `${picture} has ${mostTagsOfOne} tags, as many as a picture can have. Nothing was tagged. Take one off it, then add ${name}.`,
      )
  }
}
