import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openStore } from '../../../../src/engine/store/store.ts'
import { bodyOf, jobOf, receiptOf } from '../../../support/receipts.ts'

export interface Heard {
  method: string
  path: string
  /** Monotonic. */
  atMs: number
}

interface Answer {
  status: number
  body: object
  retryAfter?: string | undefined
}

/** A service at which every job goes on for ever, and that remembers when it was asked what. */
export class BusyService {
  base = ''
  readonly key = `svc_sk_${randomUUID().replaceAll('-', '')}`
  readonly heard: Heard[] = []
  /** Looked at before anything else: an answer instead of the service's own. */
  instead: (heard: Heard) => Answer | null = () => null
  #onHeard: (() => void)[] = []

  async open(): Promise<this> {
    const server = createServer((request, response) => {
      request.resume()
      const path = new URL(request.url ?? '/', 'http://here').pathname
      const heard = { method: request.method ?? '', path, atMs: performance.now() }
      this.heard.push(heard)
      const running = { success: true, status: 'processing', generationId: path.split('/').at(-1) }
      const { status, body, retryAfter } = this.instead(heard) ?? { status: 200, body: running }
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      })
      response.end(JSON.stringify(body))
      for (const told of this.#onHeard.splice(0)) told()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    this.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return this
  }

  looks(): Heard[] {
    return this.heard.filter(({ method, path }) => method === 'GET' && /status|requests/.test(path))
  }

  /** As long as so many answers take, one after the other. */
  async answers(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) await (await fetch(`${this.base}/beside`)).text()
  }

  /** Waits until it has heard what is wished; the test's own time is the bound. */
  async until(is: () => boolean): Promise<void> {
    while (!is()) await new Promise<void>((told) => this.#onHeard.push(told))
  }
}

/** So many requests that the service works at, as a crash leaves them. */
export async function homeWithRunning(home: string, origin: string, count: number): Promise<void> {
  const store = await openStore(home)
  const acceptedAtMs = Date.now() - 120_000
  store.receipts.save(
    Array.from({ length: count }, (_, n) => ({
      after: receiptOf({
        id: `0b7c3a52-6f0e-4c39-9d6b-${String(n).padStart(12, '0')}`,
        origin,
        keyFingerprint: null,
        phase: 'running',
        body: bodyOf(),
        sentTimes: 1,
        approvedAtMs: acceptedAtMs,
        updatedAtMs: acceptedAtMs,
        acceptedAtMs,
        jobs: [jobOf({ generationId: `job-${n}` })],
      }),
      timeline: [],
    })),
  )
  store.close()
}
