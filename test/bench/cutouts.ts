import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { temporaryFolder } from '../proof/support/remote.ts'
import { type Cost, costOfAll, sumOf } from './support/cost.ts'
import { Gate } from './support/lanes.ts'
import { type Bench, inTurns, type Measured, median, ratiosOf } from './support/measure.ts'
import { type PracticeProcess, startPracticeProcess } from './support/practice-process.ts'
import { smallPicture } from './support/small-picture.ts'
import { startWindowEngine } from './support/window-engine.ts'

const rounds = 3
const uploaded = z.object({ imageUrl: z.string() })
/** The same requests without receipts, hashes or a disk: as fast as the service takes them with the queue's limits. */
async function bareLoop({ url, key }: PracticeProcess, files: string[]): Promise<void> {
  const agent = new Agent()
  const [uploads, submits, fetches] = [new Gate(2), new Gate(2), new Gate(6)]
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await request(url + path, { method: 'POST', headers, body: JSON.stringify(body), dispatcher: agent })
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
    return answer.body.json()
  }
  await Promise.all(
    files.map(async (path) => {
      const imageBase64 = readFileSync(path).toString('base64')
      const { imageUrl } = uploaded.parse(await uploads.through(() => post('/api/skills/upload', { imageBase64 })))
      const requestId = crypto.randomUUID()
      const made = uploaded.parse(
        await submits.through(() => post('/api/skills/remove-bg/run', { requestId, imageUrl })),
      )
      await fetches.through(async () => (await request(made.imageUrl, { dispatcher: agent })).body.arrayBuffer())
    }),
  )
  await agent.close()
}

/** Until the last of them is at home. */
async function ours(practice: PracticeProcess, files: string[], home: string): Promise<Cost & { p99: number }> {
  const done = Promise.withResolvers<void>()
  const ended = new Set<string>()
  const onState = (id: string, state: string): void => {
    if (state === 'completed') ended.add(id)
    if (ended.size === files.length) done.resolve()
  }
  const engine = startWindowEngine(practice, home, onState, done.reject)
  try {
    const cost = await costOfAll(async () => {
      await engine.orderCutouts(files)
      await done.promise
    })
    return { ...cost, p99: engine.takeMainDelayP99() }
  } finally {
    await engine.close()
  }
}

/** A fresh account for each: the service takes a thousand uploads and runs a day. */
async function withPractice<T>(work: (practice: PracticeProcess) => Promise<T>): Promise<T> {
  const practice = await startPracticeProcess()
  return work(practice).finally(() => practice.close())
}

function makeFiles(folder: string, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const path = join(folder, `${n}.png`)
      writeFileSync(path, await smallPicture(n))
      return path
    }),
  )
}

export const cutouts: Bench = {
  name: 'cutouts',
  run: async (effort) => {
    const folder = temporaryFolder()
    try {
      const files = await makeFiles(folder, effort(1000, 100))
      let homes = 0
      const { own, others } = await inTurns<'own' | 'others', Cost & { p99: number }>(rounds, {
        own: () => withPractice((practice) => ours(practice, files, join(folder, `home-${homes++}`))),
        others: () =>
          withPractice(async (practice) => ({ ...(await costOfAll(() => bareLoop(practice, files))), p99: 0 })),
      })
      return linesOf(own, others, files.length)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function linesOf(own: (Cost & { p99: number })[], others: Cost[], count: number): Measured[] {
  const work = `${count.toLocaleString('en')} cutouts at no job time, from quote to the last file at home`
  const beside = 'the same requests by a bare undici loop with the same limits'
  const [we, they] = [sumOf(own), sumOf(others)]
  const [walls, cpus] = [
    (costs: Cost[]) => costs.map(({ wallMs }) => wallMs),
    (costs: Cost[]) => costs.map(({ cpuMs }) => cpuMs),
  ]
  const seconds = (ms: number) => `${(ms / rounds / 1000).toFixed(1)} s`
  const each = (ms: number) => `${(ms / rounds / count).toFixed(1)} ms`
  const delays = own.map(({ p99 }) => p99)
  return [
    {
      work,
      beside,
      ratio: we.wallMs / they.wallMs,
      rounds: ratiosOf(walls(own), walls(others)),
      goal: { atMost: 1.3 },
      detail: `${seconds(we.wallMs)} beside ${seconds(they.wallMs)}, mean of ${rounds}`,
    },
    {
      work: `${work}: processor time, the service’s among it`,
      beside,
      ratio: we.cpuMs / they.cpuMs,
      rounds: ratiosOf(cpus(own), cpus(others)),
      goal: null,
      detail: `${each(we.cpuMs)} beside ${each(they.cpuMs)} each`,
    },
    {
      work: 'main’s event loop meanwhile, 99th percentile of its delay',
      beside: '16 ms',
      ratio: median(delays) / 16,
      rounds: delays.map((ms) => ms / 16),
      goal: { atMost: 1 },
      detail: `${median(delays).toFixed(1)} ms`,
    },
  ]
}
