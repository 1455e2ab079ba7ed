import { beforeEach, describe, expect, it } from 'vitest'
import { QuoteService } from '../../../src/engine/quoting/quote-service.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'

let strange: StrangeService
let at: EngineAt
let quotes: QuoteService

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  strange.skills.set(
    'cut',
    pictureSkill({ credits: 5 }, () => 5),
  )
  at = await engineAt(strange.base, strange.key)
  quotes = new QuoteService(at.engine)
})

const cut = (count: number) => {
  const files = Array.from({ length: count }, (_, n) => `https://pictures.example/${n}.png`)
  return quotes.skill({ skill: 'cut', files })
}

describe('a ceiling that a person names for an order', () => {
  it('is in each receipt as its share of the whole, so that the batch together never passes it (M12)', async () => {
    const receipts = await quotes.approve((await cut(3)).id, 15, { ceilingCredits: 18 })
    expect(receipts.map(({ consent }) => consent.ceilingCredits)).toEqual([6, 6, 6])
    const stored = receipts.map(({ id }) => at.engine.store.receipts.get(id)?.consent)
    expect(stored).toMatchObject(Array.from({ length: 3 }, () => ({ credits: 5, ceilingCredits: 6 })))
    const [plain] = await quotes.approve((await cut(1)).id, 5)
    expect(plain?.consent).toMatchObject({ credits: 5, ceilingCredits: null })
  })

  it('orders nothing at a price that cannot be read where the service is not told of it: it would bind nobody (M12, A19)', async () => {
    const odd = { rate: { of: 'mood' } }
    strange.skills.set(
      'told',
      pictureSkill(odd, () => 5, { confirmedCredits: { type: 'number' } }),
    )
    strange.skills.set(
      'untold',
      pictureSkill(odd, () => 5),
    )
    const of = async (skill: string) => (await quotes.skill({ skill, files: ['https://pictures.example/a.png'] })).id
    await expect(quotes.approve(await of('untold'), null, { ceilingCredits: 10 })).rejects.toMatchObject({
      code: 'no-price',
      message: expect.stringContaining('holds this order to no sum'),
    })
    expect(at.engine.store.receipts.list({})).toEqual([])
    const [held] = await quotes.approve(await of('told'), null, { ceilingCredits: 10 })
    expect(held?.order.fields).toMatchObject({ confirmedCredits: 10 })
  })

  it('below the price orders nothing (M12)', async () => {
    const { id } = await cut(3)
    await expect(quotes.approve(id, 15, { ceilingCredits: 14 })).rejects.toThrow(/above the most that you named, 14/)
    expect(at.engine.store.receipts.list({})).toEqual([])
    expect(await quotes.approve(id, 15, { ceilingCredits: 15 })).toHaveLength(3)
  })
})
