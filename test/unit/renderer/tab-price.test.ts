import { expect, test } from 'vitest'
import { tabPrice } from '../../../src/renderer/forms/tab-price.ts'

const prices = [
  { values: { model: 'crisp' }, credits: 6 },
  { values: { model: 'deep' }, credits: 15 },
]
const skill = { fields: [], prices, credits: 15 }
const [earlier, later] = ['2026-11-28T20:00:00.000Z', '2026-11-28T20:05:00.000Z']

test('a tab keeps what a form was quoted at, until the list says other prices (O70)', () => {
  expect(tabPrice(skill, {}, { credits: 5, readAt: later }, later)).toEqual({ credits: 5, stands: true })
  expect(tabPrice(skill, {}, { credits: 5, readAt: earlier }, later)).toEqual({ credits: 15, stands: false })
})

test('without a quote a tab says the list’s price of a form as it is by itself, or none', () => {
  expect(tabPrice(skill, {}, null, later)).toEqual({ credits: 15, stands: false })
  expect(tabPrice({ ...skill, credits: null }, {}, null, null)).toBeNull()
})
