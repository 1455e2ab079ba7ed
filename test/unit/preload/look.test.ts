import { expect, it } from 'vitest'
import { isSame, type Look, restsMs, wasSo } from '../../../src/preload/look.ts'

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

const resting = { words: look.words, isThere: true, sinceMs: 1000 }

it('a button that looked so before the pointer or the focus came to it was seen, however soon it is pressed (W1)', () => {
  expect(wasSo(resting, look, 1001, 1002)).toBe(true)
})

it('one that came to look so afterwards is seen when it has stood there for a while, and not before (W1)', () => {
  expect(wasSo(resting, look, 1000, 999 + restsMs)).toBe(false)
  expect(wasSo(resting, look, 1000, 1000 + restsMs)).toBe(true)
})

it.each([
  ['nobody looked at', undefined],
  ['said something else at rest', { ...resting, words: 'Close' }],
  ['was covered at rest', { ...resting, isThere: false }],
])('one that %s was not seen (W1)', (_how, before) => {
  expect(wasSo(before, look, 5000, 9000)).toBe(false)
})

it('one that is covered as it is pressed was not seen, however it looked before (W1)', () => {
  expect(wasSo(resting, { ...look, isThere: false }, 5000, 9000)).toBe(false)
})
