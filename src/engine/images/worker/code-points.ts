import type { Profile } from './icc.ts'
import { matrixFrom } from './icc-matrix.ts'
import { matrixColumnsOf, type Primaries } from './rgb-primaries.ts'
import { type Curve, hlgCurve, power, pqCurve, srgbCurve } from './transfer-curves.ts'

/** Coding-independent code points of colours (ITU-T H.273), as PNG's cICP and AVIF's nclx hold them. */
export interface CodePoints {
  primaries: number
  transfer: number
}

const d65: Primaries['white'] = [0.3127, 0.329]
const c: Primaries['white'] = [0.31, 0.316]

const of = (red: Primaries['red'], green: Primaries['green'], blue: Primaries['blue'], white = d65): Primaries => ({
  red,
  green,
  blue,
  white,
})

const rec709 = of([0.64, 0.33], [0.3, 0.6], [0.15, 0.06])
const unspecified = 2

/** H.273, table 2. 2, which says nothing, is Rec. 709's. */
const primariesOf = new Map<number, Primaries>([
  [1, rec709],
  [unspecified, rec709],
  [4, of([0.67, 0.33], [0.21, 0.71], [0.14, 0.08], c)],
  [5, of([0.64, 0.33], [0.29, 0.6], [0.15, 0.06])],
  [6, of([0.63, 0.34], [0.31, 0.595], [0.155, 0.07])],
  [7, of([0.63, 0.34], [0.31, 0.595], [0.155, 0.07])],
  [8, of([0.681, 0.319], [0.243, 0.692], [0.145, 0.049], c)],
  [9, of([0.708, 0.292], [0.17, 0.797], [0.131, 0.046])],
  [11, of([0.68, 0.32], [0.265, 0.69], [0.15, 0.06], [0.314, 0.351])],
  [12, of([0.68, 0.32], [0.265, 0.69], [0.15, 0.06])],
  [22, of([0.63, 0.34], [0.295, 0.605], [0.155, 0.077])],
])

/**
 * H.273, table 3. The cameras' curves of Rec. 709, 601 and 2020 are read as sRGB's, which is what browsers show and what
 * those who write such pictures mean.
 */
const curveOf = new Map<number, Curve>([
  ...[1, unspecified, 6, 13, 14, 15].map((transfer): [number, Curve] => [transfer, srgbCurve]),
  [4, power(2.2)],
  [5, power(2.8)],
  [8, power(1)],
  [16, pqCurve],
  [17, (v) => (v ** 2.6 * 52.37) / 48],
  [18, hlgCurve],
])
const [pq, hlg] = [16, 18]

const spaceNames = new Map([
  [1, 'Rec. 709'],
  [unspecified, 'Rec. 709'],
  [9, 'Rec. 2020'],
  [11, 'DCI-P3'],
  [12, 'Display P3'],
])

/** Null where they are none that we can convert by. */
export function profileOf({ primaries, transfer }: CodePoints): Profile | null {
  const [points, curve] = [primariesOf.get(primaries), curveOf.get(transfer)]
  if (!(points && curve)) return null
  const space = spaceNames.get(primaries) ?? 'the colours that it names'
  const range = transfer === pq ? 'pq' : transfer === hlg ? 'hlg' : 'standard'
  const name =
    range === 'standard'
      ? space
      : primaries === 9
        ? `Rec. 2100 ${range.toUpperCase()}`
        : `${space} ${range.toUpperCase()}`
  const columns = matrixColumnsOf(points)
  const matrix = columns && matrixFrom(columns, [curve, curve, curve], range)
  return matrix && { name, isEmbedded: false, isSrgb: points === rec709 && curve === srgbCurve, matrix }
}
