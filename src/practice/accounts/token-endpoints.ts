import { jsonAnswer, refuseHttp } from '../http/answer.ts'
import { parseObject, readBody } from '../http/body.ts'
import type { KnownCall } from '../http/router.ts'
import { newTokenValue, prefixedId } from '../ids.ts'
import type { JobRow } from '../state/job-rows.ts'
import { jobStatusAt } from '../state/job-rows.ts'

interface TokenRow {
  id: string
  account_id: string
  name: string
  value: string
  is_active: number
  last_used_at: number | null
  created_at: number
}

const mostActive = 5

const isoTime = (at: number) => new Date(at).toISOString()

function ownToken(call: KnownCall): TokenRow {
  const row = call.practice.db
    .prepare<[string, string], TokenRow>('SELECT * FROM tokens WHERE id = ? AND account_id = ?')
    .get(call.params.id ?? '', call.caller.accountId)
  if (row === undefined) throw refuseHttp(404, 'no such token')
  return row
}

/** §4.6 */
export async function createToken(call: KnownCall) {
  const bytes = await readBody(call.request, 32 * 1024)
  if (bytes === 'too-large') throw refuseHttp(413, 'the body is too large')
  // The field's name is not in the document; practice takes `name`.
  const { name } = parseObject(bytes, call.request.headers['content-type'])
  if (typeof name !== 'string' || name.trim() === '') throw refuseHttp(400, 'name is required')
  const { db, clock } = call.practice
  const token: TokenRow = {
    id: prefixedId('tok'),
    account_id: call.caller.accountId,
    name: name.trim(),
    value: newTokenValue(),
    is_active: 1,
    last_used_at: null,
    created_at: clock.now(),
  }
  db.transaction(() => {
    const active = db
      .prepare<[string], { count: number }>(
        'SELECT count(*) AS count FROM tokens WHERE account_id = ? AND is_active = 1',
      )
      .get(token.account_id)
    if ((active?.count ?? 0) >= mostActive) throw refuseHttp(400, `at most ${mostActive} active tokens per account`)
    db.prepare(
      'INSERT INTO tokens VALUES (@id, @account_id, @name, @value, @is_active, @last_used_at, @created_at)',
    ).run(token)
  }).immediate()
  return jsonAnswer(200, { id: token.id, token: token.value, name: token.name, created_at: isoTime(token.created_at) })
}

export function listTokens(call: KnownCall) {
  const rows = call.practice.db
    .prepare<[string], TokenRow>('SELECT * FROM tokens WHERE account_id = ? ORDER BY created_at, rowid')
    .all(call.caller.accountId)
  return jsonAnswer(
    200,
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      token_value: `${row.value.slice(0, 11)}…${row.value.slice(-4)}`,
      is_active: row.is_active === 1,
      last_used_at: row.last_used_at === null ? null : isoTime(row.last_used_at),
      created_at: isoTime(row.created_at),
    })),
  )
}

/** §3: a soft delete; it stops working at once. */
export function revokeToken(call: KnownCall) {
  const token = ownToken(call)
  call.practice.db.prepare('UPDATE tokens SET is_active = 0 WHERE id = ?').run(token.id)
  return jsonAnswer(200, { success: true })
}

export function tokenUsage(call: KnownCall) {
  const now = call.practice.clock.now()
  const jobs = call.practice.db
    .prepare<[string], JobRow>('SELECT * FROM jobs WHERE token_id = ? ORDER BY accepted_at DESC LIMIT 500')
    .all(ownToken(call).id)
  return jsonAnswer(200, {
    generations: jobs.map((job) => ({
      id: job.id,
      model: job.model_id,
      credits_used: job.credits,
      status: jobStatusAt(job, now),
      created_at: isoTime(job.accepted_at),
    })),
  })
}
