import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameShape } from '../../../../src/domain/touch-up/same-shape.ts'
import {
  mostPoints,
  mostStrokes,
  type TouchUpMode,
  type TouchUpStroke,
  touchUpModes,
  touchUpStrokes,
} from '../../../../src/domain/touch-up/stroke.ts'
import { clearVeil, drawStroke, liftVeil, type Veil } from '../../../../src/domain/touch-up/veil.ts'

const edge = 24
const stroke = (mode: TouchUpMode, points: number[], radius = 4, hardness = 1): TouchUpStroke => ({
  mode,
  radius,
  hardness,
  points,
})

const anyStroke: fc.Arbitrary<TouchUpStroke> = fc.record({
  mode: fc.constantFrom(...touchUpModes),
  radius: fc.double({ min: 0.5, max: 12, noNaN: true }),
  hardness: fc.double({ min: 0, max: 1, noNaN: true }),
  points: fc
    .array(fc.tuple(fc.double({ min: -8, max: 32, noNaN: true }), fc.double({ min: -8, max: 32, noNaN: true })), {
      minLength: 1,
      maxLength: 5,
    })
    .map((points) => points.flat()),
})
const anyPicture = fc.uint8Array({ minLength: edge * edge * 4, maxLength: edge * edge * 4 })

const veilOf = (strokes: readonly TouchUpStroke[]): Veil => {
  const veil = clearVeil(edge, edge)
  for (const each of strokes) drawStroke(veil, each)
  return veil
}

function lifted<T extends Uint8Array | Uint16Array>(
  pixels: T,
  strokes: readonly TouchUpStroke[],
  source: T | null = null,
): T {
  const copy = pixels.slice() as T
  liftVeil(copy, source && { data: source, channels: 4 }, veilOf(strokes))
  return copy
}

/** How far a pixel's middle is from the nearest line of a stroke. */
function distance({ points }: TouchUpStroke, at: number): number {
  const [px, py] = [(at % edge) + 0.5, Math.floor(at / edge) + 0.5]
  const count = points.length / 2
  const gaps = Array.from({ length: Math.max(1, count - 1) }, (_, n) => {
    const [x0 = 0, y0 = 0] = points.slice(2 * n)
    const [x1 = x0, y1 = y0] = points.slice(2 * Math.min(n + 1, count - 1))
    const square = (x1 - x0) ** 2 + (y1 - y0) ** 2
    const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((px - x0) * (x1 - x0) + (py - y0) * (y1 - y0)) / square))
    return Math.hypot(px - x0 - part * (x1 - x0), py - y0 - part * (y1 - y0))
  })
  return Math.min(...gaps)
}

