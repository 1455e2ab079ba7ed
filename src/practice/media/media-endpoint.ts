import { type HttpAnswer, refuseHttp } from '../http/answer.ts'
import type { Call } from '../http/router.ts'
import { findJob, jobStatusAt } from '../state/job-rows.ts'
import { findMedia, type MediaRow, mediaFileName } from '../state/media-rows.ts'

/** `GET /media/{file}`. Addresses, hosts and life of media are not in the document: public, unguessable, for ever. */
export async function serveMedia(call: Call): Promise<HttpAnswer> {
  const id = (call.params.file ?? '').split('.')[0] ?? ''
  const row = findMedia(call.practice.db, id)
  if (row === null || mediaFileName(row) !== call.params.file || !isReady(call, row))
    throw refuseHttp(404, 'no such file')
  const made = await call.practice.media.find(id)
  if (made === null) throw refuseHttp(404, 'no such file')

  const etag = `"${made.sha256}"`
  const headers = {
    'content-type': row.content_type,
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    etag,
  }
  const whole = { path: made.path, start: 0, end: made.sizeBytes - 1 }
  if (call.request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) {
    return { status: 304, headers, body: Buffer.alloc(0) }
  }
  const range = wantedRange(call, etag, made.sizeBytes)
  if (range === null) return { status: 200, headers, body: whole }
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${made.sizeBytes}` }, body: Buffer.alloc(0) }
  }
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${range.start}-${range.end}/${made.sizeBytes}` },
    body: { ...whole, ...range },
  }
}

/** Media of a job appear when it is completed, never of a failed one (§3: its output is discarded). */
function isReady(call: Call, row: MediaRow): boolean {
  if (row.job_id === null) return true
  const job = findJob(call.practice.db, row.job_id)
  return job !== null && job.gone === 0 && jobStatusAt(job, call.practice.clock.now()) === 'completed'
}

/** One range of bytes; several at once are answered with the whole, as RFC 9110 §14.2 allows. */
function wantedRange(call: Call, etag: string, sizeBytes: number) {
  const condition = call.request.headers['if-range']
  const asked = /^bytes=(\d*)-(\d*)$/.exec(call.request.headers.range ?? '')
  if (asked === null || (condition !== undefined && condition !== etag)) return null
  const [, from = '', to = ''] = asked
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  return start > end ? ('unsatisfiable' as const) : { start, end }
}
