import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { StrangeService } from '../../support/strange-service.ts'

const model = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }
const submit = '/api/generate/v2'

let strange: StrangeService
let disk: string

beforeEach(async () => {
  strange = new StrangeService()
  strange.models = [{ charge: () => 1, entry: { ...model, max_reference_images: 0 } }]
  await strange.open()
  disk = newFolder()
})

const open = (name: string): Promise<EngineAt> => engineAt(strange.base, strange.key, { home: join(disk, name) })
const copy = (from: string, to: string): void => cpSync(join(disk, from), join(disk, to), { recursive: true })
const posts = (): number => strange.count('POST', submit)

async function order(at: EngineAt): Promise<string> {
  const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm' })
  return (await at.approve(quote))[0] ?? ''
}

/** One order that waits, and one whose send nobody answered. */
async function leftOpen(): Promise<{ waiting: string; doubted: string }> {
  const at = await open('home')
  strange.instead = ({ method, path }) => (method === 'POST' && path === submit ? { status: 500, body: {} } : null)
  at.engine.driver.start()
  const doubted = await order(at)
  await at.until(doubted, ({ state }) => state === 'uncertain')
  await at.calls['queue.pause'](undefined)
  const waiting = await order(at)
  await at.close()
  strange.instead = () => null
  return { waiting, doubted }
}

/** The service forgets what it was asked long ago, or hears of it in the next moment. */
const knowsNothing = (): void => {
  strange.instead = ({ method, path }) =>
    method === 'GET' && path.startsWith(`${submit}/requests/`)
      ? { status: 404, body: { success: false, code: 'request_not_found' } }
      : null
}

describe('a home that was copied', () => {
  it('asks before it sends what was open then, and sends nothing unasked (M7, A6, A7)', async () => {
    const { waiting, doubted } = await leftOpen()
    copy('home', 'copy')
    knowsNothing()
    const before = posts()
    const at = await open('copy')
    at.engine.driver.start()
    await at.calls['queue.resume'](undefined)
    for (const id of [waiting, doubted]) {
      const { decision } = await at.settled(id)
      expect(decision).toMatchObject({ kind: 'resend', mayHaveCharged: true })
      expect(decision?.question).toContain('was copied, restored or moved')
    }
    expect(posts()).toBe(before)
    // Asked again after a restart, and looked at first however often that is wished.
    await at.calls['requests.decide']({ id: waiting, choice: 'look-again' })
    expect((await at.settled(waiting)).decision?.kind).toBe('resend')
    expect(posts()).toBe(before)
    for (const id of [waiting, doubted]) {
      await at.calls['requests.decide']({ id, choice: 'send-again' })
      expect(await at.settled(id)).toMatchObject({ state: 'completed' })
    }
    expect(posts()).toBe(before + 2)
    // What is ordered in the copy itself is its own.
    expect(await at.settled(await order(at))).toMatchObject({ state: 'completed' })
  })

  it('takes what the service has of it, without a question', async () => {
    const { waiting } = await leftOpen()
    copy('home', 'copy')
    const first = await open('home')
    first.engine.driver.start()
    await first.calls['queue.resume'](undefined)
    expect(await first.settled(waiting)).toMatchObject({ state: 'completed' })
    await first.close()
    const before = posts()
    const made = {
      generationId: 'made',
      status: 'completed',
      imageUrl: `${strange.base}/pictures/made.png`,
      creditsUsed: 1,
    }
    strange.instead = ({ method, path }) =>
      method === 'GET' && path === `${submit}/requests/${waiting}`
        ? { status: 200, body: { success: true, requestId: waiting, ...made } }
        : null
    const second = await open('copy')
    second.engine.driver.start()
    await second.calls['queue.resume'](undefined)
    expect(await second.settled(waiting)).toMatchObject({ state: 'completed' })
    expect(posts()).toBe(before)
  })

  it('is one also where it takes the place of the home that it was copied from (M7)', async () => {
    const { waiting } = await leftOpen()
    copy('home', 'kept')
    rmSync(join(disk, 'home'), { recursive: true })
    renameSync(join(disk, 'kept'), join(disk, 'home'))
    knowsNothing()
    const at = await open('home')
    at.engine.driver.start()
    await at.calls['queue.resume'](undefined)
    expect((await at.settled(waiting)).decision?.kind).toBe('resend')
  })

  it('is none where it was renamed, or opened once more: what was open goes on by itself', async () => {
    const { waiting, doubted } = await leftOpen()
    renameSync(join(disk, 'home'), join(disk, 'renamed'))
    const at = await open('renamed')
    at.engine.driver.start()
    await at.calls['queue.resume'](undefined)
    for (const id of [waiting, doubted]) expect(await at.settled(id)).toMatchObject({ state: 'completed' })
  })
})
