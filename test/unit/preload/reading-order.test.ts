import { expect, it } from 'vitest'
import { inReadingOrder } from '../../../src/preload/reading-order.ts'

const at = (text: string, left: number, top: number) => ({
  text,
  box: { left, right: left + 50, top, bottom: top + 20 },
})

it('the price that a style puts first is not read as the last (W1)', () => {
  expect(inReadingOrder([at('1 cr', 150, 0), at('Make 120 pictures', 10, 0)], false)).toBe('Make 120 pictures 1 cr')
  expect(inReadingOrder([at('120 cr', 10, 0), at('Make it 1 cr', 150, 2)], false)).toBe('120 cr Make it 1 cr')
})

it('a price on a line of its own, or in a window from right to left, is read last (W1)', () => {
  expect(inReadingOrder([at('6 cr', 0, 20), at('Make it', 100, 0)], false)).toBe('Make it 6 cr')
  expect(inReadingOrder([at('6 cr', 0, 3), at('Make it', 100, 0)], true)).toBe('Make it 6 cr')
})
