import { expect, it } from 'vitest'
import { isSame, type Look } from '../../../src/preload/look.ts'

const button = {}
const look: Look = {
  element: button,
  approves: 'order:6',
  text: 'Make it 6 cr',
  words: 'Make it 6 cr',
  isThere: true,
}

it('a button that looks the same as a press begins and as it ends was seen (W1)', () => {
  expect(isSame(look, { ...look })).toBe(true)
})

it.each<[string, Partial<Look> | null]>([
  ['began nowhere', null],
  ['began on another button', { element: {} }],
  ['began as another order', { approves: 'order:7' }],
  ['began with other words', { text: 'Close' }],
  ['began under a cover that was taken away since', { words: '' }],
  ['began where something lay over the button', { isThere: false }],
])('a press that %s was not seen (W1)', (_how, begun) => {
  expect(isSame(begun && { ...look, ...begun }, look)).toBe(false)
})

it('a press that ends under a cover was not seen (W1)', () => {
  expect(isSame(look, { ...look, words: '' })).toBe(false)
  expect(isSame(look, { ...look, isThere: false })).toBe(false)
})
