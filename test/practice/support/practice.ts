import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Fault } from '../../../src/practice/control/faults.ts'
import type { Changes } from '../../../src/practice/control/state.ts'
import type { PracticeLedger } from '../../../src/practice/ledger.ts'
import { createPractice, type PracticeOptions, type RunningPractice } from '../../../src/practice/server.ts'
import { patienceMs } from '../../support/patience.ts'

/** Fast enough that no test waits for a job longer than a few milliseconds. */
const fast = 500

export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'practice-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

interface Reply {
  status: number
  headers: Headers
  body: Body
}

/** A JSON answer of the service; missing fields are undefined. */
export interface Body {
  [field: string]: unknown
}

/** §2.8, as far as tests look at it. */
interface Receipt {
  status: string
  submissionStatus: string
  submission: Body | null
  submissionHttpStatus: number | null
  items: {
    generationId: string | null
    module: string | null
    status: string
    imageUrls: string[] | null
    error: string | null
    creditsUsed: number
    creditsStatus: string | null
  }[]
  retryable: boolean
  batchId: string
}

export class Client {
  readonly practice: RunningPractice
  constructor(practice: RunningPractice) {
    this.practice = practice
  }

  key(index = 0): string {
    return this.practice.keys[index] ?? ''
  }

  /** Ends the service, and waits until fetch has noticed: it would use the old line for the next one on this port. */
  async close(): Promise<void> {
    await this.practice.close()
    await new Promise((resolve) => setTimeout(resolve, 40))
  }

  async get(path: string, key: string | null = this.key()): Promise<Reply> {
    return reply(await look(this.practice.url + path, bearer(key)))
  }

  async post(path: string, body: unknown, key: string | null = this.key()): Promise<Reply> {
    return reply(
      await fetch(this.practice.url + path, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
  }

  async delete(path: string, key: string): Promise<Reply> {
    return reply(await fetch(this.practice.url + path, { method: 'DELETE', headers: bearer(key) }))
  }

  async faults(...faults: Fault[]): Promise<void> {
    await this.control('/faults', { faults })
  }

  async change(changes: Changes): Promise<void> {
    await this.control('/state', changes)
  }

  async ledger(): Promise<PracticeLedger> {
    return (await look(`${this.practice.control}/ledger`)).json() as Promise<PracticeLedger>
  }

  async control(path: string, body: unknown): Promise<void> {
    const answer = await fetch(this.practice.control + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`control answered ${answer.status}: ${await answer.text()}`)
  }

  /** Polls a job until it is over. */
  async finished(generationId: unknown): Promise<Body> {
    return until(async () => {
      const { body } = await this.get(`/api/generate/v2/status/${generationId}`)
      return body.status === 'processing' ? null : body
    })
  }

  /** Runs a Skill under a new id, or one that is given. */
  async run(skill: string, body: Body, key = this.key()): Promise<Reply> {
    return this.post(`/api/skills/${skill}/run`, { requestId: randomUUID(), ...body }, key)
  }

  async receipt(skill: string, requestId: unknown, key = this.key()): Promise<Reply> {
    return this.get(`/api/skills/status?skill=${skill}&requestId=${requestId}`, key)
  }

  /** Asks for a receipt until nothing of it is being made any more. */
  async finishedRun(skill: string, requestId: unknown): Promise<Receipt> {
    return until(async () => {
      const { body } = await this.receipt(skill, requestId)
      return body.status === 'processing' ? null : (body as unknown as Receipt)
    })
  }

  async upload(image: Buffer, more: Body = {}): Promise<string> {
    const { status, body } = await this.post('/api/skills/upload', { imageBase64: image.toString('base64'), ...more })
    if (status !== 200) throw new Error(`upload answered ${status}: ${JSON.stringify(body)}`)
    return String(body.imageUrl)
  }
}

/** Once more over a new line where the old one, long idle, was closed in the moment of asking. */
export const look = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers }).catch(() => fetch(url, { headers }))

/** A wall clock that stands still until a test moves it: what is under way stays so, however slow the machine. */
export function stillClock() {
  let wall = Date.now()
  return {
    now: () => wall,
    pass: (seconds: number) => {
      wall += seconds * 1000
    },
  }
}

/** A service in this process, on a port of its own, closed after the test. */
export async function startPractice(options: Partial<PracticeOptions> = {}): Promise<Client> {
  const practice = await createPractice({ home: newHome(), port: 0, timeScale: fast, makeEarly: false, ...options })
  onTestFinished(() => practice.close())
  return new Client(practice)
}

export async function until<T>(look: () => Promise<T | null> | T | null, limitMs = patienceMs): Promise<T> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (Date.now() > deadline) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export async function download(url: unknown, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await look(String(url), headers)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

function bearer(key: string | null): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` }
}

async function reply(answer: Response): Promise<Reply> {
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: (text === '' ? {} : JSON.parse(text)) as Body }
}
