import { describe, expect, it } from 'vitest'
import { priceClearance } from '../../../../src/domain/request/clearance.ts'
import { choiceIds, maySpend, type Receipt, receipt as receiptSchema } from '../../../../src/domain/request/receipt.ts'
import { isToldMore, toldMost } from '../../../../src/domain/request/told.ts'
import { decisionOf } from '../../../../src/domain/request/transitions.ts'
import { bodyOf, play, ready, receiptOf, skillOrder, t0, timing } from '../../../support/receipts.ts'

const capReached = {
  type: 'capReached',
  atMs: t0,
  refusal: { which: 'day', cap: 12, spent: 5, reserved: 0, left: 7, credits: 10 },
} as const

/** A Skill whose price cannot be read, ordered under a most. */
const underMost = (ceilingCredits: number | null, changes: Partial<Receipt> = {}): Receipt =>
  receiptOf({
    order: { ...skillOrder, kind: 'skill', fields: { confirmedCredits: ceilingCredits ?? 500 } } as Receipt['order'],
    quote: { price: 'unknown', credits: null, lines: [], pricesReadAtMs: t0 },
    consent: { atMs: t0, credits: null, by: 'window', ceilingCredits },
    ...changes,
  })

describe('a choice that would send', () => {
  it('is no look: it has a name of its own, at the price, else at the most that was agreed to (W1, M5)', () => {
    for (const [receipt, credits] of [
      [receiptOf(), 8],
      [underMost(10), 10],
      [ready(), 8],
    ] as const) {
      const { decision } = play(receipt, capReached).receipt
      expect(decision?.choices.map((choice) => [choice.id, choice.credits])).toEqual([
        ['try-again', credits],
        ['leave', null],
      ])
    }
  })

  it('is read so where an earlier version has stored it as a look (W1, M5)', () => {
    const asked = play(underMost(10), capReached).receipt
    const choices = decisionOf('cap', '', ['look-again', 'leave'], null).choices
    const stored = { ...asked, decision: asked.decision && { ...asked.decision, choices } }
    const read = receiptSchema.parse(stored)
    expect(read.decision?.choices.map((choice) => [choice.id, choice.credits])).toEqual([
      ['try-again', 10],
      ['leave', null],
    ])
    const looks = { ...stored, decision: stored.decision && { ...stored.decision, mayHaveCharged: true } }
    expect(receiptSchema.parse(looks).decision?.choices[0]).toMatchObject({ id: 'look-again', credits: null })
  })
})

describe('a most that is named with a choice', () => {
  it('changes nothing where the choice sends nothing: a look lowers and raises no consent (W1, I10)', () => {
    for (const choice of choiceIds.filter((id) => !maySpend(id))) {
      const decision = decisionOf('other', 'What?', [choice], null, true)
      const asked = ready({ sentTimes: 1, phase: 'needs-decision', decision })
      for (const ceilingCredits of [0, 1000])
        expect(play(asked, { type: 'decided', choice, ceilingCredits, atMs: t0 }).receipt).toEqual(asked)
    }
  })

  it('below what the written body allows sends nothing (I10, M5)', () => {
    const decision = decisionOf('resend', 'What?', ['send-again', 'leave'], null, true)
    const body = bodyOf('{"requestId":"x","confirmedCredits":500}')
    const asked = underMost(500, { phase: 'needs-decision', body, sentTimes: 1, decision })
    const under = (ceilingCredits: number | null) =>
      play(asked, { type: 'decided', choice: 'send-again', ceilingCredits, atMs: t0 })
    expect(under(1).receipt).toEqual(asked)
    expect(under(500).effect?.do).toBe('lookUp')
    expect(under(null).effect?.do).toBe('lookUp')
  })

  it('is never below what the service is told when it leaves: else it is asked (I10, M5)', () => {
    const known = (credits: number | null) =>
      ({ credits, price: credits === null ? 'unknown' : 'known', lines: [], pricesReadAtMs: t0 }) as Receipt['quote']
    for (const quoted of [null, 0, 3, 7.5, 500])
      for (const ceiling of [null, 0, 0.5, 3, 7.5, 500])
        for (const told of [0, 1, 3, 8, 500]) {
          const sealed = underMost(ceiling, { quote: known(quoted), body: bodyOf(`{"confirmedCredits":${told}}`) })
          expect(toldMost(sealed)).toBe(told)
          const facts = { price: { quote: known(quoted), ageMs: 10 }, askedForPriceMs: 10, overchargedForMs: null }
          const agreed = Math.min(quoted ?? ceiling ?? 1e9, ceiling ?? 1e9)
          const cleared = priceClearance(sealed, facts, timing)
          if (cleared === null)
            expect(told).toBeLessThanOrEqual(quoted === null ? Math.floor(agreed) : Math.ceil(agreed))
          if (isToldMore(sealed)) expect(cleared?.do).toBe('askPrice')
        }
  })
})
