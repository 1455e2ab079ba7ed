import { describe, expect, it } from 'vitest'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import type { Refusal, SubmitOutcome } from '../../../../src/domain/request/outcomes.ts'
import { hour, lookedUp, play, ready, submitted, t0 } from '../../../support/receipts.ts'

const limited = submitted({ type: 'limited', afterMs: 0, message: '' })
const limitedLong = submitted({ type: 'limited', afterMs: hour, message: '' })
const lost = submitted({ type: 'unknown', reason: 'cut', afterMs: null })
const away = submitted({ type: 'notSent', reason: 'no network' })
const shortage = (reason: Refusal['reason'] = 'credits'): Refusal & SubmitOutcome => {
  return { type: 'refused', reason, httpStatus: 402, code: null, message: '' }
}
const rose = (credits: number | null): RequestEvent => ({ type: 'priceRose', atMs: t0, credits })
const sendAgain: RequestEvent = { type: 'decided', choice: 'send-again', atMs: t0 }
const tryAgain: RequestEvent = { type: 'decided', choice: 'try-again', atMs: t0 }
const lookAgain: RequestEvent = { type: 'decided', choice: 'look-again', atMs: t0 }
const recovered: RequestEvent = { type: 'recovered', atMs: t0 }
const missing = lookedUp({ type: 'missing' })
const missingLater = lookedUp({ type: 'missing' }, t0 + 2 * hour)
const missingLate = lookedUp({ type: 'missing' }, t0 + hour)
const held = lookedUp({ type: 'inProgress', afterMs: 0, mayResubmit: true })

const capReached: RequestEvent = {
  type: 'capReached',
  atMs: t0,
  refusal: { which: 'day', cap: 5, spent: 0, reserved: 0, left: 5, credits: 8 },
}

const after = (...events: RequestEvent[]) => play(ready(), ...events).receipt

describe('the price of what is sent again', () => {
  it.each<[string, RequestEvent[]]>([
    ['after a limit', [limited, missing]],
    ['after several', [limited, missing, limited, missing]],
    ['after a shortage', [submitted(shortage()), sendAgain]],
    ['after a limit, then a shortage', [limited, missing, submitted(shortage()), sendAgain]],
    ['where a lost send turns out to have met a shortage', [lost, lookedUp(shortage()), sendAgain]],
    ['where it never left', [away, missingLater]],
    ['before it left at all', []],
    ['after a cap that stopped what had never left', [away, missingLater, capReached, tryAgain]],
    ['after a long wait and a crash meanwhile', [limitedLong, recovered, missingLater]],
  ])('is asked %s (O112, O61, O131)', (_, events) => {
    const receipt = after(...events)
    expect(receipt.phase).toBe('ready')
    const asked = play(receipt, rose(12))
    expect(asked.receipt).toMatchObject({ phase: 'needs-decision', decision: { kind: 'price', mayHaveCharged: false } })
    expect(asked.effect).toBeNull()
  })

  it.each<[string, RequestEvent[]]>([
    ['after a lost answer', [lost, missing, missing]],
    ['where a limit comes after a lost answer', [lost, missing, missing, limited, missing, missing]],
    ['where the lost answer comes after a limit', [limited, missing, lost, missing, missing]],
    [
      'where a shortage comes after a lost answer',
      [lost, missing, missing, submitted(shortage()), lookAgain, missing, missing],
    ],
    ['under a reservation', [lost, held]],
    ['after a crash', [recovered, missing, missing]],
    ['after a crash when it may just have been sent again', [limited, missing, recovered, missing, missing]],
    [
      'where a person sends it again, knowing that it may stand',
      [lost, missingLate, missingLate, { ...sendAgain, atMs: t0 + hour }, missingLate, missingLate],
    ],
  ])(
    'is asked %s too, and what is in doubt goes out again under its own number or not at all (M1, A6, I2)',
    (_, events) => {
      const receipt = after(...events)
      expect(receipt.phase).toBe('ready')
      const asked = play(receipt, rose(12)).receipt
      expect(asked.decision).toMatchObject({ kind: 'price', mayHaveCharged: true, price: { from: 8, to: 12 } })
      expect(asked.decision?.choices.map(({ id, credits }) => [id, credits])).toEqual([
        ['send-again', 12],
        ['look-again', null],
        ['leave', null],
      ])
      expect(asked.decision?.question).not.toContain('Nothing was charged')
      const agreed = play(asked, sendAgain)
      expect(agreed.effect?.do).toBe('lookUp')
      expect(agreed.receipt).toMatchObject({ id: receipt.id, quote: { credits: 12 }, consent: { credits: 12 } })
      const gone = play(receipt, rose(null)).receipt
      expect(gone.decision?.choices.map(({ id }) => id)).toEqual(['look-again', 'leave'])
    },
  )

  it('that is gone is never sent for: only a new order, which asks anew, or none (O71, I2)', () => {
    const asked = play(after(limited, missing), rose(null)).receipt
    expect(asked.decision?.choices.map(({ id }) => id)).toEqual(['new-order', 'leave'])
    expect(asked.decision?.question).toContain('Nothing was charged')
    const anew = play(asked, { type: 'decided', choice: 'new-order', atMs: t0 })
    expect([anew.receipt.phase, anew.effect]).toEqual(['rejected', null])
  })
})
