import { randomUUID } from 'node:crypto'
import type { LibraryAct, LibraryDetails, LibraryFacets, LibraryMarks } from '../../contract/library.ts'
import { mostMarkedFreely } from '../../contract/limits.ts'
import { NotNowError } from '../platform/call-error.ts'
import { type Asset, Assets, type Item, type ItemRow, itemColumns, itemOf } from './assets.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { flagNumbers } from './flag-numbers.ts'
import { setNote } from './organised-note.ts'
import { Projects } from './projects.ts'
import { recentOrders } from './recent-orders.ts'
import { reword, tagsOf } from './reword.ts'
import { SmartCollections } from './smart-collections.ts'
import { statement } from './statements.ts'
import { addTagSql, mostTags, mostTagsOfOne, mustTakeTag, tagNumber, tagToAdd } from './tags.ts'

/** One statement that takes a row back to what it was. */
type Inverse = {
  do: 'restore' | 'trash' | 'rate' | 'flag' | 'tag' | 'untag' | 'collect' | 'uncollect'
  seq: number
  of: number
}

interface Act {
  inverses: readonly Inverse[]
  /** On so many pictures that a person did it. */
  isLarge: boolean
}

/** A million are not counted anew each time that something comes home. */
const mostCounted = 10_000
const mostProjects = 50

/** As many as are listed. */
const mostCollections = 1000

/** So many of a picture's like are named. */
const mostAlike = 50

/**
 * Acts that can be undone, newest last; they are forgotten when the app closes. As many again on so many pictures that a
 * person did them (`contract/rights.ts`): no script's small ones push those out.
 */
const keptActs = 50

/**
 * What people do with their pictures: stars, flags, tags, collections, and the app's own trash. It lies in the database and its
 * backups, and is read back from a damaged one as far as that can be read; it is not in the journal, which is for money.
 */
export class Organise {
  readonly #db: Db
  readonly #onTouched: (seqs: Iterable<number>) => void
  readonly #acts = new Map<string, Act>()

  constructor(db: Db, onTouched: (seqs: Iterable<number>) => void) {
    this.#db = db
    this.#onTouched = onTouched
  }

  seqsOf(ids: readonly string[]): number[] {
    const find = this.#db.prepare<[string], number>('SELECT seq FROM assets WHERE id = ?').pluck()
    return ids.flatMap((id) => find.get(id) ?? [])
  }

  itemsOf(seqs: readonly number[]): Item[] {
    const sql = `SELECT ${itemColumns} FROM assets WHERE seq = ?`
    const find = this.#db.prepare<[number], ItemRow>(sql)
    return seqs.flatMap((seq) => {
      const row = find.get(seq)
      return row ? [itemOf(row)] : []
    })
  }

