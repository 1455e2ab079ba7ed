import { expect, it } from 'vitest'
import { contrast } from '../../../src/preload/contrast.ts'

it('words are told from their ground as WCAG reckons it, in each way that a browser writes colours (W1)', () => {
  expect(contrast('rgb(255, 255, 255)', 'rgb(0, 0, 0)')).toBeCloseTo(21)
  expect(contrast('color(srgb 0 0 0)', 'rgb(255, 255, 255)')).toBeCloseTo(21)
  expect(contrast('rgb(119, 119, 119)', 'rgb(255, 255, 255)')).toBeCloseTo(4.48, 1)
  expect(contrast('rgb(9, 9, 9)', 'rgb(9, 9, 9)')).toBe(1)
})

it.each(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0.9)', 'color(srgb 0 0 0 / 0.5)', 'lab(0 0 0)', ''])(
  'a ground that lets others through, or is not known, is none: %s (W1)',
  (ground) => {
    expect(contrast('rgb(255, 255, 255)', ground)).toBe(0)
  },
)

it.each([
  ['color(srgb 5 5 5)', 'rgb(255, 255, 255)'],
  ['rgb(255, 255, 255)', 'color(srgb 5 5 5)'],
  ['color(srgb -0.5 -0.5 -0.5)', 'rgb(0, 0, 0)'],
])(
  'nothing is told from its ground by being lighter than white or darker than black: %s on %s (W1)',
  (words, ground) => {
    expect(contrast(words, ground)).toBe(0)
  },
)
