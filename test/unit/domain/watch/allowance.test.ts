import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayKey, dayStart } from '../../../../src/domain/day.ts'
import {
  filesLeft,
  type WatchRefusal,
  watchRefusal,
  watchRefusalWords,
} from '../../../../src/domain/watch/allowance.ts'
import type { Overcharge } from '../../../../src/domain/watch/overcharge.ts'
import { t0 } from '../../../support/receipts.ts'

const allowed = { isOn: true, each: 4, cap: 20, keyFingerprint: 'a' as string | null }
const wish = {
  ordered: 0,
  uncharged: 0,
  credits: 4,
  isOrdered: false,
  overcharge: null as Overcharge | null,
  keyFingerprint: 'a' as string | null,
}

describe('what a watch folder may order by itself', () => {
  it.each<[string, Partial<typeof allowed>, Partial<Record<keyof typeof wish, unknown>>, WatchRefusal | null]>([
    ['a file at the allowed price', {}, {}, null],
    ['a cheaper one', {}, { credits: 3 }, null],
    ['the last one that fits', {}, { ordered: 16 }, null],
    ['one too many', {}, { ordered: 16.1 }, 'cap'],
    ['at a price that rose', {}, { credits: 4.01 }, 'price'],
    ['at a price not known', {}, { credits: null }, 'unknown-price'],
    ['at no price that is one', {}, { credits: Number.NaN }, 'unknown-price'],
    ['at a price below nothing', {}, { credits: -1 }, 'unknown-price'],
    ['where nobody knows what the day holds', {}, { ordered: null }, 'cap'],
    ['with a cap that is none', { cap: Number.POSITIVE_INFINITY }, {}, 'unknown-price'],
    ['what it ordered before', {}, { isOrdered: true }, 'ordered'],
    ['after a charge above what was allowed', {}, { overcharge: { charged: 50, allowed: 4 } }, 'overcharge'],
    ['while it is paused', { isOn: false }, {}, 'off'],
    ['with another key than the one that was allowed', {}, { keyFingerprint: 'b' }, 'key'],
    ['with a key that is not known', {}, { keyFingerprint: null }, 'key'],
    ['where none was known when it was allowed', { keyFingerprint: null }, { keyFingerprint: 'b' }, null],
  ])('%s (O110, A31)', (_, setting, order, refusal) => {
    const whole = { ...wish, ...order } as typeof wish
    expect(watchRefusal({ ...allowed, ...setting }, whole)).toBe(refusal)
    if (refusal !== null)
      expect(watchRefusalWords(refusal, allowed, whole)).toMatch(/[Nn]othing was ordered|not ordered/)
  })

  it('says how many more fit today', () => {
    expect([filesLeft(allowed, 0), filesLeft(allowed, 17), filesLeft(allowed, 99), filesLeft(allowed, null)]).toEqual([
      5,
      0,
      0,
      null,
    ])
  })
})

/** One life of a folder: files come and are copied, the app dies, prices and caps change, and days pass. */
type Happening =
  | { kind: 'file'; content: number; price: number | null }
  | { kind: 'crash' }
  | { kind: 'cap'; cap: number }
  | { kind: 'each'; each: number }
  | { kind: 'toggle' }
  | { kind: 'time'; hours: number }

const timeline: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('file' as const),
        content: fc.nat({ max: 12 }),
        price: fc.option(
          fc.nat({ max: 60 }).map((n) => n / 10),
          { nil: null, freq: 8 },
        ),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'crash' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('cap' as const), cap: fc.nat({ max: 300 }).map((n) => n / 10) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('each' as const), each: fc.nat({ max: 60 }).map((n) => n / 10) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'toggle' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const), hours: fc.nat({ max: 30 }) }) },
  ),
  { maxLength: 80 },
)

describe('in every life of a watch folder', () => {
  it('the sum of a day stays within the caps of that day, no content is ordered twice, and no price above the allowed one', () => {
    fc.assert(
      fc.property(timeline, (life) => {
        let setting = { isOn: true, each: 4, cap: 15, keyFingerprint: null }
        let nowMs = t0
        // The receipts alone: what is remembered of files is lost with each crash, and decides nothing.
        const receipts: { content: number; credits: number; atMs: number; within: number }[] = []
        let memory = new Set<number>()
        for (const event of life) {
          if (event.kind === 'crash') memory = new Set()
          else if (event.kind === 'cap') setting = { ...setting, cap: event.cap }
          else if (event.kind === 'each') setting = { ...setting, each: event.each }
          else if (event.kind === 'toggle') setting = { ...setting, isOn: !setting.isOn }
          else if (event.kind === 'time') nowMs += event.hours * 3_600_000
          else if (!memory.has(event.content)) {
            const sinceMs = dayStart(nowMs)
            const order = {
              ordered: receipts.filter(({ atMs }) => atMs >= sinceMs).reduce((sum, { credits }) => sum + credits, 0),
              uncharged: 0,
              overcharge: null,
              credits: event.price,
              isOrdered: receipts.some(({ content }) => content === event.content),
              keyFingerprint: 'a',
            }
            if (watchRefusal(setting, order) !== null) continue
            memory.add(event.content)
            expect(setting.isOn).toBe(true)
            expect(event.price).toBeLessThanOrEqual(setting.each)
            receipts.push({
              content: event.content,
              credits: event.price ?? Number.NaN,
              atMs: nowMs,
              within: setting.cap,
            })
          }
        }
        expect(new Set(receipts.map(({ content }) => content)).size).toBe(receipts.length)
        for (const day of new Set(receipts.map(({ atMs }) => dayKey(atMs)))) {
          const ofDay = receipts.filter(({ atMs }) => dayKey(atMs) === day)
          let sum = 0
          for (const { credits, within } of ofDay) {
            sum += credits
            expect(sum).toBeLessThanOrEqual(within + 1e-6)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })
})
