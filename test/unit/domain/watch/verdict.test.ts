import { describe, expect, it } from 'vitest'
import { steadyAfter } from '../../../../src/domain/watch/steady.ts'
import { type FileQuote, watchVerdict } from '../../../../src/domain/watch/verdict.ts'

const quote: FileQuote = {
  price: 'known',
  credits: 4,
  requests: 1,
  problems: [],
  leftOut: [],
  reencoded: [],
  overCap: null,
  alreadyPaid: [],
}

describe('what a watch folder does with a quote', () => {
  it('orders one file at a known price', () => {
    expect(watchVerdict(quote, false)).toEqual({ do: 'order', credits: 4 })
  })

  it.each<[string, Partial<FileQuote>, boolean, boolean]>([
    ['a price not known (A31)', { price: 'unknown', credits: null }, false, true],
    ['no price (O71)', { price: 'unavailable', credits: null }, false, true],
    ['a resize (O109)', {}, true, false],
    ['a lossy copy (A1)', { reencoded: [{}] }, false, false],
    ['a file that has no way', { leftOut: [{ message: 'Too large.', original: null }] }, false, false],
    ['a cap of the queue', { overCap: 'The cap is reached.' }, false, true],
    ['a form that is wrong', { problems: [{ message: 'mode is needed.' }] }, false, true],
    ['several orders at once', { requests: 2 }, false, false],
  ])('waits for a person before %s', (_, changes, willAskResize, isForAll) => {
    expect(watchVerdict({ ...quote, ...changes }, willAskResize)).toMatchObject({ do: 'wait', isForAll })
  })

  it('leaves what was made before with the same settings', () => {
    const verdict = watchVerdict({ ...quote, alreadyPaid: [{ isOpen: false, requestId: '0b7c3a52-6f0e' }] }, false)
    expect(verdict).toMatchObject({ do: 'leave', message: expect.stringContaining('0b7c3a52') })
  })
})

describe('a file that is being written', () => {
  it('is read only after it has been the same for long enough, by a clock that goes forward', () => {
    const first = steadyAfter(null, 'a', 1000, 500)
    expect(first).toEqual({ stat: 'a', atMs: 1000, isSteady: false })
    expect(steadyAfter(first, 'a', 1499, 500).isSteady).toBe(false)
    expect(steadyAfter(first, 'a', 1500, 500).isSteady).toBe(true)
    expect(steadyAfter(first, 'b', 9000, 500)).toEqual({ stat: 'b', atMs: 9000, isSteady: false })
    expect(steadyAfter(first, 'a', 200, 500)).toEqual({ stat: 'a', atMs: 200, isSteady: false })
  })
})
