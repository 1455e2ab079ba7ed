import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { engineCalls } from '../../src/engine/api/calls.ts'
import { openEngine } from '../support/open-engine.ts'
import { homeWith } from './open-receipts.ts'
import { type Bench, median } from './support/measure.ts'

const rounds = 3
/** Looks a second that one account may make, as the app keeps it (A23). */
const pace = 5
const watchedMs = 6000

/** A service at which every job goes on for ever. */
async function busyService(): Promise<{ base: string; looksAtMs: number[]; server: Server }> {
  const looksAtMs: number[] = []
  const server = createServer((request, response) => {
    request.resume()
    if (request.url?.includes('/status/') || request.url?.includes('/requests/')) looksAtMs.push(performance.now())
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: true, status: 'processing', models: [] }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, looksAtMs, server }
}

interface Start {
  openMs: number
  planMs: number
  usableMs: number
  shown: number
  looks: number
  busiest: number
}

async function startWith(count: number): Promise<Start> {
  const { base, looksAtMs, server } = await busyService()
  const home = await homeWith(count, base)
  const beganMs = performance.now()
  const engine = await openEngine(home, { url: base, key: `svc_sk_${'0'.repeat(32)}` }, { timeScale: 1, by: 'window' })
  try {
    const openMs = performance.now() - beganMs
    engine.driver.start()
    const planMs = performance.now() - beganMs - openMs
    const shown = await engineCalls(engine)['requests.list']({})
    const usableMs = performance.now() - beganMs
    await new Promise((done) => setTimeout(done, watchedMs))
    const busiest = Math.max(0, ...looksAtMs.map((at) => looksAtMs.filter((by) => by >= at && by < at + 1000).length))
    return { openMs, planMs, usableMs, shown: shown.length, looks: looksAtMs.length, busiest }
  } finally {
    await engine.close()
    server.closeAllConnections()
    server.close()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Ten thousand requests under way at a service that answers: when the window has its lists, and how often is looked. */
export const openLooks: Bench = {
  name: 'open-looks',
  run: async (effort) => {
    const count = effort(10_000, 2000)
    const starts: Start[] = []
    for (let round = 0; round < rounds; round += 1) starts.push(await startWith(count))
    const of = (what: keyof Start): number => median(starts.map((start) => start[what]))
    const shares = starts.map(({ looks, usableMs }) => looks / (pace * ((watchedMs + usableMs) / 1000)))
    return [
      {
        work: `the window’s lists after a crash with ${count.toLocaleString('en')} requests open`,
        beside: 'two seconds',
        ratio: of('usableMs') / 2000,
        rounds: starts.map(({ usableMs }) => usableMs / 2000),
        goal: { atMost: 1 },
        detail: `${of('usableMs').toFixed(0)} ms from the start, of which ${of('openMs').toFixed(0)} ms opening the home and ${of('planMs').toFixed(0)} ms planning; ${of('shown')} requests shown`,
      },
      {
        work: `looks at ${count.toLocaleString('en')} open requests, in all`,
        beside: 'the account’s pace over the same time',
        ratio: median(shares),
        rounds: shares,
        goal: { atMost: 1.1 },
        detail: `${of('looks')} looks, ${of('busiest')} in the busiest second`,
      },
    ]
  },
}
