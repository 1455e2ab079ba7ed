import { describe, expect, it } from 'vitest'
import type { RequestView } from '../../../src/contract/views.ts'
import { shortQuestion } from '../../../src/renderer/features/queue/queue-words.ts'
import { request } from './requests.ts'

type Decision = NonNullable<RequestView['decision']>

const asking = (part: Partial<Decision>, more: Partial<RequestView> = {}): RequestView =>
  request({
    state: 'needs-decision',
    decision: { kind: 'price', question: 'The whole question.', price: null, pricedAt: null, choices: [], ...part },
    ...more,
  })

describe('the question in a row', () => {
  it('says both prices, or the one that is known', () => {
    expect(shortQuestion(asking({ price: { from: 2, to: 5 } }))).toBe('Was 2, now 5 credits')
    expect(shortQuestion(asking({ price: { from: null, to: 1 } }))).toBe('It costs 1 credit now')
    expect(shortQuestion(asking({ price: { from: 2, to: null } }))).toBe('No price is shown now')
    expect(shortQuestion(asking({ kind: 'credits' }))).toBe('The balance is too low. Top up first')
    expect(shortQuestion(asking({ kind: 'credits', price: { from: 2, to: 5 } }))).toBe(
      'Balance too low. Was 2, now 5 credits',
    )
  })

  it('is never shortened where something may have been charged, or the case is one alone', () => {
    const price = { from: 2, to: 5 }
    expect(shortQuestion(asking({ price }, { verdict: 'do-not-send' }))).toBeNull()
    expect(shortQuestion(asking({ price }, { creditsUsed: 2 }))).toBeNull()
    for (const kind of ['resend', 'surplus', 'conflict', 'other'] as const)
      expect(shortQuestion(asking({ kind }))).toBeNull()
  })
})
