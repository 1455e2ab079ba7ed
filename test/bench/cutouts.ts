import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { foldersFor } from '../../src/engine/home.ts'
import { EngineLink } from '../../src/main/engine-link.ts'
import { temporaryFolder } from '../proof/support/remote.ts'
import { Gate } from './support/lanes.ts'
import { type Bench, timedLater } from './support/measure.ts'
import { type PracticeProcess, startPracticeProcess } from './support/practice-process.ts'
import { smallPicture } from './support/small-picture.ts'

const count = 1000
const root = join(import.meta.dirname, '../..')
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

/** The window's engine in its thread, over the built app; this thread is main. */
async function ours(practice: PracticeProcess, files: string[], home: string): Promise<{ ms: number; p99: number }> {
  const done = Promise.withResolvers<void>()
  const ended = new Set<string>()
  const link = new EngineLink(
    new URL(`file://${join(root, 'out/main/engine-thread.js')}`),
    {
      service: practice.url,
      folders: foldersFor(home, false),
      timeScale: 1000,
      nodePath: process.execPath,
      entries: { imageWorker: join(root, 'out/main/image-worker.js'), practice: '' },
      environmentKey: practice.key,
      by: 'window',
    },
    {
      onStatus: () => undefined,
      onFailure: (message) => done.reject(new Error(message)),
      onEvent: (name, payload) => {
        if (name !== 'requests.changed') return
        for (const view of payload as { id: string; state: string; words?: unknown }[]) {
          if (view.state === 'completed') ended.add(view.id)
          else if (['failed', 'rejected', 'gone', 'partial', 'needs-decision'].includes(view.state))
            done.reject(new Error(`a cutout ended as ${view.state}`))
        }
        if (ended.size === count) done.resolve()
      },
    },
  )
  const delay = monitorEventLoopDelay({ resolution: 1 })
  try {
    delay.enable()
    const ms = await timedLater(async () => {
      const quote = await link.call('quote.skill', { skill: 'remove-bg', files })
      if (!quote.ok) throw new Error(quote.message)
      const order = await link.call('orders.approve', { quoteId: quote.value.id, credits: quote.value.credits })
      if (!order.ok) throw new Error(order.message)
      await done.promise
    })
    return { ms, p99: delay.percentile(99) / 1e6 }
  } finally {
    delay.disable()
    await link.close()
  }
}

export const cutouts: Bench = {
  name: 'cutouts',
  run: async () => {
    const folder = temporaryFolder()
    const files = await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const path = join(folder, `${n}.png`)
        writeFileSync(path, await smallPicture(n))
        return path
      }),
    )
    // A fresh account for each: the service takes a thousand uploads and runs a day.
    const first = await startPracticeProcess()
    const others = await timedLater(() => bareLoop(first, files)).finally(() => first.close())
    const second = await startPracticeProcess()
    const own = await ours(second, files, join(folder, 'home')).finally(() => second.close())
    rmSync(folder, { recursive: true, force: true })
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    return [
      {
        work: '1,000 cutouts at no job time, from quote to the last file at home',
        beside: 'the same requests by a bare undici loop with the same limits',
        ratio: own.ms / others,
        goal: { atMost: 1.3 },
        detail: `${seconds(own.ms)} beside ${seconds(others)}`,
      },
      {
        work: 'main’s event loop meanwhile, 99th percentile of its delay',
        beside: '16 ms',
        ratio: own.p99 / 16,
        goal: { atMost: 1 },
        detail: `${own.p99.toFixed(1)} ms`,
      },
    ]
  },
}
