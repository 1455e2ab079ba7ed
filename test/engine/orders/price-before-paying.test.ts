import { beforeEach, describe, expect, it } from 'vitest'
import type { QuoteView } from '../../../src/contract/quotes.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { type Fields, pictureSkill, StrangeService } from '../../support/strange-service.ts'

const submit = '/api/generate/v2'
const run = '/api/skills/enlarge/run'

let strange: StrangeService
let at: EngineAt
/** Moves the app's clock on; five minutes are 3 seconds at this time scale. */
let later = 0
let prices: { model: number | null; skill: number }
const old = () => {
  later += 4000
}

beforeEach(async () => {
  later = 0
  prices = { model: 8, skill: 5 }
  strange = new StrangeService()
  await strange.open()
  offer()
  at = await engineAt(strange.base, strange.key, { now: () => Date.now() + later })
})

/** Puts the prices of now into the lists. */
function offer(): void {
  const entry: Fields = {
    id: 'm',
    credits_per_generation: prices.model,
    supported_ratios: ['1:1'],
    max_reference_images: 0,
    media_type: 'image',
    extra_config: {},
  }
  strange.models = [{ entry, charge: () => prices.model ?? Number.NaN }]
  const fields = { allowDownscale: { type: 'boolean' }, confirmedCredits: { type: 'integer' } }
  strange.skills.set(
    'enlarge',
    pictureSkill({ credits: prices.skill }, () => prices.skill, fields),
  )
}

const picture = (count = 1): Promise<QuoteView> => at.calls['quote.generation']({ prompt: 'x', modelId: 'm', count })
const enlarged = (): Promise<QuoteView> =>
  at.calls['quote.skill']({ skill: 'enlarge', files: ['https://pictures.example/a.png'] })
const looks = () => strange.count('GET', '/api/models')

/** An order of a picture that has risen from 8 to 80 credits and asks. @returns its number */
async function risen(): Promise<string> {
  const [id = ''] = await at.approve(await picture())
  later += 310
  prices.model = 80
  offer()
  at.engine.driver.start()
  await at.settled(id)
  return id
}

describe('a price that is paid later', () => {
  it('is accepted with the most that is named beside it, which the receipt keeps; below it nothing is decided (M12)', async () => {
    const id = await risen()
    const decide = (ceilingCredits: number) =>
      at.calls['requests.decide']({ id, choice: 'accept-price', credits: 80, ceilingCredits })
    await expect(decide(79)).rejects.toThrow('Nothing was sent or ordered')
    await decide(90)
    expect(at.engine.store.receipts.get(id)).toMatchObject({ quote: { credits: 80 }, consent: { ceilingCredits: 90 } })
    expect(await at.settled(id)).toMatchObject({ state: 'completed' })
  })

  it('is looked at again half a minute later, well within the five minutes of the cache: a rise asks (M2, O67)', async () => {
    const [id = ''] = await at.approve(await picture())
    // Half a minute is 0.3 seconds at this time scale.
    later += 310
    prices.model = 80
    offer()
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ state: 'needs-decision', decision: { price: { from: 8, to: 80 } } })
    expect(strange.count('POST', submit)).toBe(0)
  })

  it('is fetched past the cache once for a whole batch, and holds (O67, O2)', async () => {
    const slow = await engineAt(strange.base, strange.key, { now: () => Date.now() + later, timeScale: 5 })
    const ids = await slow.approve(await slow.calls['quote.generation']({ prompt: 'x', modelId: 'm', count: 6 }))
    later += 60_000
    const before = looks()
    slow.engine.driver.start()
    for (const id of ids) expect(await slow.settled(id)).toMatchObject({ state: 'completed', creditsUsed: 8 })
    expect(looks() - before).toBe(1)
    expect(strange.count('POST', submit)).toBe(6)
  })

  it('that rose asks, with old and new, for each request; nothing is sent before (O112, I2)', async () => {
    const ids = await at.approve(await picture(3))
    old()
    prices.model = 9
    offer()
    at.engine.driver.start()
    for (const id of ids) {
      const view = await at.settled(id)
      expect(view).toMatchObject({ state: 'needs-decision', creditsQuoted: 8, decision: { price: { from: 8, to: 9 } } })
      expect(view.decision?.choices.map((choice) => choice.id)).toEqual(['accept-price', 'leave'])
      expect(view.decision?.question).toContain('Nothing was charged')
    }
    expect([looks(), strange.count('POST', submit)]).toEqual([2, 0])
    const [yes = '', no = ''] = ids
    await at.calls['requests.decide']({ id: yes, choice: 'accept-price' })
    expect(await at.settled(yes)).toMatchObject({ id: yes, state: 'completed', creditsQuoted: 9, creditsUsed: 9 })
    await at.calls['requests.decide']({ id: no, choice: 'leave' })
    expect(await at.settled(no)).toMatchObject({ state: 'cancelled' })
    expect([...strange.taken]).toEqual([[yes, 9]])
  })

  it('that fell does not ask, and the charge is what the service says (O2)', async () => {
    const [id = ''] = await at.approve(await picture())
    old()
    prices.model = 3
    offer()
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ state: 'completed', creditsQuoted: 8, creditsUsed: 3 })
  })

  it.each([
    [
      'is null',
      () => {
        prices.model = null
        offer()
      },
    ],
    [
      'cannot be read',
      () => {
        const [model] = strange.models
        if (model) model.entry.credits_per_generation = -8
      },
    ],
    [
      'went with its model',
      () => {
        strange.models = []
      },
    ],
  ])('that %s now asks, and is never taken for free (O68, O69, O71)', async (_, happens) => {
    const [id = ''] = await at.approve(await picture())
    old()
    happens()
    at.engine.driver.start()
    const view = await at.settled(id)
    expect(view).toMatchObject({ state: 'needs-decision', decision: { price: { from: 8, to: null } } })
    expect(view.decision?.choices.map((choice) => choice.id)).toEqual(['try-again', 'leave'])
    expect(strange.count('POST', submit)).toBe(0)
    prices.model = 8
    offer()
    old()
    await at.calls['requests.decide']({ id, choice: 'try-again' })
    expect(await at.settled(id)).toMatchObject({ id, state: 'completed', creditsUsed: 8 })
  })

  it('that cannot be read for more than five minutes delays the order in words; nothing is sent (M2, I10)', async () => {
    const ids = await at.approve(await picture(3))
    old()
    prices.model = 30
    offer()
    const models = strange.models
    strange.instead = ({ path }) => (path === '/api/models' ? { status: 500, body: {} } : null)
    at.engine.driver.start()
    for (const id of ids) {
      const { state, now } = await at.until(id, ({ next }) => next?.words.includes('price list') === true)
      expect(state).toBe('queued')
      expect(now).toContain('older than five minutes')
      expect(now).toContain('Nothing was sent')
    }
    expect(strange.count('POST', submit)).toBe(0)
    strange.models = models
    strange.instead = () => null
    for (const id of ids)
      expect(await at.settled(id)).toMatchObject({ state: 'needs-decision', decision: { price: { from: 8, to: 30 } } })
    expect(strange.count('POST', submit)).toBe(0)
  })

  it('that cannot be read now is paid by what was read less than five minutes ago (M2)', async () => {
    const [id = ''] = await at.approve(await picture())
    later += 400
    strange.instead = ({ path }) => (path === '/api/models' ? { status: 500, body: {} } : null)
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ state: 'completed', creditsUsed: 8 })
  })

  it('from a clock that was set back is looked at, whatever its age seems to be', async () => {
    const [id = ''] = await at.approve(await picture())
    later -= 3_600_000
    prices.model = 9
    offer()
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ state: 'needs-decision', decision: { price: { from: 8, to: 9 } } })
  })
})