describe('strokes of a touch-up', () => {
  it('change no pixel outside of them, and no colour where nothing else gives one (TU1)', () => {
    fc.assert(
      fc.property(anyPicture, fc.array(anyStroke, { maxLength: 4 }), (pixels, strokes) => {
        const after = lifted(pixels, strokes)
        for (let at = 0; at < edge * edge; at += 1) {
          expect(after.subarray(4 * at, 4 * at + 3)).toEqual(pixels.subarray(4 * at, 4 * at + 3))
          if (strokes.every((each) => distance(each, at) >= each.radius + 0.5))
            expect(after[4 * at + 3]).toBe(pixels[4 * at + 3])
        }
      }),
    )
  })

  it('are the same drawn once and drawn twice (TU2)', () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { maxLength: 3 }), anyStroke, (before, again) => {
        expect(veilOf([...before, again, again])).toEqual(veilOf([...before, again]))
      }),
    )
  })

  it('are the same drawn at once and point by point, as a hand draws them (TU2)', () => {
    fc.assert(
      fc.property(anyStroke, (each) => {
        const veil = clearVeil(edge, edge)
        for (let count = 1; count <= each.points.length / 2; count += 1)
          drawStroke(veil, { ...each, points: each.points.slice(0, 2 * count) }, 1, count - 1)
        // The first point is a disc of its own, which lies within the line that it begins.
        expect(veil).toEqual(veilOf([each]))
      }),
    )
  })

  it('restore the bytes exactly: what was erased is kept again where it was opaque, and reset wherever it was (TU3)', () => {
    fc.assert(
      fc.property(anyPicture, anyPicture, anyStroke, (pixels, source, drawn) => {
        const hard = { ...drawn, hardness: 1 }
        // Within the disc, where a hard brush covers wholly.
        const inside = Array.from({ length: edge * edge }, (_, at) => at).filter(
          (at) => distance(hard, at) <= hard.radius - 0.5,
        )
        const opaque = pixels.map((value, at) => (at % 4 === 3 ? 255 : value))
        const kept = lifted(
          opaque,
          [
            { ...hard, mode: 'erase' },
            { ...hard, mode: 'keep' },
          ],
          source,
        )
        const reset = lifted(
          pixels,
          [
            { ...hard, mode: 'erase' },
            { ...hard, mode: 'reset' },
          ],
          source,
        )
        for (const at of inside) {
          expect(kept.subarray(4 * at, 4 * at + 4)).toEqual(opaque.subarray(4 * at, 4 * at + 4))
          expect(reset.subarray(4 * at, 4 * at + 4)).toEqual(pixels.subarray(4 * at, 4 * at + 4))
        }
      }),
    )
  })

  it('bring in the colour of the photograph as far as opacity is added, of 8 and of 16 bits (L17, TU4)', () => {
    const at = 4 * (12 * edge + 12)
    const filled = (data: Uint8Array | Uint16Array, red: number, alpha: number) =>
      data.map((_, n) => (n % 4 === 0 ? red : n % 4 === 3 ? alpha : 0))
    for (const [unit, of] of [
      [1, (red: number, alpha: number) => filled(new Uint8Array(edge * edge * 4), red, alpha)],
      [257, (red: number, alpha: number) => filled(new Uint16Array(edge * edge * 4), red * 257, alpha * 257)],
    ] as const) {
      const strokes = [stroke('keep', [12.5, 12.5])]
      expect([...lifted(of(10, 0), strokes, of(200, 255)).subarray(at, at + 4)]).toEqual([200 * unit, 0, 0, 255 * unit])
      // A fifth of it was there: a fifth of the colour is its own.
      const mixed = lifted(of(10, 51), strokes, of(200, 255))[at] ?? 0
      expect(mixed / unit).toBeCloseTo((10 * 51 + 200 * 204) / 255, 0)
      expect([...lifted(of(10, 0), strokes).subarray(at, at + 4)]).toEqual([10 * unit, 0, 0, 255 * unit])
    }
  })

  it('fade from the middle of a soft brush to its rim, and never beyond the radius by more than half a pixel (TU1)', () => {
    const veil = veilOf([stroke('keep', [12, 12], 8, 0)])
    const row = [...veil.least.subarray(12 * edge + 12, 12 * edge + 24)]
    expect(row).toEqual([...row].sort((a, b) => b - a))
    expect(row[0]).toBeGreaterThan(240)
    expect(row.slice(9)).toEqual([0, 0, 0])
    expect(new Set(row).size).toBeGreaterThan(6)
  })

  it('are refused where they are hostile, one for one (TU5)', () => {
    const good = stroke('erase', [1, 2])
    expect(touchUpStrokes.safeParse([good]).success).toBe(true)
    const bad: unknown[] = [
      [{ ...good, mode: 'paint' }],
      [{ ...good, radius: 0 }],
      [{ ...good, radius: 1e9 }],
      [{ ...good, radius: Number.NaN }],
      [{ ...good, hardness: 1.1 }],
      [{ ...good, points: [] }],
      [{ ...good, points: [1] }],
      [{ ...good, points: [1, 2, 3] }],
      [{ ...good, points: [1, Number.POSITIVE_INFINITY] }],
      [{ ...good, points: [1, 1e300] }],
      [{ ...good, points: ['1', '2'] }],
      [{ ...good, path: '/etc/passwd' }],
      Array.from({ length: mostStrokes + 1 }, () => good),
      Array.from({ length: 11 }, () => ({ ...good, points: Array.from({ length: (2 * mostPoints) / 10 }, () => 1) })),
      'strokes',
    ]
    for (const each of bad) expect(touchUpStrokes.safeParse(each).success).toBe(false)
  })
})

describe('the shape of a photograph', () => {
  it('is a cutout’s where one lies on the other, larger or smaller, to a pixel of rounding', () => {
    expect(isSameShape({ width: 4608, height: 1976 }, { width: 2304, height: 988 })).toBe(true)
    expect(isSameShape({ width: 1000, height: 667 }, { width: 1500, height: 1000 })).toBe(true)
    expect(isSameShape({ width: 1000, height: 700 }, { width: 1000, height: 1000 })).toBe(false)
    expect(isSameShape({ width: 0, height: 0 }, { width: 0, height: 0 })).toBe(false)
  })
})