  /** Out of sight, the file stays where it is: there is a way back. */
  trash(chosen: readonly number[], atMs: number): LibraryAct {
    return this.#act(chosen, (seqs) => {
      const mark = this.#db.prepare('UPDATE assets SET trashed_ms = ? WHERE seq = ? AND trashed_ms IS NULL')
      return seqs.flatMap((seq): Inverse[] =>
        mark.run(Math.trunc(atMs), seq).changes > 0 ? [{ do: 'restore', seq, of: 0 }] : [],
      )
    })
  }

  /** Those of them that are in the app's trash. */
  inTrash(seqs: readonly number[]): Asset[] {
    const sql = 'SELECT 1 FROM assets WHERE seq = ? AND trashed_ms IS NOT NULL AND removed_ms IS NULL'
    const find = this.#db.prepare<[number]>(sql)
    return this.itemsOf(seqs.filter((seq) => find.get(seq) !== undefined)).map(({ asset }) => asset)
  }

  /** The files went on to the system's trash: no list shows them any more. */
  markRemoved(ids: readonly string[], atMs: number): void {
    new Assets(this.#db).markTrashed([...ids], atMs)
    this.#onTouched(this.seqsOf(ids))
  }

  /** Back from the app's trash; what went on to the system's is not here any more. */
  restore(chosen: readonly number[]): LibraryAct {
    return this.#act(chosen, (seqs) => {
      const find = this.#db
        .prepare<[number], number>('SELECT trashed_ms FROM assets WHERE seq = ? AND removed_ms IS NULL')
        .pluck()
      return seqs.flatMap((seq): Inverse[] => {
        const atMs = find.get(seq) ?? null
        if (atMs === null) return []
        this.#apply({ do: 'restore', seq, of: 0 })
        return [{ do: 'trash', seq, of: atMs }]
      })
    })
  }

  mark(chosen: readonly number[], marks: LibraryMarks): LibraryAct {
    return this.#act(chosen, (seqs) => {
      const inverses: Inverse[] = []
      if (marks.rating !== undefined) inverses.push(...this.#set(seqs, 'rate', marks.rating))
      if (marks.flag !== undefined) inverses.push(...this.#set(seqs, 'flag', flagNumbers[marks.flag ?? 'none']))
      // A tag of no picture would be kept for nothing.
      if (marks.addTag !== undefined && seqs.length > 0) {
        const tag = tagToAdd(this.#db, marks.addTag, () => this.#tagsOfActs())
        mustTakeTag(this.#db, seqs, tag, marks.addTag)
        inverses.push(...this.#change(seqs, 'tag', 'untag', tag))
      }
      const gone = marks.removeTag === undefined ? null : tagNumber(this.#db, marks.removeTag)
      if (gone !== null) inverses.push(...this.#change(seqs, 'untag', 'tag', gone))
      if (marks.addTo !== undefined && this.#isCollection(marks.addTo))
        inverses.push(...this.#change(seqs, 'collect', 'uncollect', marks.addTo))
      if (marks.takeFrom !== undefined) inverses.push(...this.#change(seqs, 'uncollect', 'collect', marks.takeFrom))
      return inverses
    })
  }

  /** Takes an act back. Null for one that is not known any more. */
  undo(id: string): number | null {
    const act = this.#acts.get(id)
    if (!act) return null
    const { inverses } = act
    this.#acts.delete(id)
    commit('keep commit', this.#db, () => {
      // Rows rising, as in `#act`; what was done to one row is taken back last first.
      for (const inverse of inverses.toReversed().sort((a, b) => a.seq - b.seq)) this.#apply(inverse)
      setNote(this.#db)
    })
    const seqs = new Set(inverses.map(({ seq }) => seq))
    this.#onTouched(seqs)
    return seqs.size
  }

  /** @param alike rows that look the same */
  details(seq: number, alike: readonly number[] = []): LibraryDetails {
    const names = tagsOf(this.#db, seq)
    const collections = this.#db
      .prepare<[number], number>('SELECT collection_id FROM collection_assets WHERE asset_seq = ? ORDER BY 1')
      .pluck()
      .all(seq)
    const twins = this.#db
      .prepare<[number, number], { id: string; name: string }>(
        `SELECT id, name FROM assets
         WHERE sha256 = (SELECT sha256 FROM assets WHERE seq = ?) AND seq <> ? AND trashed_ms IS NULL
         ORDER BY seq DESC LIMIT 50`,
      )
      .all(seq, seq)
    const like = this.#db.prepare<[number, number], { id: string; name: string }>(
      `SELECT id, name FROM assets
       WHERE seq = ? AND trashed_ms IS NULL AND sha256 <> (SELECT sha256 FROM assets WHERE seq = ?)`,
    )
    return {
      tags: names,
      collections,
      twins,
      alike: alike.slice(0, mostAlike).flatMap((other) => like.get(other, seq) ?? []),
    }
  }

  facets(missing: number | null = null): LibraryFacets {
    const distinct = (column: 'model_name' | 'skill'): string[] =>
      // Steps from name to name over the index, instead of reading a million rows for a dozen names.
      this.#db
        .prepare<[], string>(
          `WITH RECURSIVE known(word) AS (
             SELECT min(${column}) FROM assets WHERE ${column} IS NOT NULL
             UNION ALL SELECT (SELECT min(${column}) FROM assets WHERE ${column} > word) FROM known WHERE word IS NOT NULL
           ) SELECT word FROM known WHERE word IS NOT NULL LIMIT 500`,
        )
        .pluck()
        .all()
    return {
      models: distinct('model_name'),
      skills: distinct('skill'),
      tags: this.#db
        .prepare<[], { name: string; count: number }>(
          `SELECT t.name AS name, count(*) AS count FROM tags AS t JOIN asset_tags AS x ON x.tag_id = t.id
           GROUP BY t.id ORDER BY t.name COLLATE NOCASE LIMIT ${mostTags}`,
        )
        .all(),
      collections: this.#db
        .prepare<[], { id: number; name: string; count: number }>(
          `SELECT c.id AS id, c.name AS name,
             (SELECT count(*) FROM collection_assets AS x JOIN assets AS a ON a.seq = x.asset_seq
              WHERE x.collection_id = c.id AND a.trashed_ms IS NULL) AS count
           FROM collections AS c ORDER BY c.name COLLATE NOCASE LIMIT ${mostCollections}`,
        )
        .all(),
      projects: this.#projects(),
      smart: new SmartCollections(this.#db).list(),
      orders: recentOrders(this.#db),
      trashed:
        this.#db
          .prepare<[], number>('SELECT count(*) FROM assets WHERE trashed_ms IS NOT NULL AND removed_ms IS NULL')
          .pluck()
          .get() ?? 0,
      missing,
    }
  }

  /** Those that pictures are in. */
  #projects(): LibraryFacets['projects'] {
    const sql = `SELECT count(*) FROM (SELECT 1 FROM asset_projects AS x JOIN assets AS a ON a.seq = x.asset_seq
      WHERE x.project = ? AND a.trashed_ms IS NULL LIMIT ?)`
    const find = this.#db.prepare<[string, number], number>(sql).pluck()
    return new Projects(this.#db)
      .list()
      .slice(0, mostProjects)
      .map(({ name }) => ({ name, count: find.get(name, mostCounted) ?? 0 }))
      .filter(({ count }) => count > 0)
  }

  /**
   * Its number; that of the one which has the name already, where there is one.
   * @throws NotNowError where there are too many
   */
  makeCollection(name: string, atMs: number): number {
    return commit('keep commit', this.#db, () => {
      this.#db
        .prepare(
          `INSERT INTO collections (name, made_ms) SELECT ?, ? WHERE (SELECT count(*) FROM collections) < ?
           ON CONFLICT DO NOTHING`,
        )
        .run(name, Math.trunc(atMs), mostCollections)
      const id = this.#db.prepare<[string], number>('SELECT id FROM collections WHERE name = ?').pluck().get(name)
      if (id === undefined)
        throw new NotNowError(`There are ${mostCollections} collections. Delete one, then make ${name}.`)
      setNote(this.#db)
      return id
    })
  }

  /** False where another one has the name. */
  renameCollection(id: number, name: string): boolean {
    return commit('keep commit', this.#db, () => {
      setNote(this.#db)
      const { changes } = this.#db.prepare('UPDATE OR IGNORE collections SET name = ? WHERE id = ?').run(name, id)
      return changes > 0
    })
  }

  /** The pictures stay in the library. */
  dropCollection(id: number): void {
    commit('keep commit', this.#db, () => {
      this.#db.prepare('DELETE FROM collection_assets WHERE collection_id = ?').run(id)
      this.#db.prepare('DELETE FROM collections WHERE id = ?').run(id)
      setNote(this.#db)
    })
    this.#forgetCollection(id)
  }

  /** Its number goes to the next one that is made, which an undo must not fill. */
  #forgetCollection(id: number): void {
    for (const [name, act] of this.#acts) {
      const left = act.inverses.filter(({ do: what, of }) => of !== id || (what !== 'collect' && what !== 'uncollect'))
      if (left.length === 0) this.#acts.delete(name)
      else this.#acts.set(name, { ...act, inverses: left })
    }
  }

  #act(chosen: readonly number[], work: (seqs: readonly number[]) => Inverse[]): LibraryAct {
    // `reword` wants them rising.
    const seqs = chosen.toSorted((a, b) => a - b)
    const inverses = commit('keep commit', this.#db, () => {
      const made = work(seqs)
      setNote(this.#db)
      return made
    })
    this.#onTouched(seqs)
    const count = new Set(inverses.map(({ seq }) => seq)).size
    if (count === 0) return { count, undo: null }
    const id = randomUUID()
    const isLarge = seqs.length > mostMarkedFreely
    this.#acts.set(id, { inverses, isLarge })
    const alike = [...this.#acts].filter(([, act]) => act.isLarge === isLarge)
    for (const [old] of alike.slice(0, -keptActs)) this.#acts.delete(old)
    return { count, undo: id }
  }

  /** Stars or flags: each picture has one value, which an undo gives back. */
  #set(seqs: readonly number[], act: 'rate' | 'flag', of: number): Inverse[] {
    const column = act === 'rate' ? 'rating' : 'flag'
    const find = this.#db.prepare<[number], number>(`SELECT ${column} FROM assets WHERE seq = ?`).pluck()
    return seqs.flatMap((seq): Inverse[] => {
      const before = find.get(seq)
      if (before === undefined || before === of) return []
      this.#apply({ do: act, seq, of })
      return [{ do: act, seq, of: before }]
    })
  }

  #change(seqs: readonly number[], act: Inverse['do'], inverse: Inverse['do'], of: number): Inverse[] {
    return seqs.flatMap((seq): Inverse[] => (this.#apply({ do: act, seq, of }) > 0 ? [{ do: inverse, seq, of }] : []))
  }

  #apply({ do: act, seq, of }: Inverse): number {
    const run = (sql: string, ...values: number[]): number => statement(this.#db, sql).run(...values).changes
    switch (act) {
      case 'restore':
        return run('UPDATE assets SET trashed_ms = NULL WHERE seq = ? AND removed_ms IS NULL', seq)
      case 'trash':
        return run('UPDATE assets SET trashed_ms = ? WHERE seq = ?', of, seq)
      case 'rate':
        return run('UPDATE assets SET rating = ? WHERE seq = ?', of, seq)
      case 'flag':
        return run('UPDATE assets SET flag = ? WHERE seq = ?', of, seq)
      case 'tag':
        return this.#reword(seq, run(addTagSql, of, seq, seq, mostTagsOfOne))
      case 'untag':
        return this.#reword(seq, run('DELETE FROM asset_tags WHERE tag_id = ? AND asset_seq = ?', of, seq))
      case 'collect':
        return run(
          `INSERT INTO collection_assets SELECT id, ? FROM collections WHERE id = ? ON CONFLICT DO NOTHING`,
          seq,
          of,
        )
      case 'uncollect':
        return run('DELETE FROM collection_assets WHERE collection_id = ? AND asset_seq = ?', of, seq)
    }
  }

  /** A search finds tags too. */
  #reword(seq: number, changes: number): number {
    if (changes > 0) reword(this.#db, seq)
    return changes
  }

  /** Those that an undo would put on again, or take off. */
  #tagsOfActs(): Set<number> {
    const tags = new Set<number>()
    for (const { inverses } of this.#acts.values())
      for (const { do: what, of } of inverses) if (what === 'tag' || what === 'untag') tags.add(of)
    return tags
  }

  #isCollection(id: number): boolean {
    return this.#db.prepare('SELECT 1 FROM collections WHERE id = ?').get(id) !== undefined
  }
}
