import { describe, expect, it } from 'vitest'
import {
  type OwedView,
  paidWords,
  quotedWords,
  supportWords,
} from '../../../src/renderer/features/ledger/owed-words.ts'
import { request } from './requests.ts'

const owed = (part: Partial<OwedView>): OwedView => ({
  request: request({ now: 'No answer. Checked once.' }),
  state: 'charged',
  paid: 8,
  quoted: 12,
  words: '8 credits were charged.',
  ...part,
})
const taken = owed({ state: 'taken', paid: null })
const unknown = owed({
  state: 'unknown',
  paid: null,
  words: 'Quoted at 12 credits. No answer says whether the service took it.',
})

describe('what is owed, in words', () => {
  it('sums what was paid without any estimate, and says of how many it is not told (O2)', () => {
    expect(paidWords([owed({})])).toBe('1 request, 8 credits paid')
    expect(paidWords([owed({}), owed({ paid: 0.004 }), taken])).toBe(
      '3 requests, 8.004 credits paid, 1 not reported yet',
    )
    expect(paidWords([taken])).toBe('1 request, 1 not reported yet')
  })

  it('sums what nobody knows to be charged as the estimates that they are, a missing one counted (O2)', () => {
    expect(quotedWords([unknown, unknown])).toBe('2 requests, quoted at 24 credits')
    expect(quotedWords([unknown, { ...unknown, quoted: null }])).toBe(
      '2 requests, quoted at 12 credits, 1 without a price',
    )
  })

  it('hands no bare figure to support: what it is stands with it', () => {
    expect(supportWords(unknown)).toContain(unknown.words)
    expect(supportWords(unknown)).not.toMatch(/^\d+ credits$/m)
    expect(supportWords(owed({ request: request({ generationId: 'gen-7' }) }))).toMatch(
      /^Request request-\d+\nJob gen-7\nOrdered .*\n8 credits were charged\.\n/,
    )
  })
})