describe('the price of a Skill that is paid later', () => {
  it('goes along as confirmed, and after a rise the one that was accepted then does: asked once (O110, O112)', async () => {
    const [id = ''] = await at.approve(await enlarged())
    old()
    prices.skill = 7
    offer()
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ decision: { price: { from: 5, to: 7 } } })
    await at.calls['requests.decide']({ id, choice: 'accept-price' })
    expect(await at.settled(id)).toMatchObject({ id, state: 'completed', creditsQuoted: 7, creditsUsed: 7 })
    expect(strange.heard.filter(({ path }) => path === run).map(({ body }) => body.confirmedCredits)).toEqual([7])
  })

  it('that the service itself says has risen asks, and goes out under a new number with the new sum (O112, A19)', async () => {
    const [id = ''] = await at.approve(await enlarged())
    prices.skill = 6
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ decision: { price: { from: 5, to: 6 } } })
    await at.calls['requests.decide']({ id, choice: 'accept-price' })
    const all = await at.calls['requests.list']({})
    const other = all.find((view) => view.id !== id)?.id ?? ''
    expect(await at.settled(other)).toMatchObject({ state: 'completed', creditsQuoted: 6, creditsUsed: 6 })
    expect(
      strange.heard.filter(({ path }) => path === run).map(({ body }) => [body.requestId, body.confirmedCredits]),
    ).toEqual([
      [id, 5],
      [other, 6],
    ])
    expect([...strange.taken]).toEqual([[other, 6]])
  })

  it('that has risen is not accepted without a key: what is ordered in its place is bound to one for life (I4, O117)', async () => {
    const [id = ''] = await at.approve(await enlarged())
    prices.skill = 6
    at.engine.driver.start()
    await at.settled(id)
    await at.engine.key.clear()
    const accepted = at.calls['requests.decide']({ id, choice: 'accept-price' })
    await expect(accepted).rejects.toThrow('no key')
    expect(await at.calls['requests.list']({})).toMatchObject([{ id, state: 'needs-decision' }])
    expect([...strange.taken]).toEqual([])
  })
})

describe('a price that nobody can read', () => {
  it('is sent only after just that was accepted, with no confirmed sum and without looking again (O71, O110)', async () => {
    const skill = strange.skills.get('enlarge')
    if (skill) skill.entry.pricing = 'ask at the desk'
    const quote = await enlarged()
    expect(quote).toMatchObject({ price: 'unknown', credits: null, problems: [] })
    await expect(at.calls['orders.approve']({ quoteId: quote.id, credits: 0 })).rejects.toThrow(
      /not the one that was quoted/,
    )
    const [id = ''] = await at.approve(quote)
    old()
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ state: 'completed', creditsQuoted: null, creditsUsed: 5 })
    expect(strange.heard.find(({ path }) => path === run)?.body).not.toHaveProperty('confirmedCredits')
  })

  it('is never sent where there is none (O71)', async () => {
    prices.model = null
    offer()
    const quote = await picture()
    expect(quote).toMatchObject({ price: 'unavailable', credits: null })
    await expect(at.approve(quote)).rejects.toThrow(/no price/)
    expect(strange.count('POST', submit)).toBe(0)
  })
})
