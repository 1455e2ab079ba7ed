import { describe, expect, it } from 'vitest'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { nextOf } from '../../../src/engine/pace/next-words.ts'
import { toRequestView } from '../../../src/engine/views/request-view.ts'
import {
  day,
  madeJob,
  notFetched,
  play,
  polled,
  ready,
  receiptOf,
  running,
  saidJob,
  submitted,
  t0,
  timing,
} from '../../support/receipts.ts'

/** As the engine shows it while the account is left alone for so long. */
function viewed(receipt: Receipt, accountMs = 0) {
  const next = nextOf(receipt, () => accountMs, t0)
  const parts = { activity: null, assets: [], timing, nowMs: t0 }
  return toRequestView({ ...parts, receipt: { ...receipt, next }, isLeftAlone: next !== receipt.next })
}

describe('a wait that the service asked for, in words', () => {
  it('of an order names the moment (I14, S2)', () => {
    const limited = { type: 'limited' as const, afterMs: day, message: 'slow down' }
    const { receipt } = play(ready(), submitted(limited))
    const view = viewed(receipt)
    expect(view.state).toBe('queued')
    expect(view.now).toMatch(/^Rate-limited; .*\. Not before .*\d\d:\d\d\.$/)
    expect(Date.parse(view.next?.at ?? '')).toBe(t0 + day)
  })

  it('of the account is said of what was ordered after it (I14, L4)', () => {
    const view = viewed(receiptOf(), day)
    expect(view.now).toMatch(/^The service asked to be left alone until .*\d\d:\d\d; .* Nothing was sent\.$/)
    expect(Date.parse(view.next?.at ?? '')).toBe(t0 + day)
    expect(viewed(receiptOf()).now).toBe('Waits for its turn. Nothing was sent.')
  })

  it('of the server of a file names the moment and the way (I14, S2, I12)', () => {
    const { receipt } = play(
      running(),
      polled(saidJob([madeJob()])),
      notFetched({ laterMs: day, reason: 'It answered 429.' }),
    )
    expect(viewed(receipt).owed).toEqual([
      {
        reason: expect.stringMatching(
          /^It answered 429\. Its server asked to be left alone until .*\d\d:\d\d: .*“resume”\.$/,
        ),
        triedTimes: 1,
        until: new Date(t0 + day).toISOString(),
      },
    ])
  })
})
