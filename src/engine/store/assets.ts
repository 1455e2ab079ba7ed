import type { AssetFlag, LibraryFilter } from '../../contract/library.ts'
import { searchTerms, searchTextOf } from './asset-words.ts'
import { putColours } from './colour-rows.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { flagOf } from './flag-numbers.ts'
import { beyond, filterSql } from './library-filter.ts'
import { boundsAfter, queriesAfter } from './library-rows.ts'
import { statement } from './statements.ts'

/** A result at home, as the library keeps it. */
export interface Asset {
  id: string
  origin: string
  requestId: string
  jobIndex: number
  outputIndex: number
  name: string
  /** Below the library's folder, with `/`. */
  relativePath: string
  sha256: string
  sizeBytes: number
  width: number | null
  height: number | null
  format: string
  hasAlpha: boolean
  dominantColour: string | null
  /** As `domain/library/palette.ts` writes it; null where nobody has looked. */
  palette: string | null
  perceptualHash: string | null
  profile: string | null
  mediaType: 'image' | 'video'
  title: string
  kind: 'generation' | 'skill'
  skill: string | null
  modelName: string | null
  createdMs: number
  /** The picture that this one was made from here, at no cost; null for what a request made. */
  parentId: string | null
}

export interface AssetRow extends Omit<Asset, 'hasAlpha'> {
  seq: number
  hasAlpha: number
}

/** What moving and finding need of a row. */
export interface FileOf {
  seq: number
  id: string
  relativePath: string
  sha256: string
  sizeBytes: number
}

interface LookOf {
  seq: number
  hash: string
  colour: string
  width: number
  height: number
}

/** Of what was made here. */
const ofNoJob = -1

const nothing = { count: 0, sizeBytes: 0, newest: 0 }

const columnsWith = (
  palette: string,
  parent: string,
): string => `seq, id, origin, request_id AS requestId, job_index AS jobIndex, output_index AS outputIndex, name,
  relative_path AS relativePath, sha256, size_bytes AS sizeBytes, width, height, format, has_alpha AS hasAlpha,
  dominant_colour AS dominantColour, ${palette} AS palette, perceptual_hash AS perceptualHash, profile, media_type AS mediaType, title, kind,
  skill, model_name AS modelName, created_ms AS createdMs, ${parent} AS parentId`
const assetColumns = columnsWith('palette', 'parent_id')

const assetFromRow = ({ seq: _, hasAlpha, ...row }: AssetRow): Asset => ({ ...row, hasAlpha: hasAlpha === 1 })

/** A picture with what people said about it. */
export interface Item {
  asset: Asset
  rating: number
  flag: AssetFlag | null
}

/** The columns of an item. */
export const itemColumns = `${assetColumns}, rating, flag`

export interface ItemRow extends AssetRow {
  rating: number
  flag: number
}

export const itemOf = ({ rating, flag, ...row }: ItemRow): Item => ({
  asset: assetFromRow(row),
  rating,
  flag: flagOf(flag),
})

/** A whole row: the picture, its stars, its flag, when it went to the app's trash and when on to the system's (ms). */
export interface WholeRow {
  seq: number
  asset: Asset
  rating: number
  flag: number
  trashedMs: number | null
  removedMs: number | null
}

/** Every row, also those of files in the trash, of a database of any version. */
export function* readAllAssets(db: Db, order: 'ASC' | 'DESC', of = 'TRUE'): Generator<WholeRow> {
  const find = db.prepare<[string]>("SELECT 1 FROM pragma_table_info('assets') WHERE name = ?")
  const has = (column: string): boolean => find.get(column) !== undefined
  // The older versions knew the system's trash alone, and no stars; flags came later still.
  const trash = has('removed_ms') ? 'rating, removed_ms AS removedMs' : '0 AS rating, trashed_ms AS removedMs'
  const said = `${trash}, ${has('flag') ? 'flag' : '0 AS flag'}`
  const rows = db.prepare<[], AssetRow & Omit<WholeRow, 'asset'>>(
    `SELECT ${columnsWith(has('palette') ? 'palette' : 'NULL', has('parent_id') ? 'parent_id' : 'NULL')}, trashed_ms AS trashedMs, ${said} FROM assets WHERE ${of} ORDER BY seq ${order}`,
  )
  for (const { rating, flag, trashedMs, removedMs, ...row } of rows.iterate())
    yield { seq: row.seq, asset: assetFromRow(row), rating, flag, trashedMs, removedMs }
}

