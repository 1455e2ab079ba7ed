import { expect, it } from 'vitest'
import { heldCredits } from '../../../src/renderer/features/create/held-credits.ts'
import { request } from './requests.ts'

const asking = (part: Parameters<typeof request>[0], price: { from: number | null; to: number | null } | null = null) =>
  request({
    state: 'needs-decision',
    decision: { kind: 'price', question: 'The price is another one now.', price, pricedAt: null, choices: [] },
    ...part,
  })

it('what was approved and is not sent yet is still to come off a balance (O7)', () => {
  const waiting = [request({ creditsQuoted: 30 }), request({ state: 'preparing', creditsQuoted: 30 })]
  expect(heldCredits(waiting)).toEqual({ credits: 60, isAll: true })
  expect(heldCredits([])).toEqual({ credits: 0, isAll: true })
  // What was charged is off the balance, and what has ended takes nothing more.
  const charged = request({ state: 'running', creditsQuoted: 7, creditsUsed: 7 })
  const ended = request({ state: 'cancelled', creditsQuoted: 7 })
  expect(heldCredits([...waiting, charged, ended])).toEqual({ credits: 60, isAll: true })
  expect(heldCredits([request({ creditsQuoted: 0.1 }), request({ creditsQuoted: 0.2 })]).credits).toBe(0.3)
})

it('of what may have been sent, and of what has no price, nothing is added up (O2)', () => {
  for (const state of ['submitting', 'uncertain', 'running', 'downloading'] as const)
    expect(heldCredits([request({ creditsQuoted: 2 }), request({ state, creditsQuoted: 7 })])).toEqual({
      credits: 2,
      isAll: false,
    })
  expect(heldCredits([request({ creditsQuoted: null })])).toEqual({ credits: 0, isAll: false })
})

it('what asks counts at the price that it asks for, as long as nothing of it was sent', () => {
  expect(heldCredits([asking({ canCancel: true, creditsQuoted: 7 })])).toEqual({ credits: 7, isAll: true })
  expect(heldCredits([asking({ canCancel: true }, { from: 7, to: 9 })])).toEqual({ credits: 9, isAll: true })
  expect(heldCredits([asking({ canCancel: true }, { from: 7, to: null })])).toEqual({ credits: 0, isAll: false })
  expect(heldCredits([asking({ canCancel: false })])).toEqual({ credits: 0, isAll: false })
})
