import { beforeEach, describe, expect, it } from 'vitest'
import { QuoteService } from '../../../src/engine/quoting/quote-service.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'

let strange: StrangeService
let at: EngineAt
let quotes: QuoteService
/** The app's clock is as far ahead; at this time scale 300 ms are half a minute, and 3 s are five minutes. */
let later = 0
let price = 8

beforeEach(async () => {
  later = 0
  strange = new StrangeService()
  await strange.open()
  sell(8)
  at = await engineAt(strange.base, strange.key, { now: () => Date.now() + later })
  quotes = new QuoteService(at.engine)
})

function sell(credits: number): void {
  price = credits
  const entry = {
    id: 'm',
    credits_per_generation: credits,
    supported_ratios: ['1:1'],
    max_reference_images: 0,
    media_type: 'image',
    extra_config: {},
  }
  strange.models = [{ entry, charge: () => price }]
  const fields = { confirmedCredits: { type: 'integer' } }
  strange.skills.set(
    'enlarge',
    pictureSkill({ credits }, () => price, fields),
  )
}

const quoted = (count = 1) => quotes.generation({ prompt: 'x', modelId: 'm', count })
const reads = () => strange.count('GET', '/api/models')
const failing = () => {
  strange.instead = ({ method }) => (method === 'GET' ? { status: 500, body: { error: 'not now' } } : null)
}
const ordered = () => at.engine.store.receipts.list({})

describe('a price that was shown a while before it is approved', () => {
  it('is read again, once for the whole order, and a rise orders nothing until the new one was seen (M2, I10)', async () => {
    const before = await quoted(5)
    later += 1000
    sell(9)
    const read = reads()
    await expect(quotes.approve(before.id, 40)).rejects.toThrow(/40 credits.*45 credits.*Nothing was sent or charged/)
    expect([reads() - read, ordered()]).toEqual([1, []])
    const now = await quoted(5)
    expect(now.credits).toBe(45)
    expect(await quotes.approve(now.id, 45)).toHaveLength(5)
  })

  it('that fell is ordered at the lower one, and the Skill’s accepted price with it (O110)', async () => {
    const skill = await quotes.skill({ skill: 'enlarge', files: ['https://pictures.example/a.png'] })
    later += 1000
    sell(5)
    const [receipt] = await quotes.approve(skill.id, 8)
    expect(receipt).toMatchObject({ quote: { credits: 5 }, consent: { credits: 5 } })
    expect(receipt?.order.fields.confirmedCredits).toBe(5)
  })

  it('whose model is gone or has no price now orders nothing (O69, O71)', async () => {
    const before = await quoted()
    later += 1000
    strange.models = []
    await expect(quotes.approve(before.id, 8)).rejects.toThrow(/Nothing was sent or charged/)
    expect(ordered()).toEqual([])
  })

  it('and cannot be read again is ordered by up to five minutes later, which is said, and not after (M2)', async () => {
    const [early, late] = [await quoted(), await quoted()]
    failing()
    later += 1500
    const [receipt] = await quotes.approve(early.id, 8)
    const [approved] = at.engine.store.receipts.timeline(receipt?.id ?? '')
    expect(approved?.detail).toMatch(/price list could not be read again.*2|3 minutes/)
    later += 3000
    await expect(quotes.approve(late.id, 8)).rejects.toThrow(
      /prices cannot be read right now.*older than five minutes.*Nothing was sent or charged/i,
    )
    expect(ordered()).toHaveLength(1)
    strange.instead = () => null
    later += 1000
    expect(await quotes.approve(late.id, 8)).toHaveLength(1)
  })
})
