import { hasSpaceless, searchTextOf, type Worded } from './asset-words.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { statement } from './statements.ts'

/** Set by the migration that made letters of some scripts words of their own (`0008-letters-as-words.ts`). */
const note = 'words_of_before'

const columns = 'title, name, model_name AS modelName, skill, created_ms AS createdMs'

export const tagsOf = (db: Db, seq: number): string[] =>
  statement<[number], { name: string }>(
    db,
    'SELECT name FROM tags JOIN asset_tags ON tag_id = id WHERE asset_seq = ? ORDER BY name COLLATE NOCASE',
  )
    .all(seq)
    .map(({ name }) => name)

/**
 * What a search finds a picture by, written again. Called inside a write, with rows rising: the index writes a part of its
 * own for each row that lies before the last one, which takes 25 times the time.
 */
export function reword(db: Db, seq: number): void {
  const row = statement<[number], Worded>(db, `SELECT ${columns} FROM assets WHERE seq = ?`).get(seq)
  if (row === undefined) return
  statement(db, 'DELETE FROM asset_words WHERE rowid = ?').run(seq)
  statement(db, 'INSERT INTO asset_words (rowid, words) VALUES (?, ?)').run(seq, searchTextOf(row, tagsOf(db, seq)))
}

/**
 * The second half of a migration, once: rows of an older version that have such letters. Of a million without them each
 * is looked at, and none written.
 */
export function rewordRowsOfBefore(db: Db): void {
  const find = db.prepare('SELECT 1 FROM meta WHERE key = ?')
  if (find.get(note) === undefined) return
  commit('migration commit', db, () => {
    // Where every letter is one byte there is none of those scripts.
    const rows = db.prepare<[], { seq: number; words: string }>(
      `SELECT seq, words FROM (
         SELECT seq, concat_ws(' ', title, name, model_name, skill,
           (SELECT group_concat(t.name, ' ') FROM asset_tags AS x JOIN tags AS t ON t.id = x.tag_id WHERE x.asset_seq = seq)
         ) AS words FROM assets ORDER BY seq
       ) WHERE octet_length(words) > length(words)`,
    )
    const chosen: number[] = []
    for (const { seq, words } of rows.iterate()) if (hasSpaceless(words)) chosen.push(seq)
    for (const seq of chosen) reword(db, seq)
    db.prepare('DELETE FROM meta WHERE key = ?').run(note)
  })
}
