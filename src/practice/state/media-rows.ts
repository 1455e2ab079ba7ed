import type { Database } from 'better-sqlite3'

export interface MediaRow {
  id: string
  job_id: string | null
  position: number
  content_type: string
  width: number
  height: number
  /** JSON of a `Recipe`; null for bytes that came from outside and are kept as they are. */
  recipe: string | null
  sha256: string | null
  size_bytes: number | null
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
}

export function mediaFileName(row: Pick<MediaRow, 'id' | 'content_type'>): string {
  return `${row.id}.${extensions[row.content_type] ?? 'bin'}`
}

export function insertMedia(db: Database, row: MediaRow): void {
  db.prepare(
    `INSERT INTO media VALUES (@id, @job_id, @position, @content_type, @width, @height, @recipe, @sha256, @size_bytes)`,
  ).run(row)
}

export function findMedia(db: Database, id: string): MediaRow | null {
  return db.prepare<[string], MediaRow>('SELECT * FROM media WHERE id = ?').get(id) ?? null
}

export function mediaOfJob(db: Database, jobId: string): MediaRow[] {
  return db.prepare<[string], MediaRow>('SELECT * FROM media WHERE job_id = ? ORDER BY position').all(jobId)
}

export function keepMediaHash(db: Database, id: string, sha256: string, sizeBytes: number): void {
  db.prepare('UPDATE media SET sha256 = ?, size_bytes = ? WHERE id = ?').run(sha256, sizeBytes, id)
}
