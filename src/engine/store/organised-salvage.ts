import { wordsOf } from './asset-words.ts'
import { Assets } from './assets.ts'
import type { Db } from './database.ts'

/** What people said about one picture, by the picture's name: row numbers are other ones in a new database. */
export interface Organised {
  assetId: string
  rating: number
  trashedMs: number | null
  removedMs: number | null
  tags: string[]
  collections: string[]
}

/** Reads it from a database that was put away. The first step throws where an older version made it: that had none. */
export function* readOrganised(db: Db): Generator<Organised> {
  const names = (of: 'tag' | 'collection', table: string, links: string): string =>
    `(SELECT json_group_array(n.name) FROM ${links} AS x JOIN ${table} AS n ON n.id = x.${of}_id WHERE x.asset_seq = a.seq)`
  const rows = db.prepare<[], Omit<Organised, 'tags' | 'collections'> & { tags: string; collections: string }>(
    `SELECT a.id AS assetId, a.rating AS rating, a.trashed_ms AS trashedMs, a.removed_ms AS removedMs,
       ${names('tag', 'tags', 'asset_tags')} AS tags, ${names('collection', 'collections', 'collection_assets')} AS collections
     FROM assets AS a
     WHERE a.rating > 0 OR a.trashed_ms IS NOT NULL OR a.seq IN (SELECT asset_seq FROM asset_tags)
       OR a.seq IN (SELECT asset_seq FROM collection_assets)`,
  )
  for (const { tags, collections, ...row } of rows.iterate())
    yield { ...row, tags: namesIn(tags), collections: namesIn(collections) }
}

const namesIn = (text: string): string[] => {
  const parsed: unknown = JSON.parse(text)
  return Array.isArray(parsed) ? parsed.filter((name) => typeof name === 'string') : []
}

/** Into a new database, for the pictures that are in it again. Called inside a write. */
export function refillOrganised(db: Db, organised: readonly Organised[], atMs: number): void {
  const assets = new Assets(db)
  const seqOf = db.prepare<[string], number>('SELECT seq FROM assets WHERE id = ?').pluck()
  const mark = db.prepare('UPDATE assets SET rating = ?, trashed_ms = ?, removed_ms = ? WHERE seq = ?')
  const named = (table: 'tags' | 'collections'): ((name: string) => number | undefined) => {
    const columns = table === 'tags' ? '(name) VALUES (?)' : `(name, made_ms) VALUES (?, ${Math.trunc(atMs)})`
    const add = db.prepare(`INSERT INTO ${table} ${columns} ON CONFLICT DO NOTHING`)
    const find = db.prepare<[string], number>(`SELECT id FROM ${table} WHERE name = ?`).pluck()
    return (name) => {
      add.run(name)
      return find.get(name)
    }
  }
  const [tagId, collectionId] = [named('tags'), named('collections')]
  const tag = db.prepare('INSERT INTO asset_tags VALUES (?, ?) ON CONFLICT DO NOTHING')
  const collect = db.prepare('INSERT INTO collection_assets VALUES (?, ?) ON CONFLICT DO NOTHING')
  const forget = db.prepare('DELETE FROM asset_words WHERE rowid = ?')
  const reword = db.prepare('INSERT INTO asset_words (rowid, words) VALUES (?, ?)')
  for (const { assetId, rating, trashedMs, removedMs, tags, collections } of organised) {
    const seq = seqOf.get(assetId)
    const asset = assets.get(assetId)
    if (seq === undefined || asset === null) continue
    mark.run(rating, trashedMs, removedMs, seq)
    for (const name of tags) tag.run(tagId(name), seq)
    for (const name of collections) collect.run(collectionId(name), seq)
    if (tags.length === 0) continue
    forget.run(seq)
    reword.run(seq, wordsOf(asset, tags))
  }
}
