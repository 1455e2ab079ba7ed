import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Home } from '../home.ts'
import { prefixedId, sha256Hex } from '../ids.ts'
import type { Make } from '../pictures/make.ts'
import { type Recipe, recipeSources } from '../pictures/recipe.ts'
import { findMedia, insertMedia, keepMediaHash, type MediaRow, mediaFileName } from '../state/media-rows.ts'

interface MadeMedia {
  row: MediaRow
  path: string
  sha256: string
  sizeBytes: number
}

/** Pictures on disk. What a recipe describes is made when it is first wanted, and again whenever its file is missing. */
export class MediaStore {
  #home: Home
  #db: Database
  #underWay = new Map<string, Promise<MadeMedia>>()
  /** One picture at a time: each takes a core and tens of megabytes. */
  #queue: Promise<unknown> = Promise.resolve()
  #closed = false

  #makeEarly: boolean
  #makeBytes: Make

  constructor(home: Home, db: Database, makeEarly: boolean, make: Make) {
    this.#makeEarly = makeEarly
    this.#makeBytes = make
    this.#home = home
    this.#db = db
  }

  /** Keeps bytes that came from outside; the file is on disk before the row is. */
  keep(bytes: Buffer, shape: { contentType: string; width: number; height: number }): MediaRow {
    const row: MediaRow = {
      id: prefixedId('m'),
      job_id: null,
      position: 0,
      content_type: shape.contentType,
      width: shape.width,
      height: shape.height,
      recipe: null,
      sha256: sha256Hex(bytes),
      size_bytes: bytes.length,
    }
    writeWhole(this.#pathOf(row), bytes)
    insertMedia(this.#db, row)
    return row
  }

  /** Null when no such picture was ever known. */
  async find(id: string): Promise<MadeMedia | null> {
    const row = findMedia(this.#db, id)
    return row === null ? null : this.#ensure(row)
  }

  /** Starts on a picture that will be wanted soon. */
  prepare(row: MediaRow): void {
    if (!this.#makeEarly) return
    // A failure shows when the picture is asked for.
    this.#ensure(row).catch(() => undefined)
  }

  /** Lets the picture under way be finished and starts no other. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#queue
  }

  #pathOf(row: MediaRow): string {
    return join(this.#home.media, mediaFileName(row))
  }

  #ensure(row: MediaRow): Promise<MadeMedia> {
    const path = this.#pathOf(row)
    if (row.sha256 !== null && row.size_bytes !== null && existsSync(path)) {
      return Promise.resolve({ row, path, sha256: row.sha256, sizeBytes: row.size_bytes })
    }
    const known = this.#underWay.get(row.id)
    if (known !== undefined) return known
    const made = this.#make(row, path).finally(() => this.#underWay.delete(row.id))
    this.#underWay.set(row.id, made)
    return made
  }

  async #make(row: MediaRow, path: string): Promise<MadeMedia> {
    if (row.recipe === null) throw new Error(`the kept picture ${row.id} is missing on disk`)
    const recipe = JSON.parse(row.recipe) as Recipe
    // Sources first, outside the queue: a source may itself have to be made.
    const sources = new Map<string, Buffer>()
    for (const id of recipeSources(recipe)) {
      const made = await this.find(id)
      if (made !== null) sources.set(id, readFileSync(made.path))
    }
    const sourceOf = (id: string) => {
      const found = sources.get(id)
      if (found === undefined) throw new Error(`${row.id} needs ${id}, which is not there`)
      return found
    }
    const bytes = await this.#inTurn(() =>
      this.#makeBytes(recipe, sourceOf, { width: row.width, height: row.height, contentType: row.content_type }),
    )
    writeWhole(path, bytes)
    const hash = sha256Hex(bytes)
    keepMediaHash(this.#db, row.id, hash, bytes.length)
    return { row, path, sha256: hash, sizeBytes: bytes.length }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => {
      if (this.#closed) throw new Error('practice is closing')
      return work()
    })
    this.#queue = turn.catch(() => undefined)
    return turn
  }
}

function writeWhole(path: string, bytes: Buffer): void {
  const draft = `${path}.part`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}
