import fc from 'fast-check'
import { expect, it } from 'vitest'
import { needsResize, resizedFor } from '../../../../src/domain/form/upscale-size.ts'

it('asks for a smaller original only over 4,096 pixels on an edge or 16 million in all (O111)', () => {
  expect(needsResize(4096, 3906)).toBe(false)
  expect(needsResize(4097, 10)).toBe(true)
  expect(needsResize(4096, 3907)).toBe(true)
  expect(resizedFor(4000, 4000)).toEqual({ width: 4000, height: 4000 })
  expect(resizedFor(8192, 4096)).toEqual({ width: 4096, height: 2048 })
})

it('names a size within both limits and of the same proportions (O111)', () => {
  const edge = fc.integer({ min: 1, max: 60_000 })
  fc.assert(
    fc.property(edge, edge, (width, height) => {
      const fit = resizedFor(width, height)
      expect(needsResize(fit.width, fit.height)).toBe(false)
      expect(Math.min(fit.width, fit.height)).toBeGreaterThanOrEqual(1)
      if (!needsResize(width, height)) expect(fit).toEqual({ width, height })
      // Whole pixels: each edge is less than one off the exact proportion, unless it would be none.
      if (fit.width > 1 && fit.height > 1) {
        const factor = Math.max(fit.width / width, fit.height / height)
        expect(Math.abs(fit.width - width * factor)).toBeLessThan(1 + width / height)
        expect(Math.abs(fit.height - height * factor)).toBeLessThan(1 + height / width)
      }
    }),
  )
})
