import { beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '../../../src/contract/ipc.ts'
import { QuoteService } from '../../../src/engine/quoting/quote-service.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'

type Decide = CallInput<'requests.decide'>

let strange: StrangeService
let at: EngineAt
let charged = 5
/** Moves the app's clock on. */
let later = 0

beforeEach(async () => {
  later = 0
  charged = 5
  strange = new StrangeService()
  await strange.open()
  strange.skills.set(
    'told',
    pictureSkill({ rate: { of: 'mood' } }, () => charged, { confirmedCredits: { type: 'number' } }),
  )
  at = await engineAt(strange.base, strange.key, { now: () => Date.now() + later })
})

/** An order whose price nobody can read, held to a most. @returns its number */
async function ordered(n: number, ceilingCredits: number): Promise<string> {
  const quotes = new QuoteService(at.engine)
  const { id } = await quotes.skill({ skill: 'told', files: [`https://pictures.example/${n}.png`] })
  const [receipt] = await quotes.approve(id, null, { ceilingCredits })
  return receipt?.id ?? ''
}

describe('an order that a cap has stopped, whose price cannot be read', () => {
  it('is sent by no look, a day later neither, and no most lowers what it counts for (W1, M5, I10)', async () => {
    const ids = [await ordered(1, 10), await ordered(2, 10)]
    await at.calls['queue.setCaps']({ day: 12 })
    at.engine.driver.start()
    const views = []
    for (const id of ids) views.push(await at.settled(id))
    const id = views.find(({ decision }) => decision !== null)?.id ?? ''
    expect(strange.taken.size).toBe(1)
    later = 25 * 3_600_000
    const looks: Decide[] = [
      { id, choice: 'look-again', credits: null },
      { id, choice: 'look-again', credits: null, ceilingCredits: 0 },
    ]
    for (const look of looks)
      await expect(at.calls['requests.decide'](look)).rejects.toThrow('Choose “try-again” to send it')
    await expect(
      at.calls['requests.decide']({ id, choice: 'leave', credits: null, ceilingCredits: 0 }),
    ).rejects.toThrow('no most goes with it')
    expect(at.engine.store.receipts.get(id)?.consent.ceilingCredits).toBe(10)
    expect(strange.taken.size).toBe(1)
    await at.calls['requests.decide']({ id, choice: 'try-again', credits: 10 })
    expect(await at.settled(id)).toMatchObject({ state: 'completed', creditsUsed: 5 })
  })
})

describe('an order in place of one that the service could not number', () => {
  it('is held to the sum that was pressed for it, not to the one before (W1, M5, I10)', async () => {
    charged = 500
    const id = await ordered(1, 500)
    let isTaken = true
    strange.instead = ({ path }) =>
      isTaken && path.endsWith('/run')
        ? { status: 409, body: { success: false, error: 'number taken', code: 'request_id_collision' } }
        : null
    at.engine.driver.start()
    expect((await at.settled(id)).decision?.kind).toBe('conflict')
    isTaken = false
    const { replacement } = await at.calls['requests.decide']({
      id,
      choice: 'new-order',
      credits: null,
      ceilingCredits: 1,
    })
    const anew = replacement?.id ?? ''
    await at.settled(anew)
    const { consent, order } = at.engine.store.receipts.get(anew) ?? {}
    expect([consent?.ceilingCredits, order?.fields.confirmedCredits]).toEqual([1, 1])
    const runs = strange.heard.filter(({ path }) => path.endsWith('/run'))
    expect(runs.map(({ body }) => body.confirmedCredits)).toEqual([500, 1])
  })
})
