import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../src/practice/control/faults'
import { type Client, startPractice } from '../../practice/support/practice.ts'
import { chargesOf, hashOnDisk, newRig, postsOf, type Rig, scale } from './support/rig.ts'

const paths = { picture: '/api/generate/v2', cutout: '/api/skills/remove-bg/run' }
const kinds = ['picture', 'cutout'] as const

describe('the engine against a service', () => {
  let practice: Client
  let rig: Rig
  const order = (kind: (typeof kinds)[number]) => (kind === 'picture' ? rig.orderPicture() : rig.orderCutout())

  beforeEach(async () => {
    practice = await startPractice({ timeScale: scale })
    rig = await newRig(practice)
  })

  it('completes a generation and a cutout, and its receipts say what the ledger says (O2, O6, O97, O98, I7)', async () => {
    rig.engine.driver.start()
    for (const kind of kinds) {
      const id = await order(kind)
      const view = await rig.ended(id)
      expect(view).toMatchObject({ state: 'completed', error: null })
      expect(await chargesOf(practice, id)).toEqual([view.creditsUsed])
      expect(view.creditsUsed).toBe(view.creditsQuoted)
      expect(view.assets.map((asset) => hashOnDisk(asset.path))).toEqual(view.assets.map((asset) => asset.sha256))
      const receipt = rig.engine.store.receipts.get(id)
      expect(await postsOf(practice, id)).toEqual([receipt?.body?.sha256])
    }
  })

  describe.each(kinds)('a %s', (kind) => {
    it.each([
      ['lost on the way', { fault: 'lost-before' }],
      ['lost on the way back', { fault: 'lost-after' }],
      ['cut', { fault: 'cut' }],
      ['not from the service', { fault: 'wrong-type' }],
      ['500 without effect', { fault: 'status', status: 500 }],
      ['502 with effect', { fault: 'status-after', status: 502 }],
      ['a teapot', { fault: 'status-after', status: 418 }],
      ['a redirect', { fault: 'status', status: 302 }],
      ['lost twice', { fault: 'lost-after', times: 2 }],
    ] as [string, Pick<Fault, 'fault' | 'status' | 'times'>][])(
      'whose answer is %s is charged once and completed, with the same bytes (O58, O59, O118, A6, A8, A29, A30, I3, I4)',
      async (_, fault) => {
        await practice.faults({ match: { method: 'POST', path: paths[kind] }, times: 1, ...fault })
        rig.engine.driver.start()
        const id = await order(kind)
        const view = await rig.ended(id)
        expect(view).toMatchObject({ state: 'completed', id })
        expect(await chargesOf(practice, id)).toEqual([view.creditsUsed])
        expect(new Set(await postsOf(practice, id)).size).toBe(1)
      },
    )

    it('waits as long as a limit asks, then goes out with the same bytes (O66, O131, A23)', async () => {
      await practice.faults({
        match: { method: 'POST', path: paths[kind] },
        times: 1,
        fault: 'status',
        status: 429,
        body: { error: 'slow down' },
        headers: { 'retry-after': '30' },
      })
      rig.engine.driver.start()
      const start = performance.now()
      const id = await order(kind)
      expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
      expect(performance.now() - start).toBeGreaterThanOrEqual(30_000 / scale)
    })

    it('is left in doubt when both the POST and the look-ups are lost, and settled when they come through (O118)', async () => {
      const id = await order(kind)
      await practice.faults(
        { match: { method: 'POST', path: paths[kind] }, times: 1, fault: 'lost-after' },
        {
          match: { method: 'GET', path: kind === 'picture' ? '/api/generate/*' : '/api/skills/status' },
          times: 3,
          fault: 'lost-before',
        },
      )
      rig.engine.driver.start()
      expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
      expect(await chargesOf(practice, id)).toHaveLength(1)
      expect(await postsOf(practice, id)).toHaveLength(1)
    })
  })

  it('a reservation is waited out, in the service’s time, and the order charged once (O57, O58, A4)', async () => {
    await practice.faults({ match: { path: paths.picture }, times: 1, fault: 'reserved', delayMs: 20_000 })
    rig.engine.driver.start()
    const picture = await rig.orderPicture()
    expect(await rig.ended(picture)).toMatchObject({ state: 'completed' })
    expect(await chargesOf(practice, picture)).toHaveLength(1)
  })

  it('too few credits ask a person; topped up, the same request goes out (O61, O95, O136, I2, I4)', async () => {
    await practice.change({ balances: { acc_a: { purchased: 1, daily: 0, welcome: 0 } } })
    rig.engine.driver.start()
    const id = await rig.orderPicture()
    const asked = await rig.until(id, (view) => view.decision !== null)
    expect(asked.decision).toMatchObject({ kind: 'credits', mayHaveCharged: false })
    expect(await chargesOf(practice, id)).toEqual([])
    await practice.change({ balances: { acc_a: { purchased: 500 } } })
    await rig.calls['requests.decide']({ id, choice: 'send-again' })
    expect(await rig.ended(id)).toMatchObject({ state: 'completed', id })
    expect(await chargesOf(practice, id)).toHaveLength(1)
    expect(new Set(await postsOf(practice, id)).size).toBe(1)
  })

  it('a policy failure is said to be refunded only once the service says so (O3, O17, O18, O134, A10, I6)', async () => {
    await practice.faults({ match: { path: paths.picture }, fault: 'refund-pending' })
    rig.engine.driver.start()
    const id = await rig.orderPicture('something forbidden')
    const failed = await rig.ended(id)
    expect(failed).toMatchObject({ state: 'failed', creditsStatus: 'pending' })
    expect(failed.error).toContain('content policy')
    expect(failed.error).not.toContain('refunded')
    await practice.change({ refund: [failed.generationId ?? ''] })
    const settled = await rig.until(id, (view) => view.creditsStatus !== 'pending')
    expect(settled).toMatchObject({ state: 'failed', creditsStatus: 'refunded' })
    expect(settled.error).toContain('refunded')
    const { totals } = await practice.ledger()
    expect(totals.net).toBe(0)
  })

  it('a key that was revoked in between asks for one; the order is found again with it (A36, O11, O50, O117)', async () => {
    rig.engine.driver.start()
    await practice.faults({ match: { path: '/api/generate/v2/status/*' }, times: 1, fault: 'status', status: 401 })
    const id = await rig.orderPicture()
    const asked = await rig.until(id, (view) => view.decision !== null)
    expect(asked.decision).toMatchObject({ kind: 'key', mayHaveCharged: true })
    await rig.calls['requests.decide']({ id, choice: 'look-again' })
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
    expect(await chargesOf(practice, id)).toHaveLength(1)
  })

  it('sends nothing while the queue is paused (O21)', async () => {
    rig.engine.driver.pause(true)
    rig.engine.driver.start()
    const id = await rig.orderPicture()
    const other = await rig.orderCutout()
    rig.engine.driver.lookNow(id)
    await rig.calls['requests.cancel']({ ids: [other] })
    expect(await rig.ended(other)).toMatchObject({ state: 'cancelled' })
    expect(await postsOf(practice, id)).toEqual([])
    rig.engine.driver.pause(false)
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
    expect(await postsOf(practice, other)).toEqual([])
  })
})
