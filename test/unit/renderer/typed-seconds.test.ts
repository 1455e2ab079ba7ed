import { expect, it } from 'vitest'
import { typedSeconds } from '../../../src/renderer/features/create/typed-seconds.ts'

it('seconds are read with a point or a comma, also while they are being typed', () => {
  expect(['3', '3.', '3.5', '3,5', ',5', ' 12 '].map(typedSeconds)).toEqual([3, 3, 3.5, 3.5, 0.5, 12])
})

it('what is no length above nothing is none, and never another number', () => {
  expect(['', '0', '0.', '.', '-3', '3 s', '1e3', '1.234,5', 'Infinity'].map(typedSeconds)).toEqual(Array(9).fill(null))
  expect(['1,000', '1,234.5'].map(typedSeconds)).toEqual([1000, 1234.5])
})
