import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PaceAsked, pausesAsked } from '../../../src/domain/pace/asked.ts'
import {
  type CallKind,
  generations,
  lists,
  looks,
  preparationOf,
  runsOf,
  uploads,
} from '../../../src/domain/pace/kinds.ts'
import { leftOf, lengthOf, longestMs } from '../../../src/domain/pace/pause.ts'
import { receiptOf, skillOrder } from '../../support/receipts.ts'

const minute = 60_000
const hour = 60 * minute

const said = (changes: Partial<PaceAsked> = {}): PaceAsked => ({
  httpStatus: 429,
  code: null,
  afterMs: hour,
  ...changes,
})
const held = (kind: CallKind, by: ReturnType<typeof pausesAsked>): boolean =>
  by.some(({ scope }) => kind.scopes.includes(scope))

describe('whom a limit means', () => {
  it('a look’s is the account’s: nothing is asked for (L4, O131)', () => {
    const asked = pausesAsked(looks, said())
    expect(asked).toEqual([{ scope: 'all', forMs: hour }])
    for (const kind of [looks, lists, uploads, generations, runsOf('a')]) expect(held(kind, asked)).toBe(true)
  })

  it('a Skill’s runs stop alone: looks, uploads, other Skills and generations go on (O131, A24)', () => {
    const asked = pausesAsked(runsOf('a'), said())
    expect([runsOf('a'), runsOf('b'), looks, uploads, generations, lists].map((kind) => held(kind, asked))).toEqual([
      true,
      ...Array(5).fill(false),
    ])
  })

  it('uploads stop alone, and what has a picture to upload is not prepared meanwhile (O90)', () => {
    const asked = pausesAsked(uploads, said())
    expect([uploads, looks, runsOf('a')].map((kind) => held(kind, asked))).toEqual([true, false, false])
    const picture = { field: 'image', source: { url: 'https://pictures.test/a.png' } }
    if (skillOrder.kind !== 'skill') throw new Error('no Skill')
    expect(held(preparationOf({ ...skillOrder, pictures: [picture] }), asked)).toBe(true)
    expect(held(preparationOf(skillOrder), asked)).toBe(false)
    expect(held(preparationOf(receiptOf().order), asked)).toBe(false)
  })

  it('a generation’s is of a rate that nobody documents: generations as long as asked, all else a minute (A23)', () => {
    expect(pausesAsked(generations, said())).toEqual([
      { scope: 'generate', forMs: hour },
      { scope: 'all', forMs: minute },
    ])
    expect(pausesAsked(generations, said({ afterMs: 5000 }))[1]).toEqual({ scope: 'all', forMs: 5000 })
  })

  it('a 503 is the account’s where it names a time and speaks of no request (O57, O60, O89, O113)', () => {
    expect(pausesAsked(looks, said({ httpStatus: 503 }))).toEqual([{ scope: 'all', forMs: hour }])
    for (const code of ['in_progress', 'request_interrupted'])
      expect(pausesAsked(looks, said({ httpStatus: 503, code }))).toEqual([])
    expect(pausesAsked(looks, said({ httpStatus: 503, afterMs: null }))).toEqual([])
    for (const kind of [uploads, runsOf('a')]) expect(pausesAsked(kind, said({ httpStatus: 503 }))).toEqual([])
  })

  it('any other answer asks for nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 599 }).filter((status) => status !== 429 && status !== 503),
        (httpStatus) => {
          for (const kind of [looks, lists, uploads, generations, runsOf('a')])
            expect(pausesAsked(kind, said({ httpStatus }))).toEqual([])
        },
      ),
    )
  })
})

describe('a pause that is kept', () => {
  it('is never longer than it was, nor than a day, whatever the clock says (A40, S2)', () => {
    fc.assert(
      fc.property(fc.double(), fc.double({ min: 0 }), fc.double(), (fromMs, forMs, atMs) => {
        const left = leftOf({ fromMs, forMs, times: 1 }, atMs)
        if (Number.isNaN(fromMs) || Number.isNaN(forMs) || Number.isNaN(atMs)) return
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(Math.min(forMs, longestMs))
      }),
    )
  })

  it('passes with the clock', () => {
    expect([0, 4, 10, 99].map((atMs) => leftOf({ fromMs: 0, forMs: 10, times: 1 }, atMs))).toEqual([10, 6, 0, 0])
    expect(leftOf({ fromMs: 50, forMs: 10, times: 1 }, 0)).toBe(10)
    expect(leftOf({ fromMs: Number.NEGATIVE_INFINITY, forMs: Number.POSITIVE_INFINITY, times: 1 }, 0)).toBe(0)
  })

  it('is as long as was asked, and grows where no time was named', () => {
    expect(lengthOf(40_000, 7)).toBe(40_000)
    expect(lengthOf(10 * longestMs, 1)).toBe(longestMs)
    expect([1, 2, 3, 50].map((times) => lengthOf(null, times))).toEqual([10_000, 20_000, 40_000, 15 * minute])
    // Nothing is no time: at once is what met the limit.
    expect(lengthOf(0, 1)).toBe(10_000)
  })
})
