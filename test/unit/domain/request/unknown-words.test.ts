import { describe, expect, it } from 'vitest'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { nowWords, stateOf } from '../../../../src/domain/request/words.ts'
import {
  lookedUp,
  play,
  polled,
  ready,
  receiptOf,
  running,
  submitted,
  t0,
  uncertain,
} from '../../../support/receipts.ts'

// What a newer version of this app may have written, or a fault of ours: no type lets it through, so it is cast.
const word = 'of-a-newer-version' as never
const odd = { type: word } as never
const refused = submitted({ type: 'refused', reason: word, httpStatus: 400, code: null, message: '' })
const phase = receiptOf({ phase: word })

describe('a word that this version does not know', () => {
  it.each<[string, Receipt, RequestEvent]>([
    ['an event', ready(), { type: word, atMs: t0 }],
    ['a phase', phase, { type: 'recovered', atMs: t0 }],
    ['an answer to a submission', ready(), submitted(odd)],
    ['a refusal', ready(), refused],
    ['an answer to a look-up', uncertain(), lookedUp(odd)],
    ['an answer about a job', running(), polled(odd)],
    ['a choice', asksFor(word), { type: 'decided', choice: word, atMs: t0 }],
  ])('stops as %s, and is never taken for one that it knows: nothing is sent on a guess', (_, receipt, event) => {
    expect(() => play(receipt, event)).toThrow(/unreachable/)
  })

  it('stops as a phase too where its state or its words are asked for', () => {
    expect(() => stateOf(phase, null)).toThrow(/unreachable/)
    expect(() => nowWords(phase, null)).toThrow(/unreachable/)
  })
})

function asksFor(id: never): Receipt {
  const choice = { id, label: '', explains: '', credits: null }
  const decision = {
    kind: 'other' as const,
    question: '',
    mayHaveCharged: true,
    price: null,
    pricedAtMs: null,
    choices: [choice],
  }
  return receiptOf({ phase: 'needs-decision', decision })
}
