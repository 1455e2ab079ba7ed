import { describe, expect, it } from 'vitest'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import type { ChoiceId, Receipt } from '../../../../src/domain/request/receipt.ts'
import { play, ready, receiptOf, running, t0, uncertain } from '../../../support/receipts.ts'

const refusal = { which: 'day' as const, cap: 10, spent: 8, reserved: 0, left: 2, credits: 8 }
const capReached: RequestEvent = { type: 'capReached', atMs: t0, refusal }
const bodyDamaged: RequestEvent = { type: 'bodyDamaged', atMs: t0, reason: 'The stored request no longer matches.' }
const decide = (choice: ChoiceId): RequestEvent => ({ type: 'decided', choice, atMs: t0 })
const asked = (receipt: Receipt, event: RequestEvent) => {
  const { receipt: after, effect } = play(receipt, event)
  const { kind, question, mayHaveCharged, choices } = after.decision ?? {}
  return { phase: after.phase, effect, kind, question, mayHaveCharged, choices: choices?.map(({ id }) => id) }
}

describe('a request that would pass the cap', () => {
  it('stops before it is sent, and says that nothing was charged', () => {
    const stopped = asked(receiptOf(), capReached)
    expect(stopped).toMatchObject({ phase: 'needs-decision', effect: null, kind: 'cap', mayHaveCharged: false })
    expect(stopped.choices).toEqual(['try-again', 'leave'])
    expect(stopped.question).toContain('so 2 are left. Nothing was sent. Nothing was charged.')
  })

  it('is prepared again when it is tried again, and taken out when it is left', () => {
    expect(play(receiptOf(), capReached, decide('try-again'))).toMatchObject({
      receipt: { phase: 'approved', decision: null },
      effect: { do: 'prepare' },
    })
    expect(play(receiptOf(), capReached, decide('leave')).receipt.phase).toBe('cancelled')
  })

  it('says that it was sent before where it was, and is then looked up, never sent at once (O118, I3)', () => {
    const sent = asked(ready({ sentTimes: 1 }), capReached)
    expect(sent).toMatchObject({ mayHaveCharged: true, question: expect.stringContaining('It was sent before') })
    expect(play(ready({ sentTimes: 1 }), capReached, decide('look-again'))).toMatchObject({
      receipt: { phase: 'uncertain' },
      effect: { do: 'lookUp' },
    })
  })

  it.each([uncertain(), running()])('is none once it was sent and nothing is to be sent again', (receipt) => {
    expect(play(receipt, capReached).receipt).toEqual(receipt)
  })
})

describe('a stored body that is not what was approved', () => {
  it('is never sent; where nothing left before, it can be ordered anew (I4, O47)', () => {
    const stopped = asked(ready(), bodyDamaged)
    expect(stopped).toMatchObject({ phase: 'needs-decision', effect: null, mayHaveCharged: false })
    expect(stopped.choices).toEqual(['new-order', 'leave'])
    expect(stopped.question).toContain('Nothing was sent. Nothing was charged.')
    expect(play(ready(), bodyDamaged, decide('leave')).receipt.phase).toBe('rejected')
  })

  it('is not ordered anew where an earlier send may stand: it is looked up (O118, I2, I5)', () => {
    const stopped = asked(ready({ sentTimes: 1 }), bodyDamaged)
    expect(stopped).toMatchObject({ mayHaveCharged: true, choices: ['look-again', 'leave'] })
    expect(stopped.question).toContain('Nothing was sent this time. It was sent before')
    expect(play(ready({ sentTimes: 1 }), bodyDamaged, decide('look-again')).effect).toMatchObject({ do: 'lookUp' })
    expect(play(ready({ sentTimes: 1 }), bodyDamaged, decide('leave')).receipt).toMatchObject({
      phase: 'failed',
      error: expect.stringContaining('may have charged it'),
    })
  })

  it.each([receiptOf(), uncertain(), running()])('is no news where nothing is to be sent', (receipt) => {
    expect(play(receipt, bodyDamaged).receipt).toEqual(receipt)
  })
})

describe('a look that was asked for in another program', () => {
  it('is told, and changes nothing else', () => {
    const { receipt, effect, timeline } = play(uncertain(), { type: 'lookAsked', atMs: t0 })
    expect([receipt, effect, timeline.length]).toEqual([uncertain(), null, 1])
    expect(play(receiptOf(), { type: 'lookAsked', atMs: t0 }).timeline).toEqual([])
  })
})
