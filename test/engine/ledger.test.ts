import { beforeEach, describe, expect, it } from 'vitest'
import type { LedgerView } from '../../src/contract/ledger.ts'
import { ledgerRows, toLedgerView } from '../../src/engine/api/ledger.ts'
import { type Client, startPractice } from '../practice/support/practice.ts'
import { newRig, type Rig, scale } from './queue/support/rig.ts'

describe('what the ledger calls owed', () => {
  let practice: Client
  let rig: Rig

  beforeEach(async () => {
    practice = await startPractice({ timeScale: scale })
    rig = await newRig(practice)
  })

  it('is not known to be charged after a lost answer, and is once the service says so (O2)', async () => {
    await practice.faults({ match: { method: 'POST', path: '/api/generate/v2' }, times: 1, fault: 'lost-after' })
    /** What is owed at each state that the request goes through. */
    const owedAt = new Map<string, LedgerView['owed']>()
    rig.engine.listen('requestChanged', ({ state }) => {
      const cut = { from: '2000-01-01', to: '2100-01-01', by: 'model' } as const
      owedAt.set(state, toLedgerView(rig.engine, cut, Date.now()).owed)
    })
    rig.engine.driver.start()
    const ended = await rig.ended(await rig.orderPicture())
    expect(owedAt.get('uncertain')).toMatchObject([{ state: 'unknown', paid: null, quoted: ended.creditsQuoted }])
    expect(owedAt.get('uncertain')?.[0]?.words).toContain('not known whether anything was charged')
    expect(owedAt.get('running') ?? owedAt.get('downloading')).toMatchObject([
      { state: 'charged', paid: ended.creditsUsed },
    ])
    expect(owedAt.get('completed')).toEqual([])
  })

  it('lists requests by the time that it shows, whichever of them was written first (D12)', async () => {
    const one = await rig.orderPicture('one')
    const two = await rig.orderPicture('two')
    // The service takes the second first.
    await rig.calls['queue.move']({ id: two, before: one })
    rig.engine.driver.start()
    for (const id of [one, two]) await rig.ended(id)
    const times = ledgerRows(rig.engine, { from: '2000-01-01', to: '2100-01-01' }).map(({ at }) => at)
    expect(times).toHaveLength(2)
    expect(times).toEqual([...times].sort().reverse())
  })
})
