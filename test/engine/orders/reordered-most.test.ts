import { expect, it } from 'vitest'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { replacementOf } from '../../../src/engine/quoting/approve.ts'
import { receiptOf, skillOrder, t0 } from '../../support/receipts.ts'

it('the most that is named with a choice is what the service is told of the order in place of the old one (I10, M5)', () => {
  const asked = receiptOf({
    order: { ...skillOrder, kind: 'skill', fields: { confirmedCredits: 500 } } as Receipt['order'],
    quote: { price: 'unknown', credits: null, lines: [], pricesReadAtMs: t0 },
    consent: { atMs: t0, credits: null, by: 'window', ceilingCredits: 500 },
  })
  for (const choice of ['new-order', 'accept-resize'] as const) {
    const consent = { atMs: t0, by: 'window', origin: 'o', keyFingerprint: null, ceilingCredits: 1.5 } as const
    const { after } = replacementOf(asked, choice, consent)
    expect([after.consent.ceilingCredits, after.order.fields.confirmedCredits]).toEqual([1.5, 1])
  }
})
