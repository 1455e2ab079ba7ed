import { beforeEach, describe, expect, it } from 'vitest'
import type { RequestView } from '../../../src/contract/views.ts'
import { createPractice } from '../../../src/practice/server.ts'
import { Client, newHome, startPractice } from '../../practice/support/practice.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'
import { newRig, postsOf, scale } from '../queue/support/rig.ts'

const submit = '/api/generate/v2'

let strange: StrangeService
let at: EngineAt
let later = 0
/** Moves the app's clock on: five minutes are 3 seconds at this time scale. */
const old = () => {
  later += 4000
}
/** What the lists say from now on. */
function offer(model: number, skill: number | null = 5): void {
  const entry = {
    id: 'm',
    credits_per_generation: model,
    supported_ratios: ['1:1'],
    max_reference_images: 0,
    media_type: 'image',
    extra_config: {},
  }
  strange.models = [{ entry, charge: () => model }]
  strange.skills.set(
    'cut',
    pictureSkill({ credits: skill }, () => skill ?? Number.NaN),
  )
}

beforeEach(async () => {
  later = 0
  strange = new StrangeService()
  await strange.open()
  offer(6)
  at = await engineAt(strange.base, strange.key, { now: () => Date.now() + later })
  at.engine.driver.start()
})

/** The first so many paid posts are answered like this, whatever the service would say. */
function firstPosts(times: number, status: number, body: object, meanwhile: () => void = () => undefined): void {
  let left = times
  strange.instead = ({ method, path }) => {
    const isPaid = method === 'POST' && (path === submit || path.endsWith('/run'))
    if (!isPaid || left === 0) return null
    left -= 1
    meanwhile()
    return { status, body: { success: false, error: 'not now', ...body } }
  }
}
const limit = { code: 'rate_limited', retryAfterSeconds: 4 }
const short = { code: 'insufficient_credits' }

const picture = async (): Promise<string> => {
  const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm' })
  return (await at.approve(quote))[0] ?? ''
}
const posts = () => strange.heard.filter(({ method, path }) => method === 'POST' && path === submit)
const rise = () => {
  old()
  offer(18)
}
/** Asks about 18 instead of 6, and is accepted: the one order that is charged has another number. */
async function isAskedAndOrderedAnew(id: string, view: RequestView): Promise<void> {
  expect(view).toMatchObject({ decision: { kind: 'price', price: { from: 6, to: 18 }, mayHaveCharged: false } })
  expect(view.decision?.question).toContain('Nothing was charged')
  expect(view.decision?.choices.map((choice) => choice.id)).toEqual(['accept-price', 'leave'])
  await at.calls['requests.decide']({ id, choice: 'accept-price' })
  const other = (await at.calls['requests.list']({})).find((each) => each.id !== id)?.id ?? ''
  expect(await at.settled(other)).toMatchObject({ state: 'completed', creditsQuoted: 18, creditsUsed: 18 })
  expect([...strange.taken]).toEqual([[other, 18]])
  expect((await at.calls['requests.receipt']({ id: other })).quoteLines).toEqual([
    { label: 'Accepted anew', amount: '18', credits: 18 },
  ])
}

/** The question showed 6; what it costs now is asked before the answer is carried out, and it is put anew at 18. */
async function isAskedAtThePriceOfNow(id: string, by: EngineAt = at): Promise<void> {
  const decided = by.calls['requests.decide']({ id, choice: 'send-again' })
  await expect(decided).rejects.toThrow('It costs 18 now, and this choice showed 6. Nothing was sent or ordered.')
  const view = by.engine.store.receipts.get(id)
  expect(view?.decision).toMatchObject({ kind: 'credits', price: { from: 6, to: 18 } })
  expect(view?.decision?.choices.find((choice) => choice.id === 'send-again')?.credits).toBe(18)
}

