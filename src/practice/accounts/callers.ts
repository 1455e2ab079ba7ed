import { timingSafeEqual } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { readMeta } from '../state/meta.ts'
import { sessionTokenOf } from './seed.ts'

/** Who is behind a bearer token. A session has no token id. */
export interface Caller {
  accountId: string
  tokenId: string | null
}

/** §5: null where the header is missing, malformed, unknown or revoked. */
export function findCaller(db: Database, authorization: string | undefined, now: number): Caller | null {
  const value = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (value === undefined) return null
  if (sameText(value, sessionTokenOf(db))) return { accountId: readMeta(db, 'session_account') ?? '', tokenId: null }
  const token = db
    .prepare<[string], { id: string; account_id: string }>(
      'SELECT id, account_id FROM tokens WHERE value = ? AND is_active = 1',
    )
    .get(value)
  if (token === undefined) return null
  db.prepare('UPDATE tokens SET last_used_at = ? WHERE id = ?').run(now, token.id)
  return { accountId: token.account_id, tokenId: token.id }
}

/** A key that was real once: §7.3 tells it apart from a missing one for Skills. */
export function isRevoked(db: Database, authorization: string | undefined): boolean {
  const value = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (value === undefined) return false
  return db.prepare('SELECT 1 FROM tokens WHERE value = ? AND is_active = 0').get(value) !== undefined
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
