import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { figure } from '../../../src/renderer/format/format.ts'
import { languageTags } from '../../../src/renderer/format/languages.ts'
import { setLanguage } from '../../../src/renderer/format/messages.ts'
import { capOf, capText, changedCaps } from '../../../src/renderer/format/typed-caps.ts'
import { parseSum } from '../../../src/renderer/format/typed-sum.ts'

afterEach(() => setLanguage('en'))

it('reads thousands as the window writes them, never as one', () => {
  const written = ['1000', '1,000', '12,500', '1,284,000', '1,000.5', '1,000.', ' 2,000 ']
  expect(written.map(parseSum)).toEqual([1000, 1000, 12_500, 1_284_000, 1000.5, 1000, 2000])
})

it('takes a comma for the point of a fraction where it parts no thousands', () => {
  expect(['2,5', '0,25', ',5', '0,500', '2.5', '1.000', '0', '3.'].map(parseSum)).toEqual([
    2.5, 0.25, 0.5, 0.5, 2.5, 1, 0, 3,
  ])
})

it('refuses what is no sum, or may be two', () => {
  const none = ['', ' ', '.', ',', '-1', '1e3', '0x10', 'Infinity', '1 000', '12 credits', '2.5.1', '1.000,5']
  const either = ['1000,500', '01,000', '1,00,000', '12,34,5', '1,000,00', '1,0000,000']
  expect([...none, ...either].filter((text) => parseSum(text) !== null)).toEqual([])
  expect(['1000000000000', '1000000000001'].map(parseSum)).toEqual([1e12, null])
})

it('reads back every sum that the window writes, in each language (O2)', () => {
  const millionths = fc.integer({ min: 0, max: 1e15 }).map((count) => count / 1e6)
  const sums = fc.oneof(millionths, fc.integer({ min: 0, max: 1e12 }))
  for (const language of languageTags) {
    setLanguage(language)
    fc.assert(
      fc.property(sums, (sum) => {
        expect(parseSum(figure(sum)), figure(sum)).toBe(sum)
        if (sum >= 1e-6) expect(capOf(capText(sum))).toBe(sum)
      }),
    )
  }
})

it('sets the caps that were typed and leaves the others as they were set elsewhere since', () => {
  const opened = { day: 40, batch: null }
  expect(changedCaps(opened, { day: '40', batch: '1,000' })).toEqual({ batch: 1000 })
  expect(changedCaps(opened, { day: ' ', batch: '' })).toEqual({ day: null })
  expect(changedCaps(opened, { day: '40.0', batch: ' ' })).toEqual({})
  expect(changedCaps(opened, { day: '30', batch: '0' })).toEqual({ day: 30, batch: 0 })
  expect(changedCaps(opened, { day: '40', batch: 'ten' })).toBeUndefined()
})