/** Those that were made here and are not in the system's trash; the first step throws where an older version made it. */
export const readMadeHere = (db: Db, order: 'ASC' | 'DESC'): Generator<WholeRow> =>
  readAllAssets(db, order, 'parent_id IS NOT NULL AND removed_ms IS NULL')

/** Records one. Called inside a write. */
export function putAsset(db: Db, asset: Asset): void {
  const { lastInsertRowid, changes } = statement<[object]>(
    db,
    `INSERT INTO assets (id, origin, request_id, job_index, output_index, name, relative_path, sha256, size_bytes,
       width, height, format, has_alpha, dominant_colour, palette, perceptual_hash, profile, media_type, title, kind,
       skill, model_name, created_ms, parent_id)
     VALUES (@id, @origin, @requestId, @jobIndex, @outputIndex, @name, @relativePath, @sha256, @sizeBytes,
       @width, @height, @format, @hasAlpha, @dominantColour, @palette, @perceptualHash, @profile, @mediaType, @title, @kind,
       @skill, @modelName, @createdMs, @parentId)
     ON CONFLICT DO NOTHING`,
  ).run({ ...asset, hasAlpha: asset.hasAlpha ? 1 : 0, createdMs: Math.trunc(asset.createdMs) })
  if (changes === 0) return
  statement(db, 'INSERT INTO asset_words (rowid, words) VALUES (?, ?)').run(lastInsertRowid, searchTextOf(asset, []))
  if (asset.palette !== null) putColours(db, Number(lastInsertRowid), asset.palette)
}

/** A search as a condition, with the value of its one name. */
function matchOf(search: string): { match: string; terms: string } {
  const terms = searchTerms(search)
  if (terms === null) return { match: '', terms: '' }
  if (terms === 'nothing') return { match: 'AND 0', terms: '' }
  return { match: 'AND seq IN (SELECT rowid FROM asset_words WHERE asset_words MATCH @terms)', terms: terms.match }
}

/** A page of what the terminal lists. `before` is the cursor of the page before. */
interface Page extends Pick<LibraryFilter, 'search' | 'flag'> {
  before?: number | undefined
  limit: number
}

export class Assets {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Records a file that is already durable. The same output twice is one row.
   * @param isInPlace asked under the lock of the write: where the library has moved meanwhile nothing is recorded
   * @returns whether it is recorded
   */
  add(asset: Asset, isInPlace: () => boolean = () => true): boolean {
    return commit('assets commit', this.#db, () => {
      if (!isInPlace()) return false
      putAsset(this.#db, asset)
      return true
    })
  }

