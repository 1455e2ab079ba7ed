import { beforeEach, describe, expect, it } from 'vitest'
import type { RequestView } from '../../../src/contract/views.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { type Fields, pictureSkill, StrangeService } from '../../support/strange-service.ts'

let strange: StrangeService

const publicPicture = 'https://pictures.test/a.png'

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  strange.models = [
    { entry: { id: 'm', credits_per_generation: 8, media_type: 'image', extra_config: {} }, charge: () => 8 },
  ]
  for (const skill of ['upscale', 'remove-bg'])
    strange.skills.set(
      skill,
      pictureSkill(3, () => 3),
    )
})

const open = async (home?: string): Promise<EngineAt> => {
  const at = await engineAt(strange.base, strange.key, { timeScale: 20, ...(home === undefined ? {} : { home }) })
  at.engine.driver.start()
  return at
}

const upscale = async (at: EngineAt) =>
  (await at.approve(await at.calls['quote.skill']({ skill: 'upscale', files: [publicPicture] })))[0] ?? ''
const cutout = async (at: EngineAt) =>
  (await at.approve(await at.calls['quote.skill']({ skill: 'remove-bg', files: [publicPicture] })))[0] ?? ''
const picture = async (at: EngineAt) =>
  (await at.approve(await at.calls['quote.generation']({ prompt: 'x', modelId: 'm' })))[0] ?? ''

/** When a path was asked for (monotonic), in order. */
const timesOf = (path: string): number[] => asked.flatMap((one) => (one.path === path ? [one.atMs] : []))
let asked: { path: string; atMs: number }[]

/** Answers one path with this, and hears when what was asked for. */
function answer(isPath: (path: string) => boolean, status: number, body: Fields): void {
  strange.instead = (heard) => {
    asked.push({ path: `${heard.method} ${heard.path}`, atMs: performance.now() })
    return isPath(heard.path) ? { status, body } : null
  }
}

const nothing = () => answer(() => false, 200, {})

const limited = (path: string, retryAfterSeconds: number) =>
  answer((asked) => asked === path, 429, { error: 'the limit of today', retryAfterSeconds })

/** Longer than any test takes. */
const longSeconds = 12 * 3600

beforeEach(() => {
  asked = []
})

describe('a limit on', () => {
  it('the runs of one Skill stops its other orders and nothing else, after a restart too (L4, S2, O131)', async () => {
    const runs = '/api/skills/upscale/run'
    limited(runs, longSeconds)
    const at = await open()
    const first = await upscale(at)
    await at.until(first, ({ verdict }) => verdict === 'safe-to-send')
    const second = await upscale(at)
    const isTold = ({ next }: RequestView) => /^The service asked to be left alone until .*; /.test(next?.words ?? '')
    await at.until(second, isTold)
    for (const id of [await cutout(at), await picture(at)]) expect((await at.settled(id)).state).toBe('completed')
    expect(at.engine.status().notice).toMatch(/^The service takes no more orders for upscale until /)
    await at.close()
    nothing()
    const again = await open(at.home)
    for (const id of [await cutout(again), await picture(again)])
      expect((await again.settled(id)).state).toBe('completed')
    await again.until(second, isTold)
    expect(timesOf(`POST ${runs}`)).toHaveLength(1)
  })

  it('generations stops those that wait too, and all looks for its first minute (L4, A23)', async () => {
    // Five seconds here.
    limited('/api/generate/v2', 100)
    const at = await open()
    const first = await picture(at)
    await at.until(first, ({ verdict }) => verdict === 'safe-to-send')
    nothing()
    for (const id of [await picture(at), await picture(at), first])
      expect((await at.settled(id)).state).toBe('completed')
    const [limitedMs = 0, ...sentMs] = timesOf('POST /api/generate/v2')
    expect(sentMs).toHaveLength(3)
    expect(Math.min(...sentMs) - limitedMs).toBeGreaterThanOrEqual(4990)
    const lookMs = asked.flatMap(({ path, atMs }) => (/status|requests/.test(path) ? [atMs] : []))
    expect(Math.min(...lookMs) - limitedMs).toBeGreaterThanOrEqual(2990)
  })
})

describe('the pause that the service asks for with one request', () => {
  it('holds after a restart, and is that one’s alone (S2, I14, O57, O66)', async () => {
    const path = '/api/generate/v2'
    // Its answer is lost, and it is at work there.
    answer((asked) => asked === path, 500, { error: 'lost' })
    const lost = strange.instead
    const busy = { error: 'at it', code: 'in_progress', retryAfterSeconds: longSeconds }
    strange.instead = (heard) => lost(heard) ?? (heard.path.includes('/requests/') ? { status: 503, body: busy } : null)
    const first = await open()
    const id = await picture(first)
    await first.until(id, () => (first.engine.store.receipts.get(id)?.askedPause?.forMs ?? 0) > 0)
    await first.close()
    nothing()
    const second = await open(first.home)
    // Others are looked at and made meanwhile, and a person's impatience does not shorten it.
    await second.calls['requests.lookNow']({ id })
    for (const other of [await picture(second), await cutout(second)])
      expect((await second.settled(other)).state).toBe('completed')
    expect(timesOf(`GET ${path}/requests/${id}`)).toHaveLength(1)
  })
})
