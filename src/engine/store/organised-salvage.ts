import { codeOf } from '../../domain/error-code.ts'
import type { WholeRow } from './assets.ts'
import type { Db } from './db.ts'
import { reword } from './reword.ts'

/** A tag or a collection of one picture, by the picture's name: row numbers are other ones in a new database. */
export interface Named {
  assetId: string
  name: string
}

const tables = {
  tag: { names: 'tags', links: 'asset_tags', of: 'tag_id' },
  collection: { names: 'collections', links: 'collection_assets', of: 'collection_id' },
} as const

/**
 * Reads them from a database that was put away, each kind by itself: a broken page of one costs nothing of another. The
 * first step throws where an older version made it: that had none.
 */
export function* salvagedNames(db: Db, kind: 'tag' | 'collection', order: 'ASC' | 'DESC'): Generator<Named> {
  const { names, links, of } = tables[kind]
  // Where the damage lies nothing is of the kind that its column says.
  const rows = db.prepare<[], Named>(
    `SELECT a.id AS assetId, n.name AS name FROM assets AS a CROSS JOIN ${links} AS x ON x.asset_seq = a.seq
     CROSS JOIN ${names} AS n ON n.id = x.${of} WHERE typeof(n.name) = 'text' ORDER BY a.seq ${order}`,
  )
  yield* rows.iterate()
}

/** A row that damage went through may hold what its columns do not take: it is left out, and the home opens. */
export function unlessRefused(work: () => void): void {
  try {
    work()
  } catch (error) {
    // A value of another kind than its column's is refused before SQLite sees it.
    const isOfTheRow = error instanceof RangeError || error instanceof TypeError
    if (!isOfTheRow && !codeOf(error).startsWith('SQLITE_CONSTRAINT')) throw error
  }
}

/** Stars, flags and trash, for the pictures that are in a new database again. Called inside a write. */
export function refillMarks(db: Db, rows: readonly WholeRow[]): void {
  const mark = db.prepare('UPDATE assets SET rating = ?, flag = ?, trashed_ms = ?, removed_ms = ? WHERE id = ?')
  for (const { asset, rating, flag, trashedMs, removedMs } of rows)
    if (rating !== 0 || flag !== 0 || trashedMs !== null)
      unlessRefused(() => mark.run(rating, flag, trashedMs, removedMs, asset.id))
}

/** Tags and collections, for the same. Called inside a write. */
export function refillNames(
  db: Db,
  { tags, collections }: { tags: readonly Named[]; collections: readonly Named[] },
  atMs: number,
): void {
  const seqOf = db.prepare<[string], number>('SELECT seq FROM assets WHERE id = ?').pluck()
  const put = (links: readonly Named[], link: (name: string, seq: number) => void): Set<number> => {
    const seqs = new Set<number>()
    for (const { assetId, name } of links) {
      const seq = seqOf.get(assetId)
      if (seq === undefined) continue
      unlessRefused(() => {
        link(name, seq)
        seqs.add(seq)
      })
    }
    return seqs
  }
  put(collections, linker(db, 'collection', collectionOf(atMs)))
  const tagged = put(tags, linker(db, 'tag', '(name) VALUES (?)'))
  for (const seq of [...tagged].sort((a, b) => a - b)) reword(db, seq)
}

const collectionOf = (atMs: number): string => `(name, made_ms) VALUES (?, ${Math.trunc(atMs)})`

function linker(db: Db, kind: 'tag' | 'collection', columns: string): (name: string, seq: number) => void {
  const { names, links } = tables[kind]
  const add = db.prepare(`INSERT INTO ${names} ${columns} ON CONFLICT DO NOTHING`)
  const find = db.prepare<[string], number>(`SELECT id FROM ${names} WHERE name = ?`).pluck()
  const link = db.prepare(`INSERT INTO ${links} VALUES (?, ?) ON CONFLICT DO NOTHING`)
  return (name, seq) => {
    add.run(name)
    link.run(find.get(name), seq)
  }
}