describe('what is sent again after a “no” that started nothing', () => {
  it('asks where the price rose while it waited for a limit; nothing more is sent before (O112, O131, O2)', async () => {
    firstPosts(1, 429, limit, rise)
    const id = await picture()
    const view = await at.settled(id)
    expect(posts()).toHaveLength(1)
    await isAskedAndOrderedAnew(id, view)
  })

  it('waits where the queue is paused while its price is being asked', async () => {
    firstPosts(1, 429, limit, old)
    const limited = strange.instead
    strange.instead = (heard) => {
      if (posts().length === 1 && heard.path === '/api/models') at.engine.driver.pause(true)
      return limited(heard)
    }
    const id = await picture()
    await at.until(id, () => at.engine.driver.paused)
    strange.instead = () => null
    const other = await at.calls['requests.receipt']({ id })
    expect(other.request.state).not.toBe('completed')
    // Whatever would have gone out has gone out once something else was heard of.
    await at.calls['catalogue.models']({ fresh: true })
    expect(posts()).toHaveLength(1)
    at.engine.driver.pause(false)
    expect(await at.settled(id)).toMatchObject({ state: 'completed' })
    expect(posts()).toHaveLength(2)
  })

  it('asks where the price rose before the balance was topped up (O112, O61)', async () => {
    firstPosts(1, 402, short)
    const id = await picture()
    expect(await at.settled(id)).toMatchObject({ decision: { kind: 'credits' } })
    rise()
    await isAskedAtThePriceOfNow(id)
    expect(posts()).toHaveLength(1)
    await at.calls['requests.decide']({ id, choice: 'send-again', credits: 18 })
    expect(await at.settled(id)).toMatchObject({ id, state: 'completed', creditsQuoted: 18, creditsUsed: 18 })
  })

  it('asks too where it was decided in a program that does not drive, and the “no” is only remembered here (O112, A6)', async () => {
    firstPosts(1, 402, short)
    const id = await picture()
    await at.settled(id)
    rise()
    const beside = await engineAt(strange.base, strange.key, { home: at.home, now: () => Date.now() + later })
    await isAskedAtThePriceOfNow(id, beside)
    await beside.calls['requests.decide']({ id, choice: 'send-again', credits: 18 })
    const view = await at.until(id, ({ state }) => state === 'completed')
    expect(view).toMatchObject({ id, creditsQuoted: 18, creditsUsed: 18 })
  })

  it('asks for a Skill too, and says so where there is no price any more: it is only ordered anew (O71, O112)', async () => {
    firstPosts(1, 429, limit, () => {
      old()
      offer(6, null)
    })
    const quote = await at.calls['quote.skill']({ skill: 'cut', files: ['https://pictures.example/a.png'] })
    const [id = ''] = await at.approve(quote)
    const view = await at.settled(id)
    expect(view).toMatchObject({ decision: { kind: 'price', price: { from: 5, to: null } } })
    expect(view.decision?.choices.map((choice) => choice.id)).toEqual(['new-order', 'leave'])
    const anew = at.calls['requests.decide']({ id, choice: 'new-order' })
    await expect(anew).rejects.toThrow('The service shows no price for it now')
    expect([...strange.taken]).toEqual([])
  })

  it('goes out under its own number where the price holds, or fell (O61, O4)', async () => {
    firstPosts(2, 429, limit, old)
    const id = await picture()
    expect(await at.settled(id)).toMatchObject({ id, state: 'completed', creditsUsed: 6 })
  })
})

describe('what is in doubt', () => {
  it('is not replayed at a price that rose: it is asked, at the price of now, and goes out under its own number (M1, I2)', async () => {
    firstPosts(1, 500, {}, rise)
    const id = await picture()
    const view = await at.settled(id)
    expect(view).toMatchObject({ decision: { kind: 'price', price: { from: 6, to: 18 } }, verdict: 'wait' })
    expect(view.decision?.choices.map((choice) => choice.id)).toEqual(['send-again', 'look-again', 'leave'])
    expect(posts()).toHaveLength(1)
    await at.calls['requests.decide']({ id, choice: 'send-again', credits: 18 })
    expect(await at.settled(id)).toMatchObject({ id, state: 'completed', creditsQuoted: 18, creditsUsed: 18 })
    expect(posts().map(({ body }) => body.idempotencyKey)).toEqual([id, id])
  })

  it('is looked up again after a pause of the queue, and what it costs then is asked (M1, A7, I10)', async () => {
    // The answer is lost; the service speaks of it, and then knows no such request.
    let asked = 0
    firstPosts(1, 500, {})
    const lost = strange.instead
    strange.instead = (heard) => {
      if (heard.method === 'GET' && heard.path.startsWith('/api/generate/v2/requests/')) {
        asked += 1
        if (asked === 1) at.engine.driver.pause(true)
        if (asked === 1) return { status: 503, body: { success: false, error: 'unsure', code: 'request_interrupted' } }
      }
      return lost(heard)
    }
    const id = await picture()
    const verdict = await at.until(id, (view) => view.verdict === 'safe-to-send')
    expect(verdict.state).toBe('uncertain')
    const looks = asked
    // 22 minutes by the scale of words, which is 10.
    later += 22 * 6000
    offer(24)
    at.engine.driver.pause(false)
    const view = await at.settled(id)
    expect(asked).toBeGreaterThan(looks)
    expect(view).toMatchObject({ decision: { kind: 'resend', price: { from: 6, to: 24 } } })
    expect(view.decision?.choices.find((choice) => choice.id === 'send-again')?.credits).toBe(24)
    expect(posts()).toHaveLength(1)
    expect([...strange.taken]).toEqual([])
  })
})

