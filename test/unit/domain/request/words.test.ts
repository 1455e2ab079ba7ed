import { describe, expect, it } from 'vitest'
import { timingFor } from '../../../../src/domain/request/events.ts'
import { creditsInWords, moneySentence } from '../../../../src/domain/request/money-words.ts'
import { phases } from '../../../../src/domain/request/receipt.ts'
import { isEndState, requestStates } from '../../../../src/domain/request/states.ts'
import { nowWords, stateOf, verdictOf } from '../../../../src/domain/request/words.ts'
import { receiptOf, running, uncertain } from '../../../support/receipts.ts'

describe('the state that people see', () => {
  it('is one of the terminal’s words for every phase', () => {
    for (const phase of phases) expect(requestStates).toContain(stateOf(receiptOf({ phase }), null))
  })

  it('calls approved and ready queued, and what was sent uncertain', () => {
    expect(stateOf(receiptOf(), null)).toBe('queued')
    expect(stateOf(receiptOf(), 'preparing')).toBe('preparing')
    expect(stateOf(receiptOf({ phase: 'ready' }), null)).toBe('queued')
    expect(stateOf(receiptOf({ phase: 'ready' }), 'submitting')).toBe('submitting')
    expect(stateOf(receiptOf({ phase: 'ready', sentTimes: 1 }), null)).toBe('uncertain')
  })

  it('ends only where nothing more happens by itself (O13)', () => {
    expect(requestStates.filter(isEndState)).toEqual([
      'completed',
      'partial',
      'failed',
      'rejected',
      'gone',
      'cancelled',
    ])
  })

  it('has a sentence for every phase', () => {
    for (const phase of phases) expect(nowWords(receiptOf({ phase }), null)).toMatch(/\S.*[.?]$/)
  })
})

describe('the verdict after a lost answer', () => {
  it('is wait, safe to send, or do not send (A6)', () => {
    expect(verdictOf(uncertain())).toBe('wait')
    expect(verdictOf(uncertain({ phase: 'ready' }))).toBe('safe-to-send')
    expect(verdictOf(uncertain({ acceptedAtMs: 1 }))).toBe('do-not-send')
    expect(verdictOf(running([], { sentTimes: 2 }))).toBe('do-not-send')
    expect(verdictOf(receiptOf())).toBeNull()
  })
})

describe('words about money', () => {
  it('say refunded for the service’s word refunded only (I6, O134, A9)', () => {
    for (const creditsStatus of [null, 'pending', 'confirmed', 'refund', 'Refunded', ''])
      expect(moneySentence({ creditsUsed: 8, creditsStatus })).not.toMatch(/\bwere refunded/)
    expect(moneySentence({ creditsUsed: 8, creditsStatus: 'refunded' })).toBe('8 credits were refunded.')
    expect(moneySentence({ creditsUsed: null, creditsStatus: 'refunded' })).toBe('The charge was refunded.')
    expect(moneySentence({ creditsUsed: null, creditsStatus: null })).toContain('has not said')
    expect(creditsInWords(1)).toBe('1 credit')
  })
})

describe('pauses and windows', () => {
  it('are the document’s own, and all divided by the scale', () => {
    expect(timingFor(1)).toMatchObject({ pollGenerationMs: 3000, pollSkillMs: 10_000, resendWindowMs: 900_000 })
    expect(timingFor(50)).toMatchObject({ pollGenerationMs: 60, secondLookMs: 600, imageEndMs: 7200 })
  })
})
