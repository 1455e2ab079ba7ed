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

  it('below the price orders nothing (M12)', async () => {
    const { id } = await cut(3)
    await expect(quotes.approve(id, 15, { ceilingCredits: 14 })).rejects.toThrow(/above the most that you named, 14/)
    expect(at.engine.store.receipts.list({})).toEqual([])
    expect(await quotes.approve(id, 15, { ceilingCredits: 15 })).toHaveLength(3)
  })
})
