import { commit } from './commit.ts'
import type { Db } from './database.ts'

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
  perceptualHash: string | null
  profile: string | null
  mediaType: 'image' | 'video'
  title: string
  kind: 'generation' | 'skill'
  skill: string | null
  modelName: string | null
  createdMs: number
}

interface Row extends Omit<Asset, 'hasAlpha'> {
  seq: number
  hasAlpha: number
}

const columns = `seq, id, origin, request_id AS requestId, job_index AS jobIndex, output_index AS outputIndex, name,
  relative_path AS relativePath, sha256, size_bytes AS sizeBytes, width, height, format, has_alpha AS hasAlpha,
  dominant_colour AS dominantColour, perceptual_hash AS perceptualHash, profile, media_type AS mediaType, title, kind,
  skill, model_name AS modelName, created_ms AS createdMs`

const fromRow = ({ seq: _, hasAlpha, ...row }: Row): Asset => ({ ...row, hasAlpha: hasAlpha === 1 })

/** Every row, also those of files in the trash. */
export function* readAllAssets(db: Db): Generator<{ asset: Asset; trashedMs: number | null }> {
  const rows = db.prepare<[], Row & { trashedMs: number | null }>(
    `SELECT ${columns}, trashed_ms AS trashedMs FROM assets ORDER BY seq`,
  )
  for (const { trashedMs, ...row } of rows.iterate()) yield { asset: fromRow(row), trashedMs }
}

export class Assets {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Records a file that is already durable. The same output twice is one row. */
  add(asset: Asset): void {
    commit('assets commit', this.#db, () => {
      const { lastInsertRowid, changes } = this.#db
        .prepare(
          `INSERT INTO assets (id, origin, request_id, job_index, output_index, name, relative_path, sha256, size_bytes,
               width, height, format, has_alpha, dominant_colour, perceptual_hash, profile, media_type, title, kind, skill,
               model_name, created_ms)
             VALUES (@id, @origin, @requestId, @jobIndex, @outputIndex, @name, @relativePath, @sha256, @sizeBytes,
               @width, @height, @format, @hasAlpha, @dominantColour, @perceptualHash, @profile, @mediaType, @title, @kind,
               @skill, @modelName, @createdMs)
             ON CONFLICT DO NOTHING`,
        )
        .run({ ...asset, hasAlpha: asset.hasAlpha ? 1 : 0, createdMs: Math.trunc(asset.createdMs) })
      if (changes === 0) return
      const words = [asset.title, asset.name, asset.modelName, asset.skill].filter(Boolean).join(' ')
      this.#db.prepare('INSERT INTO asset_words (rowid, words) VALUES (?, ?)').run(lastInsertRowid, words)
    })
  }

  get(id: string): Asset | null {
    const row = this.#db.prepare<[string], Row>(`SELECT ${columns} FROM assets WHERE id = ?`).get(id)
    return row ? fromRow(row) : null
  }

  ofRequest(requestId: string): Asset[] {
    return this.#db
      .prepare<[string], Row>(
        `SELECT ${columns} FROM assets WHERE request_id = ? AND trashed_ms IS NULL ORDER BY job_index, output_index`,
      )
      .all(requestId)
      .map(fromRow)
  }

  /** Newest first, by keyset: `before` is the cursor of the page before. */
  page(options: { search?: string | undefined; before?: number | undefined; limit: number }): {
    items: Asset[]
    cursor: number | null
    total: number
  } {
    const terms = searchTerms(options.search ?? '')
    const match = terms === null ? '' : 'AND seq IN (SELECT rowid FROM asset_words WHERE asset_words MATCH @terms)'
    const values = { terms: terms ?? '', before: options.before ?? Number.MAX_SAFE_INTEGER, limit: options.limit }
    const rows = this.#db
      .prepare<[typeof values], Row>(
        `SELECT ${columns} FROM assets WHERE trashed_ms IS NULL AND seq < @before ${match} ORDER BY seq DESC LIMIT @limit`,
      )
      .all(values)
    const count = this.#db
      .prepare<[typeof values], { n: number }>(`SELECT count(*) AS n FROM assets WHERE trashed_ms IS NULL ${match}`)
      .get(values)
    return {
      items: rows.map(fromRow),
      cursor: rows.length === options.limit ? (rows.at(-1)?.seq ?? null) : null,
      total: count?.n ?? 0,
    }
  }

  /** The file went to the system's trash; what is known of it stays. */
  markTrashed(ids: string[], atMs: number): void {
    const mark = this.#db.prepare('UPDATE assets SET trashed_ms = ? WHERE id = ?')
    commit('trash commit', this.#db, () => {
      for (const id of ids) mark.run(Math.trunc(atMs), id)
    })
  }
}

/** Each word as a prefix, all of them needed; quoted, so that nothing typed is read as FTS syntax. */
function searchTerms(search: string): string | null {
  // SQLite ends a query's text at a NUL.
  const words = search
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length === 0 ? null : words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ')
}
