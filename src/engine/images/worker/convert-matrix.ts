import { encodedSrgb, top } from './encode-srgb.ts'
import type { MatrixProfile } from './icc-matrix.ts'
import { linearTables } from './linear-tables.ts'
import type { RawPicture } from './raw-picture.ts'

/** Linear light as integers: 1 is 2¹⁵. */
const linearOne = 32_768
/** Coefficients as integers: 1 is 2¹³, so that sums of products with linear light stay below 2³¹. */
const coefficientOne = 8_192
const largestCoefficient = 2.5
/** Products come down to the steps of the table. */
const shift = 14

/** Whether its numbers are small enough for this arithmetic, and its light ends at white. */
export const isMatrixProfile = ({ toSrgb, range }: MatrixProfile): boolean =>
  range === 'standard' && toSrgb.flat().every((value) => Math.abs(value) <= largestCoefficient)

/**
 * Its own pixels in sRGB, in place: what libvips makes by way of floating point numbers, in a fraction of its time
 * (shared/speed.md). Colours beyond sRGB are clipped channel by channel, as relative colorimetry does.
 */
export function convertToSrgb({ data, channels }: RawPicture, profile: MatrixProfile): void {
  const tables = linearTables(profile, 256)
  const [reds, greens, blues] = tables.map((values) => Int32Array.from(values, (v) => Math.round(v * linearOne)))
  const rows = profile.toSrgb.map((row) => row.map((value) => Math.round(value * coefficientOne)))
  const { encoded, offset } = clippingTable(rows)
  const [[rr = 0, rg = 0, rb = 0] = [], [gr = 0, gg = 0, gb = 0] = [], [br = 0, bg = 0, bb = 0] = []] = rows
  const origin = (offset << shift) + (1 << (shift - 1))
  if (!(reds && greens && blues)) return
  for (let at = 0; at + 2 < data.length; at += channels) {
    // Each byte has an entry, and each sum: the noughts are for the compiler.
    const red = reds[data[at] ?? 0] ?? 0
    const green = greens[data[at + 1] ?? 0] ?? 0
    const blue = blues[data[at + 2] ?? 0] ?? 0
    data[at] = encoded[(Math.imul(rr, red) + Math.imul(rg, green) + Math.imul(rb, blue) + origin) >> shift] ?? 0
    data[at + 1] = encoded[(Math.imul(gr, red) + Math.imul(gg, green) + Math.imul(gb, blue) + origin) >> shift] ?? 0
    data[at + 2] = encoded[(Math.imul(br, red) + Math.imul(bg, green) + Math.imul(bb, blue) + origin) >> shift] ?? 0
  }
}

/** sRGB's curve, with room at both ends for all that the matrix can make: a comparison a channel would double the time. */
function clippingTable(rows: number[][]): { encoded: Uint8Array; offset: number } {
  const reach = (isOfSign: (value: number) => boolean): number =>
    Math.max(...rows.map((row) => row.filter(isOfSign).reduce((sum, value) => sum + Math.abs(value), 0)))
  // A curve may end a hundredth above 1.
  const steps = (coefficients: number): number => Math.ceil(((coefficients * 1.01) / coefficientOne) * top) + 2
  const offset = steps(reach((value) => value < 0))
  const encoded = new Uint8Array(offset + Math.max(top + 1, steps(reach((value) => value > 0))))
  encoded.fill(255, offset)
  encoded.set(encodedSrgb, offset)
  return { encoded, offset }
}