  /**
   * Records what was made here from another picture. It is of no job, and its number among those of its request is the
   * moment at which it was made.
   * @param isInPlace as of `add`
   */
  addMadeHere(asset: Asset, isInPlace: () => boolean): boolean {
    return commit('assets commit', this.#db, () => {
      if (!isInPlace()) return false
      const newest = this.#db
        .prepare<[string, number], number | null>(
          'SELECT max(output_index) FROM assets WHERE request_id = ? AND job_index = ?',
        )
        .pluck()
        .get(asset.requestId, ofNoJob)
      putAsset(this.#db, {
        ...asset,
        jobIndex: ofNoJob,
        outputIndex: Math.max(Math.trunc(asset.createdMs), (newest ?? 0) + 1),
      })
      return true
    })
  }

  /** Where its file lies now. */
  setPlace(id: string, relativePath: string): void {
    commit('assets commit', this.#db, () =>
      this.#db.prepare('UPDATE assets SET relative_path = ? WHERE id = ?').run(relativePath, id),
    )
  }

  /** Whether a row's file has this place. Reads every row: for the few cases where a name is to be made up. */
  isPlace(relativePath: string): boolean {
    return this.#db.prepare('SELECT 1 FROM assets WHERE relative_path = ? LIMIT 1').get(relativePath) !== undefined
  }

  /** Whether a row has this name, in any folder and on disks that know no capitals too. */
  isNamed(name: string): boolean {
    return this.#db.prepare('SELECT 1 FROM assets WHERE name = ? COLLATE NOCASE LIMIT 1').get(name) !== undefined
  }

  /** Places of the rows with a content, those of its own trash too. */
  placesOf(sha256: string): string[] {
    return this.#db
      .prepare<[string], string>('SELECT relative_path FROM assets WHERE sha256 = ? AND removed_ms IS NULL')
      .pluck()
      .all(sha256)
  }

  /** The next ones, oldest first, whose files are the library's, those of its own trash too. */
  filesAfter(seq: number, limit: number): FileOf[] {
    return this.#db
      .prepare<[number, number], FileOf>(
        `SELECT seq, id, relative_path AS relativePath, sha256, size_bytes AS sizeBytes FROM assets
         WHERE seq > ? AND removed_ms IS NULL ORDER BY seq LIMIT ?`,
      )
      .all(seq, limit)
  }

  /** The same of rows that are known. */
  filesOf(seqs: readonly number[]): FileOf[] {
    const find = this.#db.prepare<[number], FileOf>(
      `SELECT seq, id, relative_path AS relativePath, sha256, size_bytes AS sizeBytes FROM assets
       WHERE seq = ? AND removed_ms IS NULL`,
    )
    return seqs.flatMap((seq) => find.get(seq) ?? [])
  }

  /** The next pictures, oldest first, with what tells whether two look the same. */
  looksAfter(seq: number, limit: number): LookOf[] {
    return this.#db
      .prepare<[number, number], LookOf>(
        `SELECT seq, perceptual_hash AS hash, dominant_colour AS colour, width, height FROM assets
         WHERE seq > ? AND removed_ms IS NULL AND perceptual_hash IS NOT NULL AND dominant_colour IS NOT NULL
           AND width > 0 AND height > 0 ORDER BY seq LIMIT ?`,
      )
      .all(seq, limit)
  }

  /** How many files there are and how large, together. Reads every row. */
  extent(): { count: number; sizeBytes: number; newest: number } {
    const sql = `SELECT count(*) AS count, coalesce(sum(size_bytes), 0) AS sizeBytes, coalesce(max(seq), 0) AS newest
      FROM assets WHERE removed_ms IS NULL`
    return this.#db.prepare<[], { count: number; sizeBytes: number; newest: number }>(sql).get() ?? nothing
  }

  /** Whether any file is in the library. */
  hasAny(): boolean {
    return this.#db.prepare('SELECT 1 FROM assets WHERE removed_ms IS NULL LIMIT 1').get() !== undefined
  }

  /** The row that was made last; 0 for none. */
  newest(): number {
    return this.#db.prepare<[], number | null>('SELECT max(seq) FROM assets').pluck().get() ?? 0
  }

  get(id: string): Asset | null {
    const row = this.#db.prepare<[string], AssetRow>(`SELECT ${assetColumns} FROM assets WHERE id = ?`).get(id)
    return row ? assetFromRow(row) : null
  }

  /** What a request made; not what was made of that here. */
  ofRequest(requestId: string): Asset[] {
    return this.#db
      .prepare<[string], AssetRow>(
        `SELECT ${assetColumns} FROM assets WHERE request_id = ? AND parent_id IS NULL AND trashed_ms IS NULL ORDER BY job_index, output_index`,
      )
      .all(requestId)
      .map(assetFromRow)
  }

  /** The newest that have all words of a search, each as the beginning of a word; without any, the newest of all. */
  find(search: string, limit: number): Asset[] {
    const { match, terms } = matchOf(search)
    return this.#db
      .prepare<[object], AssetRow>(
        `SELECT ${assetColumns} FROM assets WHERE trashed_ms IS NULL ${match} ORDER BY seq DESC LIMIT @limit`,
      )
      .all({ terms, limit })
      .map(assetFromRow)
  }

  /** Newest first, by keyset. */
  page(options: Page): { items: Asset[]; cursor: number | null; total: number } {
    const { before = beyond, limit, ...filter } = options
    const after = { seq: before, key: null }
    const sql = filterSql(this.#db, filter, Date.now())
    const rows = this.#db
      .prepare<[object], AssetRow>(queriesAfter(sql, assetColumns, after)[0] ?? '')
      .all({ ...sql.values, ...boundsAfter(sql, after), limit })
    const count = this.#db
      .prepare<[object], { n: number }>(`SELECT count(*) AS n FROM ${sql.from} WHERE ${sql.where}`)
      .get(sql.values)
    return {
      items: rows.map(assetFromRow),
      cursor: rows.length === limit ? (rows.at(-1)?.seq ?? null) : null,
      total: count?.n ?? 0,
    }
  }

  /** The file went to the system's trash; what is known of it stays. */
  markTrashed(ids: string[], atMs: number): void {
    const mark = this.#db.prepare(
      'UPDATE assets SET trashed_ms = coalesce(trashed_ms, @atMs), removed_ms = @atMs WHERE id = @id',
    )
    commit('trash commit', this.#db, () => {
      for (const id of ids) mark.run({ id, atMs: Math.trunc(atMs) })
    })
  }
}
