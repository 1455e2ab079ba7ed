import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Client, startPractice } from '../../practice/support/practice.ts'
import { chargesOf, newRig, postsOf, type Rig, scale } from './support/rig.ts'

describe('acts of the user', () => {
  let practice: Client
  let rig: Rig

  beforeEach(async () => {
    practice = await startPractice({ timeScale: scale })
    rig = await newRig(practice)
  })

  it('a quote accepted twice at once makes one order (I2)', async () => {
    const { models } = await rig.calls['catalogue.models']({})
    const quote = await rig.calls['quote.generation']({ prompt: 'a fox', modelId: models[0]?.id ?? '' })
    const accept = () => rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
    const clicks = await Promise.allSettled([accept(), accept(), accept()])
    expect(clicks.filter((click) => click.status === 'fulfilled')).toHaveLength(1)
    await expect(accept()).rejects.toThrow(/accepted already/)
    expect(rig.engine.store.receipts.list({})).toHaveLength(1)
  })

  it('an order that stands is not called refused for what fails after it (I2)', async () => {
    const { models } = await rig.calls['catalogue.models']({})
    const quote = await rig.calls['quote.generation']({ prompt: 'a fox', modelId: models[0]?.id ?? '' })
    rig.engine.store.keyValues.setNote = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    }
    const { requestIds } = await rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
    expect(requestIds).toHaveLength(1)
  })

  it('a quote that could not be taken can be accepted later', async () => {
    const { models } = await rig.calls['catalogue.models']({})
    const quote = await rig.calls['quote.generation']({ prompt: 'a fox', modelId: models[0]?.id ?? '' })
    await expect(rig.calls['orders.approve']({ quoteId: quote.id, credits: 0 })).rejects.toThrow(/not the one/)
    await rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
    expect(rig.engine.store.receipts.list({})).toHaveLength(1)
  })

  it('ordering anew twice makes one new order, under a new number (A2, I2)', async () => {
    await practice.faults({
      match: { method: 'POST', path: '/api/generate/v2' },
      times: 1,
      fault: 'status',
      status: 401,
      body: { success: false, error: 'invalid token' },
    })
    rig.engine.driver.start()
    const id = await rig.orderPicture()
    await rig.until(id, (view) => view.decision !== null)
    const anew = () => rig.calls['requests.decide']({ id, choice: 'new-order' })
    const clicks = await Promise.allSettled([anew(), anew()])
    await expect(anew()).rejects.toThrow()
    expect(clicks.filter((click) => click.status === 'fulfilled')).toHaveLength(1)
    const others = rig.engine.store.receipts.list({}).filter((receipt) => receipt.id !== id)
    expect(others).toHaveLength(1)
    expect(others[0]?.replaces).toBe(id)
    const [taken] = clicks.flatMap((click) => (click.status === 'fulfilled' ? [click.value] : []))
    expect([taken?.id, taken?.replacement?.id]).toEqual([id, others[0]?.id])
    expect(await rig.ended(others[0]?.id ?? '')).toMatchObject({ state: 'completed' })
    const { totals } = await practice.ledger()
    expect(totals.requests).toBe(1)
  })

  it('a choice that is not offered does nothing, least of all order anew (I2)', async () => {
    rig.engine.driver.start()
    const id = await rig.orderPicture()
    await expect(rig.calls['requests.decide']({ id, choice: 'new-order' })).rejects.toThrow()
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
    await expect(rig.calls['requests.decide']({ id, choice: 'new-order' })).rejects.toThrow()
    expect(rig.engine.store.receipts.list({})).toHaveLength(1)
  })

  it('taking out what was sent changes nothing: it goes on and comes home (O21, I7)', async () => {
    rig.engine.driver.start()
    const id = await rig.orderPicture()
    await rig.until(id, (view) => view.state === 'running' && view.next !== null)
    await rig.calls['requests.cancel']({ ids: [id] }).catch(() => undefined)
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
  })

  it('looking now does not shorten the half minute between two look-ups that find nothing (A8, I3)', async () => {
    await practice.faults({ match: { method: 'POST', path: '/api/generate/v2' }, times: 1, fault: 'lost-before' })
    rig.engine.driver.start()
    const id = await rig.orderPicture()
    const missing = () => rig.engine.store.receipts.get(id)?.missingInARow === 1
    await rig.until(id, missing)
    const start = performance.now()
    const clicking = setInterval(() => rig.engine.driver.lookNow(id), 5)
    await rig.until(id, (view) => view.state === 'running' || view.state === 'completed')
    clearInterval(clicking)
    expect(performance.now() - start).toBeGreaterThanOrEqual(30_000 / scale - 5)
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
    expect(await chargesOf(practice, id)).toHaveLength(1)
  })

  it('looking now does not stop what is under way, in any state', async () => {
    rig.engine.driver.start()
    const ids = [await rig.orderPicture(), await rig.orderCutout()]
    const clicking = setInterval(() => {
      for (const id of ids) rig.engine.driver.lookNow(id)
    }, 5)
    onTestFinished(() => clearInterval(clicking))
    for (const id of ids) {
      expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
      expect(await postsOf(practice, id)).toHaveLength(1)
    }
  })
})
