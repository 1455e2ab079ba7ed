import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { seedAccounts, seededKeys } from '../../../../src/practice/accounts/seed.ts'
import type { Practice } from '../../../../src/practice/context.ts'
import { FaultTable } from '../../../../src/practice/control/faults.ts'
import { changeState } from '../../../../src/practice/control/state.ts'
import { changeWorld } from '../../../../src/practice/control/world.ts'
import type { HttpAnswer } from '../../../../src/practice/http/answer.ts'
import { dispatch } from '../../../../src/practice/http/dispatch.ts'
import { prefixedId } from '../../../../src/practice/ids.ts'
import { ledgerOf, type PracticeLedger } from '../../../../src/practice/ledger.ts'
import { openPracticeDatabase } from '../../../../src/practice/state/database.ts'
import { findJob, type JobRow } from '../../../../src/practice/state/job-rows.ts'
import { findMedia, insertMedia, type MediaRow } from '../../../../src/practice/state/media-rows.ts'
import { tinyFilm } from '../../../support/media/boxes.ts'
import { keepStatements } from './statements.ts'
import type { Time } from './time.ts'
import type { WireAnswer } from './wire.ts'

export const serviceOrigin = 'https://service.example'

/** Tables that a schedule fills; accounts and keys stay, and only what they have is put back. */
const filled = [
  'ledger',
  'media',
  'generation_requests',
  'skill_receipts',
  'jobs',
  'paid_posts',
  'daily_counts',
] as const

/** A job as the service itself has it. */
export interface RealJob {
  id: string
  acceptedAtMs: number
  status: 'processing' | 'completed' | 'failed'
  isGone: boolean
}

/**
 * The practice service itself, in this process, with its database in memory and the schedule's clock: its rules, its
 * ledger and its faults are the real ones. Pictures are small texts, since nobody looks at them.
 */
export class Remote {
  readonly practice: Practice
  readonly keys: string[]
  readonly #db: Database
  readonly #reset: () => void
  #time: Time | null = null

