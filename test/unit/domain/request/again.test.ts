import { describe, expect, it } from 'vitest'
import { canMove, placeBetween, placeOf } from '../../../../src/domain/request/place.ts'
import { retryOf } from '../../../../src/domain/request/retry.ts'
import { play, ready, receiptOf, submitted, t0 } from '../../../support/receipts.ts'

describe('a place in the queue', () => {
  it('is the one that a person gave it, else that of its approval, alone or first in its batch', () => {
    expect(placeOf(receiptOf({ place: '42' }))).toBe('42')
    const first = receiptOf({ batch: { id: 'b', index: 0, size: 2 } })
    expect(placeOf(receiptOf())).toBe(placeOf(first))
    expect(placeOf(receiptOf({ approvedAtMs: t0 - 0.5 }))).toBe(placeOf(receiptOf({ approvedAtMs: t0 - 1 })))
    expect(placeOf(receiptOf({ approvedAtMs: -5 }))).toBe(placeOf(receiptOf({ approvedAtMs: 0 })))
  })

  it('sorts by the moment, and has one text only (I3)', () => {
    const at = (approvedAtMs: number) => placeOf(receiptOf({ approvedAtMs }))
    expect(at(999) < at(1000)).toBe(true)
    expect(at(1000)).not.toMatch(/0$/)
  })

  it('is given up once a body was written, whatever is asked (I4)', () => {
    expect(canMove(ready({ phase: 'needs-decision' }))).toBe(false)
  })

  it('lies between two others, also right at the front', () => {
    expect(placeBetween('', '1')).toBe('05')
    expect(placeBetween('1', '2')).toBe('15')
    expect(placeBetween('12', '13')).toBe('125')
  })
})

describe('why something is not tried again', () => {
  const why = (...args: Parameters<typeof retryOf>) => {
    const retry = retryOf(...args)
    return retry.do === 'nothing' ? retry.why : retry.do
  }

  it('is that the queue is paused, or what it waits for', () => {
    expect(why(receiptOf(), true)).toContain('paused')
    expect(why(ready(), true)).toContain('paused')
    expect(why(receiptOf(), false)).toContain('goes on by itself: it waits for its turn.')
    const next = { atMs: t0, words: 'Tries again' }
    expect(why(receiptOf({ next }))).toContain('goes on by itself: Tries again.')
    expect(why(receiptOf({ next }))).not.toContain('paused')
  })

  it('is the question that is open', () => {
    const refusal = { type: 'refused', reason: 'credits', httpStatus: 402, code: null, message: '' } as const
    const asked = play(ready(), submitted(refusal)).receipt
    expect(why(asked)).toBe(`It waits for your decision: ${asked.decision?.question}`)
    expect(why(receiptOf({ phase: 'needs-decision' }))).toBe('It waits for your decision:')
  })
})