describe('a price that was accepted some time after it was asked', () => {
  it('is looked at again before it is paid (O112, O2)', async () => {
    at.engine.driver.pause(true)
    const id = await picture()
    rise()
    at.engine.driver.pause(false)
    expect(await at.settled(id)).toMatchObject({ decision: { price: { from: 6, to: 18 } } })
    old()
    offer(30)
    const accepted = at.calls['requests.decide']({ id, choice: 'accept-price' })
    await expect(accepted).rejects.toThrow('It costs 30 now, and this choice showed 18')
    const view = await at.settled(id)
    expect(view).toMatchObject({ decision: { price: { from: 6, to: 30 } } })
    expect(posts()).toHaveLength(0)
  })
})

describe('what could not be sent', () => {
  it('asks where the price rose until the service could be reached again (O112, O2)', async () => {
    const home = newHome()
    const practice = new Client(await createPractice({ home, port: 0, timeScale: scale, makeEarly: false }))
    const port = Number(new URL(practice.practice.url).port)
    const rig = await newRig(practice, { now: () => Date.now() + later })
    const id = await rig.orderPicture()
    await practice.change({ market: { factor: 3 } })
    await practice.close()
    rig.engine.driver.start()
    await rig.until(id, () => (rig.engine.store.receipts.get(id)?.failuresInARow ?? 0) > 0)
    later += 300_000
    const again = await startPractice({ timeScale: scale, port, home })
    const view = await rig.until(id, ({ state }) => state !== 'queued' && state !== 'submitting')
    expect(view).toMatchObject({ state: 'needs-decision', decision: { kind: 'price', mayHaveCharged: false } })
    expect(await postsOf(again, id)).toEqual([])
  })
})

describe('a price that was read a moment ago, and rose since', () => {
  it('is read again where a pause lay in between: nothing planned before it leaves at the old one (M1, I10)', async () => {
    at.engine.driver.pause(true)
    const id = await picture()
    offer(18)
    at.engine.driver.pause(false)
    const view = await at.until(id, ({ state }) => state === 'needs-decision')
    expect(view).toMatchObject({ decision: { kind: 'price', price: { from: 6, to: 18 } } })
    expect([posts().length, strange.taken.size]).toEqual([0, 0])
  })

  it('is read for each choice that costs: one that shows another is not carried out, nor one that cannot be read (M5)', async () => {
    at.engine.driver.pause(true)
    const id = await picture()
    rise()
    at.engine.driver.pause(false)
    await at.until(id, ({ state }) => state === 'needs-decision')
    offer(40)
    const choose = () => at.calls['requests.decide']({ id, choice: 'accept-price' })
    await expect(choose()).rejects.toThrow('It costs 40 now, and this choice showed 18. Nothing was sent')
    strange.instead = ({ path }) => (path === '/api/models' ? { status: 500, body: {} } : null)
    await expect(choose()).rejects.toThrow(
      'What it costs now cannot be read, and this choice showed 40. Nothing was sent',
    )
    expect([posts().length, strange.taken.size]).toEqual([0, 0])
    strange.instead = () => null
    await choose()
    expect(await at.settled(id)).toMatchObject({ state: 'completed', creditsUsed: 40 })
    expect([...strange.taken]).toEqual([[id, 40]])
  })
})
