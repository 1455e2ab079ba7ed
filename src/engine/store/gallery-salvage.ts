import type { Db } from './db.ts'
import { unlessRefused } from './organised-salvage.ts'

/** A curated picture, as its row has it. */
export interface GalleryRow {
  origin: string
  id: string
  value: string
  label: string | null
  words: string
  keptMs: number
  readMs: number
}

/** One of its files in the cache. */
export interface GalleryFileRow {
  origin: string
  id: string
  address: string
  name: string
  width: number | null
  height: number | null
}

/** What was looked up in the gallery. */
export interface SalvagedGallery {
  pictures: GalleryRow[]
  files: GalleryFileRow[]
}

/** Reads it from a database that was put away. The first step throws where an older version made it: that had none. */
export function* readGallery(db: Db, order: 'ASC' | 'DESC'): Generator<GalleryRow> {
  // Where the damage lies nothing is of the kind that its column says.
  const rows = db.prepare<[], GalleryRow>(
    `SELECT origin, id, value, label, words, kept_ms AS keptMs, read_ms AS readMs FROM gallery
     WHERE typeof(origin) = 'text' AND typeof(id) = 'text' AND typeof(value) = 'text' AND typeof(words) = 'text'
     ORDER BY origin ${order}, id ${order}`,
  )
  yield* rows.iterate()
}

/** The same for the files. */
export function* readGalleryFiles(db: Db, order: 'ASC' | 'DESC'): Generator<GalleryFileRow> {
  const rows = db.prepare<[], GalleryFileRow>(
    `SELECT origin, id, address, name, width, height FROM gallery_files
     WHERE typeof(origin) = 'text' AND typeof(id) = 'text' AND typeof(address) = 'text' AND typeof(name) = 'text'
     ORDER BY origin ${order}, id ${order}, address ${order}`,
  )
  yield* rows.iterate()
}

/** Puts in what is not there. Called inside a write. */
export function refillGallery(db: Db, { pictures, files }: SalvagedGallery): void {
  const put = db.prepare(
    `INSERT INTO gallery (origin, id, value, label, words, kept_ms, read_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  for (const { origin, id, value, label, words, keptMs, readMs } of pictures)
    unlessRefused(() => put.run(origin, id, value, label, words, keptMs, readMs))
  const putFile = db.prepare(
    `INSERT INTO gallery_files SELECT origin, id, ?, ?, ?, ? FROM gallery WHERE origin = ? AND id = ?
     ON CONFLICT DO NOTHING`,
  )
  for (const { origin, id, address, name, width, height } of files)
    unlessRefused(() => putFile.run(address, name, width, height, origin, id))
}
