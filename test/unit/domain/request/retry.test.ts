import { describe, expect, it } from 'vitest'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { retryOf } from '../../../../src/domain/request/retry.ts'
import { jobOf, madeJob, ready, receiptOf, running, uncertain } from '../../../support/receipts.ts'

const home = { assetId: 'a', jobIndex: 0, outputIndex: 0, sha256: 'cd' }

describe('trying again', () => {
  it.each<[string, Receipt]>([
    ['a lost answer', uncertain()],
    ['an order that was left in doubt', uncertain({ phase: 'failed' })],
    ['a running job', running()],
    ['a file that is owed', running([madeJob()], { phase: 'completed' })],
    ['a file that is owed by an order that is gone', running([madeJob()], { phase: 'gone' })],
  ])('of %s looks, and orders nothing (O14, I3)', (_, receipt) => {
    expect(retryOf(receipt)).toEqual({ do: 'look' })
  })

  it.each<Receipt['phase']>(['rejected', 'cancelled'])('of what was %s is a new order', (phase) => {
    expect(retryOf(receiptOf({ phase }))).toEqual({ do: 'order', warning: null })
  })

  it('of what failed is a new order, and says so where the earlier one may have been charged (O133)', () => {
    const failed = jobOf({ status: 'failed' })
    expect(retryOf(running([failed], { phase: 'failed' }))).toEqual({ do: 'order', warning: null })
    const left = running(undefined, { phase: 'failed' })
    for (const receipt of [left, running(undefined, { phase: 'gone' })])
      expect(retryOf(receipt)).toMatchObject({ do: 'order', warning: expect.stringContaining('may have been charged') })
  })

  it.each<[Receipt, string]>([
    [receiptOf(), 'in the queue'],
    [ready(), 'in the queue'],
    [receiptOf({ phase: 'needs-decision' }), 'your decision'],
    [running([madeJob()], { phase: 'partial', assets: [home] }), 'not made again'],
    [running([madeJob()], { phase: 'completed', assets: [home] }), 'complete'],
  ])('of anything else says why not (O103)', (receipt, why) => {
    expect(retryOf(receipt)).toMatchObject({ do: 'nothing', why: expect.stringContaining(why) })
  })
})
