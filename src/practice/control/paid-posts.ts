import type { Practice } from '../context.ts'
import { isFields } from '../http/fields.ts'
import { isUuid, sha256Hex } from '../ids.ts'

interface PaidPost {
  path: string
  requestId: string | null
  bodySha256: string
  at: number
}

/** Notes that a paid POST arrived, whatever becomes of it. */
export function recordPaidPost(practice: Practice, path: string, bytes: Buffer, idField: string): void {
  practice.db
    .prepare('INSERT INTO paid_posts (path, request_id, body_sha256, at) VALUES (?, ?, ?, ?)')
    .run(path, idIn(bytes, idField), sha256Hex(bytes), practice.clock.now())
}

function idIn(bytes: Buffer, idField: string): string | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    const id = isFields(value) ? value[idField] : null
    return isUuid(id) ? id.toLowerCase() : null
  } catch {
    return null
  }
}

export function paidPosts(practice: Practice): PaidPost[] {
  return practice.db
    .prepare<[], PaidPost>(
      'SELECT path, request_id AS requestId, body_sha256 AS bodySha256, at FROM paid_posts ORDER BY id',
    )
    .all()
}
