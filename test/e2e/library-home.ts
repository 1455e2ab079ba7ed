import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from '../../scripts/setup.mjs'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { openDatabase } from '../../src/engine/store/database.ts'
import type { Db } from '../../src/engine/store/db.ts'
import { libraryNote } from '../../src/engine/store/rebuild.ts'
import { film } from '../../src/practice/video/film.ts'

/** Every seventh is upright, every fifth wide. */
const rows = `
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < @count)
INSERT INTO assets (id, origin, request_id, job_index, output_index, name, relative_path, sha256, size_bytes, width,
  height, format, has_alpha, dominant_colour, profile, media_type, title, kind, skill, model_name, created_ms)
SELECT 'seeded' || i || '.0.0', 'practice', 'seeded' || i, 0, 0, 'picture-' || i || '.jpg', 'shared.jpg',
  printf('%064x', i), @bytes, iif(i % 5 = 0, 1600, 1000), iif(i % 7 = 0, 1500, 1000), 'jpeg', 0, '#8a6a4a', NULL, 'image',
  iif(i % 3 = 0, 'lighthouse', 'harbour') || ' number ' || i, 'generation', NULL, iif(i % 2 = 0, 'Even', 'Odd'),
  @now - (@count - i) * 60000
FROM n`

const sample = join(root, 'resources/sample.jpg')

/** With the file's own size: a library of which no file is as it is known is taken for a disk that is away. */
const insertRows = (db: Db, count: number, bytes: number): void => {
  db.prepare(rows).run({ count, now: Date.now() - 60_000, bytes })
}

/** The sample as small as its thumbnail, for tests that look at rows and places: each cell of a grid has its file decoded. */
export const smallPicture = (): Promise<Buffer> => sharp(sample).resize(240).jpeg().toBuffer()

/**
 * A practice home with a library of so many pictures that share one file, and the newest a video. No receipts: it is for
 * what the library does by itself.
 */
export async function libraryHome(count: number, picture: Buffer = readFileSync(sample)): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'printroom-library-'))
  const folders = foldersFor(home, true)
  mkdirSync(folders.data, { recursive: true, mode: 0o700 })
  mkdirSync(folders.library, { recursive: true })
  writeFileSync(join(folders.library, 'shared.jpg'), picture)
  const canvas = { width: 320, height: 176, contentType: 'video/mp4' }
  const recipe = { kind: 'film', prompt: 'A harbour at dusk', seed: '1', seconds: 2 } as const
  const filmBytes = film({ ...recipe, tints: [] }, canvas)
  writeFileSync(join(folders.library, 'film.mp4'), filmBytes)
  const { db } = await openDatabase(join(folders.data, 'printroom.db'))
  insertRows(db, count, picture.byteLength)
  db.prepare(`UPDATE assets SET media_type = 'video', format = 'mp4', width = 320, height = 176, title = 'A film',
    relative_path = 'film.mp4', name = 'film.mp4', size_bytes = ? WHERE seq = ?`).run(filmBytes.byteLength, count)
  db.exec(`INSERT INTO asset_words (rowid, words) SELECT seq, title || ' ' || name || ' ' || model_name FROM assets;
    INSERT INTO meta VALUES ('${libraryNote}', 'yes') ON CONFLICT (key) DO UPDATE SET value = 'yes'`)
  db.close()
  writeFileSync(folders.settings, JSON.stringify({ service: 'practice', theme: 'system' }))
  return home
}

/** A practice home with a library of so many files of their own: one picture, of which each copy has other bytes. */
export async function ownFilesHome(count: number): Promise<{ home: string; library: string }> {
  const home = await libraryHome(1)
  const { data, library } = foldersFor(home, true)
  const picture = readFileSync(sample)
  const { db } = await openDatabase(join(data, 'printroom.db'))
  db.exec('DELETE FROM assets; DELETE FROM asset_words')
  insertRows(db, count, picture.byteLength)
  const place = db.prepare(
    `UPDATE assets SET relative_path = ?, sha256 = ?, size_bytes = ?, perceptual_hash = ?, title = ?, dominant_colour = ?
     WHERE seq = ?`,
  )
  mkdirSync(join(library, '2026-11'), { recursive: true })
  for (let n = 1; n <= count; n += 1) {
    // After the end of a JPEG anything may stand.
    const bytes = Buffer.concat([picture, Buffer.from(`copy ${n}`)])
    writeFileSync(join(library, '2026-11', `picture-${n}.jpg`), bytes)
    const look = n <= 2 ? '00ff00ff00ff00ff' : createHash('sha256').update(`${n}`).digest('hex').slice(0, 16)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    place.run(`2026-11/picture-${n}.jpg`, sha256, bytes.length, look, `Pear no. ${n}`, '#8a6a4a', n)
  }
  db.exec('UPDATE assets SET width = 1500, height = 1000 WHERE seq <= 2')
  db.close()
  return { home, library }
}
