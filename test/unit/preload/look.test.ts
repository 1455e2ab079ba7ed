import { expect, it } from 'vitest'
import { isSame, type Look, rested, restsMs, staleMs, wasSo } from '../../../src/preload/look.ts'

const box = { left: 10, top: 20, width: 200, height: 40 }
const look: Look = {
  element: {},
  approves: 'order:6',
  text: 'Make it 6 cr',
  words: 'Make it 6 cr',
  isThere: true,
  box,
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
  ['began elsewhere, and the button came after the finger', { box: { ...box, left: 12 } }],
])('a press that %s was not seen (W1)', (_how, begun) => {
  expect(isSame(begun && { ...look, ...begun }, look)).toBe(false)
})

it('a press that ends under a cover was not seen (W1)', () => {
  expect(isSame(look, { ...look, words: '' })).toBe(false)
  expect(isSame(look, { ...look, isThere: false })).toBe(false)
})

const resting = { words: look.words, isThere: true, box, sinceMs: 1000, seenMs: 5000 }

it('a button that has looked so in its place for a while was seen, however soon after somebody comes it is pressed, and not before (W1)', () => {
  const seenMs = 1000
  expect(wasSo({ ...resting, seenMs }, look, 999 + restsMs)).toBe(false)
  expect(wasSo({ ...resting, seenMs }, look, 1000 + restsMs)).toBe(true)
})

it('what it looked like longer ago is not how it looked as it was pressed: a busy page looks at nothing (W1)', () => {
  expect(wasSo(resting, look, 5000 + staleMs)).toBe(true)
  expect(wasSo(resting, look, 5001 + staleMs)).toBe(false)
})

it('a press before it came to look so, which a busy page hears of afterwards, was not on what was seen (W1)', () => {
  expect(wasSo({ ...resting, sinceMs: 4000 }, look, 3900)).toBe(false)
})

it.each([
  ['nobody looked at', undefined],
  ['said something else at rest', { ...resting, words: 'Close' }],
  ['was covered at rest', { ...resting, isThere: false }],
  ['stood elsewhere', { ...resting, box: { ...box, top: 22 } }],
])('one that %s was not seen (W1)', (_how, before) => {
  expect(wasSo(before, look, 5000)).toBe(false)
})

it('one that is covered as it is pressed was not seen, however it looked before (W1)', () => {
  expect(wasSo(resting, { ...look, isThere: false }, 5000)).toBe(false)
})

it('it has looked so since it first did, for as long as it does, stays where it is and is looked at again and again (W1)', () => {
  const first = rested(undefined, look, 100)
  expect(first).toMatchObject({ sinceMs: 100, seenMs: 100 })
  expect(rested(first, look, 100 + staleMs)).toMatchObject({ sinceMs: 100, seenMs: 100 + staleMs })
  const begunAnew = { sinceMs: 200, seenMs: 200 }
  expect(rested(first, { ...look, words: 'Close' }, 200)).toMatchObject(begunAnew)
  expect(rested(first, { ...look, isThere: false }, 200)).toMatchObject(begunAnew)
  expect(rested(first, { ...look, box: { ...box, left: 12 } }, 200)).toMatchObject(begunAnew)
  expect(rested(first, look, 101 + staleMs)).toMatchObject({ sinceMs: 101 + staleMs })
})

it('one that is moved a pixel at a time does not stay where it is (W1)', () => {
  const moved = [11, 12].reduce(
    (before, left, at) => rested(before, { ...look, box: { ...box, left } }, 200 + at),
    rested(undefined, look, 100),
  )
  expect(moved.sinceMs).toBe(201)
})
