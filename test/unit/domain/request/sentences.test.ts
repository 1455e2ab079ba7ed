import { describe, expect, it } from 'vitest'
import { type Decision, decision as decisionSchema, timelineEntry } from '../../../../src/domain/request/receipt.ts'
import { nowWords } from '../../../../src/domain/request/words.ts'
import { everyStep } from '../../../support/every-step.ts'

/** Reads as a sentence: begins and ends like one, and no value fell into it that is none. */
function expectSentence(text: string): void {
  expect(text).toMatch(/^[A-Z0-9“].*[.?]$/)
  expect(text).not.toMatch(/undefined|null|NaN|\[object| {2}|\.\.|“”/)
}

const money = /charged|deducted|refunded|paid for|came back/

const decisions = (): Decision[] => {
  const found = new Map<string, Decision>()
  everyStep((_, { receipt: { decision } }) => {
    if (decision) found.set(JSON.stringify(decision), decisionSchema.parse(decision))
  })
  return [...found.values()]
}

describe('whatever a person reads of a request', () => {
  it('the timeline has a title and a sentence for each thing that happened', () => {
    everyStep((_, { timeline }) => {
      for (const one of timeline) {
        const { title, detail } = timelineEntry.parse(one)
        expect(title).toMatch(/^[A-Z].*\w$/)
        expectSentence(detail)
      }
    })
  })

  it('an ending says whether money was taken (I6, O134)', () => {
    const told = new Set<string>()
    everyStep((before, { receipt: { error } }) => {
      if (error !== null && error !== before.error) told.add(error)
    })
    expect(told.size).toBeGreaterThan(10)
    for (const error of told) {
      expectSentence(error)
      expect(error).toMatch(money)
    }
  })

  it('what is planned is named with its moment, and nothing is promised that is not planned', () => {
    everyStep((_, { receipt, effect }, event) => {
      if (effect) {
        expect(receipt.next?.words).toMatch(/^[A-Z]\w.*\w$|^Sends$/)
        expect(receipt.next?.atMs).toBe(event.atMs + effect.afterMs)
      }
      if (['needs-decision', 'rejected', 'cancelled'].includes(receipt.phase)) expect(receipt.next).toBeNull()
    })
  })

  it('there is one sentence for where it stands', () => {
    everyStep((_, { receipt }) => {
      const text = nowWords(receipt, null)
      expect(text).toMatch(/^[A-Z0-9“]/)
      expect(text).not.toMatch(/undefined|null|NaN/)
    })
  })
})

describe('whatever is asked', () => {
  it('is a sentence, and says that nothing was charged exactly where that is certain (O134, I6)', () => {
    for (const { question, mayHaveCharged } of decisions()) {
      expectSentence(question)
      expect(question.includes('Nothing was charged.'), question).toBe(!mayHaveCharged)
    }
  })

  it('can be left, and each choice says what it does, and what it costs where it sends (O110)', () => {
    for (const { choices } of decisions()) {
      expect(choices.map((choice) => choice.id)).toContain('leave')
      expect(new Set(choices.map((choice) => choice.label)).size).toBe(choices.length)
      for (const { id, label, explains, credits } of choices) {
        expect(label).toMatch(/^[A-Z]\w+( \w+)*$/)
        expectSentence(explains)
        // To try again what was never sent is to send it.
        if (id === 'leave' || label === 'Check again') expect(credits).toBeNull()
      }
    }
  })
})