  constructor() {
    const db = openPracticeDatabase({ folder: ':memory:', database: ':memory:', media: '', lock: '' } as never)
    this.#db = db
    keepStatements(db)
    seedAccounts(db, 0)
    this.keys = seededKeys(db)
    this.practice = {
      home: { database: ':memory:' } as never,
      db,
      clock: {
        scale: 1,
        now: () => this.#world().worldMs(),
        until: (atMs) => this.#until(atMs),
        remember: () => undefined,
        stop: () => undefined,
      },
      faults: new FaultTable(),
      media: mediaOf(db) as never,
      origin: () => serviceOrigin,
      wasOrigin: (origin) => origin === serviceOrigin,
    }
    const clear = filled.map((table) => db.prepare(`DELETE FROM ${table}`))
    const market = db.prepare("DELETE FROM meta WHERE name NOT IN ('keys', 'session_token', 'session_account')")
    const balances = db.prepare('UPDATE accounts SET purchased = 1000, unlimited = 0')
    const keys = db.prepare('UPDATE tokens SET is_active = 1')
    this.#reset = db.transaction(() => {
      for (const statement of [...clear, market, balances, keys]) statement.run()
    })
  }

  begin(time: Time): void {
    this.#time = time
    this.#reset()
    this.practice.faults.set([])
  }

  #world(): Time {
    if (this.#time === null) throw new Error('no schedule runs')
    return this.#time
  }

  #until(atMs: number): Promise<void> {
    const time = this.#world()
    return new Promise((resolve) => void time.after(atMs - time.worldMs(), null, resolve))
  }

  /** One request as it arrives. */
  async answer(
    method: string,
    url: URL,
    headers: Record<string, string>,
    body: Uint8Array | null,
  ): Promise<WireAnswer> {
    const { practice } = this
    const path = url.pathname
    const world = practice.faults.takeWorld(method, path)
    if (world !== null) changeWorld(practice, world)
    if (path === '/api/skills/upload') return this.#upload(headers, body)
    const bytes = body === null ? [] : [withoutPictures(body)]
    const request = { headers, [Symbol.asyncIterator]: () => bytes.values() }
    return plain(
      await dispatch({ practice, request: request as never, method, path, query: new URLSearchParams(url.search) }),
    )
  }

  /** Practice decodes an uploaded picture for real; here its first line says how large it is. */
  #upload(headers: Record<string, string>, body: Uint8Array | null): WireAnswer {
    const refused = (status: number, words: object): WireAnswer => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(words)),
    })
    const account = this.#db
      .prepare<[string], { purchased: number }>(
        'SELECT purchased FROM accounts JOIN tokens ON account_id = accounts.id WHERE value = ? AND is_active = 1',
      )
      .get((headers.authorization ?? '').replace('Bearer ', ''))
    if (!account) return refused(401, { error: 'a valid bearer token is required' })
    if (account.purchased <= 0)
      return refused(402, { error: 'a positive balance is needed', code: 'insufficient_credits' })
    const { imageBase64 } = JSON.parse(Buffer.from(body ?? []).toString()) as { imageBase64: string }
    const [, width, height] = /^PICTURE (\d+)x(\d+)/.exec(Buffer.from(imageBase64, 'base64').toString()) ?? []
    const row: MediaRow = {
      id: prefixedId('m'),
      job_id: null,
      position: 0,
      content_type: 'image/png',
      width: Number(width),
      height: Number(height),
      recipe: null,
      sha256: null,
      size_bytes: null,
    }
    insertMedia(this.#db, row)
    const answer = {
      success: true,
      imageUrl: `${serviceOrigin}/media/${row.id}.png`,
      width: row.width,
      height: row.height,
      firstFrameOnly: false,
    }
    return { ...refused(200, answer) }
  }

  change(changes: Parameters<typeof changeState>[1]): void {
    changeState(this.practice, changes)
  }

  revoke(key: string, isRevoked: boolean): void {
    this.#db.prepare('UPDATE tokens SET is_active = ? WHERE value = ?').run(isRevoked ? 0 : 1, key)
  }

  ledger(): PracticeLedger {
    return ledgerOf(this.#db, this.#world().worldMs())
  }

  /** Jobs that exist for a request, whoever knows of them. */
  jobsOf(requestId: string): RealJob[] {
    const now = this.#world().worldMs()
    return this.#db
      .prepare<[string], Pick<JobRow, 'id' | 'accepted_at' | 'due_at' | 'outcome' | 'gone'>>(
        'SELECT id, accepted_at, due_at, outcome, gone FROM jobs WHERE request_id = ? ORDER BY rowid',
      )
      .all(requestId)
      .map(({ id, accepted_at, due_at, outcome, gone }) => ({
        id,
        acceptedAtMs: accepted_at,
        status: now < due_at ? 'processing' : outcome,
        isGone: gone === 1,
      }))
  }

  /** How many pictures or films a job has made. */
  outputsOf(generationId: string): number {
    const counted = this.#db
      .prepare<[string], { n: number }>('SELECT count(*) AS n FROM media WHERE job_id = ?')
      .get(generationId)
    return counted?.n ?? 0
  }

  /** The request that a result's address belongs to. */
  requestOfMedia(url: URL): string | null {
    const row = findMedia(this.#db, mediaIn(url.pathname))
    return row?.job_id ? this.requestOf(row.job_id) : null
  }

  /** SHA-256 of what was made for an address; null: it is none of ours. */
  sha256Of(address: string): string | null {
    const row = findMedia(this.#db, mediaIn(URL.parse(address)?.pathname ?? ''))
    return row === null
      ? null
      : createHash('sha256')
          .update(bytesOfMedia(nameOfMedia(row)))
          .digest('hex')
  }

  requestOf(generationId: string): string | null {
    return findJob(this.#db, generationId)?.request_id ?? null
  }
}

/** A picture within a body is named by its hash: practice would decode it, and the same inputs stay the same. */
function withoutPictures(body: Uint8Array): Buffer {
  const text = Buffer.from(body).toString('utf8')
  if (!text.includes('"data:image/')) return Buffer.from(body)
  return Buffer.from(
    text.replace(
      /"data:image\/[^"]*"/g,
      (inline) => `"https://inline.example/${createHash('sha256').update(inline).digest('hex')}"`,
    ),
  )
}

const plain = ({ status, headers, body }: HttpAnswer): WireAnswer => ({
  status,
  headers,
  body: Buffer.isBuffer(body) ? body : bytesOfMedia(body.path).subarray(body.start, body.end + 1),
})

/** A whole result has its beginning and its end, or is a film with all that its tables name. */
function bytesOfMedia(name: string): Buffer {
  return name.startsWith('film ') ? tinyFilm(name) : Buffer.from(`PICTURE 64x48 ${name} END`)
}

const mediaIn = (path: string): string => /^\/media\/(\w+)\./.exec(path)?.[1] ?? ''

const nameOfMedia = ({ id, content_type }: MediaRow): string => (content_type === 'video/mp4' ? `film ${id}` : id)

function mediaOf(db: Database) {
  return {
    prepare: () => undefined,
    find: async (id: string) => {
      const row = findMedia(db, id)
      if (row === null) return null
      const path = nameOfMedia(row)
      const bytes = bytesOfMedia(path)
      return { row, path, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length }
    },
  }
}
