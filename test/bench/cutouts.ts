import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { temporaryFolder } from '../proof/support/remote.ts'
import { Gate } from './support/lanes.ts'
import { type Bench, timedLater } from './support/measure.ts'
import { type PracticeProcess, startPracticeProcess } from './support/practice-process.ts'
import { smallPicture } from './support/small-picture.ts'
import { startWindowEngine } from './support/window-engine.ts'

const count = 1000
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

async function ours(practice: PracticeProcess, files: string[], home: string): Promise<{ ms: number; p99: number }> {
  const done = Promise.withResolvers<void>()
  const ended = new Set<string>()
  const onState = (id: string, state: string): void => {
    if (state === 'completed') ended.add(id)
    if (ended.size === count) done.resolve()
  }
  const engine = startWindowEngine(practice, home, onState, done.reject)
  try {
    const ms = await timedLater(async () => {
      await engine.orderCutouts(files)
      await done.promise
    })
    return { ms, p99: engine.mainDelayP99() }
  } finally {
    await engine.close()
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
