import { mostDraftBytes, mostDrafts } from '../../contract/drafts.ts'
import { type Json, json } from '../../domain/json.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { statement } from './statements.ts'

/** Small things kept by name: caches of public lists, drafts of forms, notes of the store itself. */
export class KeyValueStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** @param isReadable told the text before anything is read of it: null where it says no */
  cached(
    origin: string,
    name: string,
    isReadable: (text: string) => boolean = () => true,
  ): { value: Json; readMs: number } | null {
    const row = this.#db
      .prepare<[string, string], { value: string; readMs: number }>(
        'SELECT value, read_ms AS readMs FROM caches WHERE origin = ? AND name = ?',
      )
      .get(origin, name)
    const value = row && isReadable(row.value) ? parseJson(row.value) : null
    return row && value !== null ? { value, readMs: row.readMs } : null
  }

  /** When the cached value was read, ms since 1970; null: there is none. */
  cachedAt(origin: string, name: string): number | null {
    const row = statement<[string, string], { readMs: number }>(
      this.#db,
      'SELECT read_ms AS readMs FROM caches WHERE origin = ? AND name = ?',
    ).get(origin, name)
    return row?.readMs ?? null
  }

  cache(origin: string, name: string, value: Json, readMs: number): void {
    this.#write(
      `INSERT INTO caches VALUES (?, ?, ?, ?)
       ON CONFLICT (origin, name) DO UPDATE SET value = excluded.value, read_ms = excluded.read_ms`,
      [origin, name, JSON.stringify(value), Math.trunc(readMs)],
    )
  }

  draft(form: string): Json | null {
    const row = this.#db.prepare<[string], { value: string }>('SELECT value FROM drafts WHERE form = ?').get(form)
    return row ? parseJson(row.value) : null
  }

  /**
   * Above their number a new one is not kept, and none that makes all of them too long; what is there can always be changed,
   * and made shorter.
   * @returns whether it is kept
   */
  saveDraft(form: string, value: Json, atMs: number): boolean {
    const values = { form, value: JSON.stringify(value), atMs: Math.trunc(atMs), mostDrafts, mostDraftBytes }
    return commit('keep commit', this.#db, () => {
      const { changes } = this.#db
        .prepare(
          `INSERT INTO drafts SELECT :form, :value, :atMs
             WHERE (SELECT count(*) FROM drafts WHERE form <> :form) < :mostDrafts
               AND octet_length(:value) <= max(
                 :mostDraftBytes - (SELECT coalesce(sum(octet_length(value)), 0) FROM drafts WHERE form <> :form),
                 coalesce((SELECT octet_length(value) FROM drafts WHERE form = :form), 0))
           ON CONFLICT (form) DO UPDATE SET value = excluded.value, at_ms = excluded.at_ms`,
        )
        .run(values)
      return changes > 0
    })
  }

  note(key: string): string | null {
    return (
      statement<[string], { value: string }>(this.#db, 'SELECT value FROM meta WHERE key = ?').get(key)?.value ?? null
    )
  }

  setNote(key: string, value: string): void {
    commit('keep commit', this.#db, () => putNote(this.#db, key, value))
  }

  /** @param change is given what stands there now, under the lock of the write */
  changeNote(key: string, change: (now: string | null) => string): void {
    commit('keep commit', this.#db, () => putNote(this.#db, key, change(this.note(key))))
  }

  recordUpload(upload: {
    origin: string
    requestId: string
    sha256: string
    purpose: string
    imageUrl: string
    atMs: number
  }): void {
    this.#write(
      'INSERT INTO uploads (origin, request_id, sha256, purpose, image_url, at_ms) VALUES (?, ?, ?, ?, ?, ?)',
      [upload.origin, upload.requestId, upload.sha256, upload.purpose, upload.imageUrl, Math.trunc(upload.atMs)],
    )
  }

  /** Uploads of one service since a moment. A count of our own: whose day it is, and other computers, nobody tells (A24). */
  uploadsSince(origin: string, sinceMs: number): number {
    const row = this.#db
      .prepare<[string, number], { n: number }>('SELECT count(*) AS n FROM uploads WHERE origin = ? AND at_ms >= ?')
      .get(origin, Math.trunc(sinceMs))
    return row?.n ?? 0
  }

  #write(sql: string, values: (string | number)[]): void {
    commit('keep commit', this.#db, () => this.#db.prepare(sql).run(...values))
  }
}

/** Inside a write. */
export const putNote = (db: Db, key: string, value: string): void =>
  void db
    .prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
    .run(key, value)

function parseJson(text: string): Json | null {
  try {
    return json.parse(JSON.parse(text))
  } catch {
    return null
  }
}
