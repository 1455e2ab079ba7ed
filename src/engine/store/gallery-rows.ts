import { type Json, json } from '../../domain/json.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { statement } from './statements.ts'

export interface KeptPicture {
  id: string
  /** What the service said of it, whole. */
  value: Json | null
  keptMs: number
  readMs: number
}

/** A file of a curated picture in the cache, by the address that it came from. */
export interface KeptFile {
  address: string
  name: string
  width: number | null
  height: number | null
}

interface Row {
  id: string
  value: string
  keptMs: number
  readMs: number
}

/** Curated pictures that are kept, and what the service said of all of them together. */
export const mostKept = 2000
const mostKeptBytes = 50_000_000

const columns = 'id, value, kept_ms AS keptMs, read_ms AS readMs'

/** Curated pictures that were looked up, of every service by itself. */
export class GalleryRows {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  get(origin: string, id: string): KeptPicture | null {
    const row = statement<[string, string], Row>(
      this.#db,
      `SELECT ${columns} FROM gallery WHERE origin = ? AND id = ?`,
    ).get(origin, id)
    return row ? keptOf(row) : null
  }

  /**
   * Newest first.
   * @param words in small letters; all of them must be somewhere in its own
   */
  list(origin: string, words: readonly string[], label: string | null, limit: number): KeptPicture[] {
    const { where, values } = whereOf(origin, words, label)
    return this.#db
      .prepare<unknown[], Row>(
        `SELECT ${columns} FROM gallery WHERE ${where} ORDER BY kept_ms DESC, id LIMIT ${Math.trunc(limit)}`,
      )
      .all(...values)
      .map(keptOf)
  }

  count(origin: string, words: readonly string[], label: string | null): number {
    const { where, values } = whereOf(origin, words, label)
    return (
      this.#db
        .prepare<unknown[], number>(`SELECT count(*) FROM gallery WHERE ${where}`)
        .pluck()
        .get(...values) ?? 0
    )
  }

  /** Whether another one is not kept: of all services together there are as many as are kept, or they are as large. */
  isFull(): boolean {
    const { all, bytes } = statement<[], { all: number; bytes: number }>(
      this.#db,
      'SELECT count(*) AS "all", coalesce(sum(octet_length(value)), 0) AS bytes FROM gallery',
    ).get() ?? { all: 0, bytes: 0 }
    return all >= mostKept || bytes >= mostKeptBytes
  }

  labels(origin: string): { name: string; count: number }[] {
    return this.#db
      .prepare<[string], { name: string; count: number }>(
        `SELECT label AS name, count(*) AS count FROM gallery WHERE origin = ? AND label IS NOT NULL
         GROUP BY label ORDER BY label COLLATE NOCASE`,
      )
      .all(origin)
  }

  /** Keeps it, or what is newly said of it; when it was first kept stays. */
  keep(origin: string, id: string, kept: { value: Json; label: string | null; words: string; atMs: number }): void {
    const { value, label, words, atMs } = kept
    commit('keep commit', this.#db, () =>
      this.#db
        .prepare(
          `INSERT INTO gallery (origin, id, value, label, words, kept_ms, read_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (origin, id) DO UPDATE SET
             value = excluded.value, label = excluded.label, words = excluded.words, read_ms = excluded.read_ms`,
        )
        .run(origin, id, JSON.stringify(value), label, words, Math.trunc(atMs), Math.trunc(atMs)),
    )
  }

  files(origin: string, id: string): KeptFile[] {
    return statement<[string, string], KeptFile>(
      this.#db,
      'SELECT address, name, width, height FROM gallery_files WHERE origin = ? AND id = ?',
    ).all(origin, id)
  }

  /** Nothing where the picture was forgotten meanwhile. */
  addFile(origin: string, id: string, file: KeptFile): void {
    const { address, name, width, height } = file
    commit('keep commit', this.#db, () =>
      this.#db
        .prepare(
          `INSERT INTO gallery_files SELECT origin, id, ?, ?, ?, ? FROM gallery WHERE origin = ? AND id = ?
           ON CONFLICT (origin, id, address) DO UPDATE SET
             name = excluded.name, width = excluded.width, height = excluded.height`,
        )
        .run(address, name, width, height, origin, id),
    )
  }

  /** With the copy of the service's answer, so that nothing of it is left here. */
  forget(origin: string, id: string, cacheName: string): void {
    commit('keep commit', this.#db, () => {
      this.#db.prepare('DELETE FROM gallery_files WHERE origin = ? AND id = ?').run(origin, id)
      this.#db.prepare('DELETE FROM gallery WHERE origin = ? AND id = ?').run(origin, id)
      this.#db.prepare('DELETE FROM caches WHERE origin = ? AND name = ?').run(origin, cacheName)
    })
  }
}

function whereOf(origin: string, words: readonly string[], label: string | null): { where: string; values: string[] } {
  const parts = ['origin = ?', ...words.map(() => 'instr(words, ?) > 0'), ...(label === null ? [] : ['label = ?'])]
  return { where: parts.join(' AND '), values: [origin, ...words, ...(label === null ? [] : [label])] }
}

function keptOf({ value, ...row }: Row): KeptPicture {
  try {
    return { ...row, value: json.parse(JSON.parse(value)) }
  } catch {
    return { ...row, value: null }
  }
}
