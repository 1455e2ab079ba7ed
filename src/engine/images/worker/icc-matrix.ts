import { sampleCurve } from './icc-curve.ts'
import { d50, type Triple } from './rgb-primaries.ts'
import type { Curve } from './transfer-curves.ts'

/** What most displays and cameras are described by: a curve for each channel, then a matrix (ICC.1, annex F.3). */
export interface MatrixProfile {
  /** Rows give linear sRGB's red, green and blue out of the profile's own linear ones. */
  toSrgb: [Triple, Triple, Triple]
  /** Of red, green and blue. */
  curves: [Curve, Curve, Curve]
  /** How bright the linear light may become: to white, or far above it, by which of ITU-R BT.2100's two ways. */
  range: 'standard' | 'pq' | 'hlg'
}

/** XYZ under D50, the profiles' meeting place, to linear sRGB: the inverse of sRGB's own columns there. */
export const xyzToSrgb: [Triple, Triple, Triple] = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
]
/** Spaces that anybody works in have at most 2 or 3. */
const largestCoefficient = 4

/**
 * Null for every other kind of profile, and for one whose numbers are odd: those are left to libvips. A grey one makes all
 * three channels alike.
 * @param tags offsets by tag name
 */
export function readMatrix(icc: Buffer, tags: ReadonlyMap<string, number>): MatrixProfile | null {
  if ([...tags.keys()].some((tag) => /^[AD]2B\d$/.test(tag))) return null
  const spaces = icc.toString('latin1', 16, 24)
  if (spaces === 'GRAYXYZ ' || spaces === 'GRAYLab ') return readGrey(icc, tags, spaces === 'GRAYLab ')
  if (spaces !== 'RGB XYZ ') return null
  const [red, green, blue] = [column(icc, tags, 'rXYZ'), column(icc, tags, 'gXYZ'), column(icc, tags, 'bXYZ')]
  const [reds, greens, blues] = [curve(icc, tags, 'rTRC'), curve(icc, tags, 'gTRC'), curve(icc, tags, 'bTRC')]
  if (!(red && green && blue && reds && greens && blues)) return null
  return matrixFrom([red, green, blue], [reds, greens, blues])
}

/** Of a grey profile the curve leads to lightness or to luminance, as its meeting place has it (ICC.1, F.2). */
function readGrey(icc: Buffer, tags: ReadonlyMap<string, number>, isLightness: boolean): MatrixProfile | null {
  const tone = curve(icc, tags, 'kTRC')
  if (!tone) return null
  const toLinear: Curve = isLightness ? (v) => luminanceOf(100 * tone(v)) : tone
  return { toSrgb: neutral, curves: [toLinear, toLinear, toLinear], range: 'standard' }
}

const neutral: MatrixProfile['toSrgb'] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** CIE L* to Y. */
function luminanceOf(lightness: number): number {
  return lightness > 8 ? ((lightness + 16) / 116) ** 3 : (lightness * 27) / 24_389
}

/** @param columns XYZ under D50 of red, green and blue. Null where they do not add up to white, or are odd. */
export function matrixFrom(
  [red, green, blue]: [Triple, Triple, Triple],
  curves: MatrixProfile['curves'],
  range: MatrixProfile['range'] = 'standard',
): MatrixProfile | null {
  const isWhite = d50.every((value, i) => Math.abs((red[i] ?? 0) + (green[i] ?? 0) + (blue[i] ?? 0) - value) < 0.01)
  const row = ([x, y, z]: Triple): Triple => [
    x * red[0] + y * red[1] + z * red[2],
    x * green[0] + y * green[1] + z * green[2],
    x * blue[0] + y * blue[1] + z * blue[2],
  ]
  const toSrgb: [Triple, Triple, Triple] = [row(xyzToSrgb[0]), row(xyzToSrgb[1]), row(xyzToSrgb[2])]
  const isBounded = toSrgb.flat().every((value) => Math.abs(value) <= largestCoefficient)
  return isWhite && isBounded ? { toSrgb, curves, range } : null
}

function column(icc: Buffer, tags: ReadonlyMap<string, number>, tag: string): Triple | null {
  const at = tags.get(tag)
  if (at === undefined || icc.toString('latin1', at, at + 4) !== 'XYZ ') return null
  return [icc.readInt32BE(at + 8) / 65536, icc.readInt32BE(at + 12) / 65536, icc.readInt32BE(at + 16) / 65536]
}

/** Null unless it rises from black to white. */
function curve(icc: Buffer, tags: ReadonlyMap<string, number>, tag: string): Curve | null {
  const at = tags.get(tag)
  if (at === undefined) return null
  const values = Array.from({ length: 256 }, (_, value) => sampleCurve(icc, at, value / 255))
  const rises = values.every((value, index) => value >= (values[index - 1] ?? 0))
  const [first = 1, last = 0] = [values.at(0), values.at(-1)]
  if (!(rises && first < 0.02 && Math.abs(last - 1) < 0.01)) return null
  return (encoded) => sampleCurve(icc, at, encoded)
}
