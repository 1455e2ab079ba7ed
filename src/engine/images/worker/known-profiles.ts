import type { Profile } from './icc.ts'
import { matrixFrom } from './icc-matrix.ts'

/** Columns are the primaries' XYZ, adapted to D50 as ICC profiles hold them; a curve for all three channels. */
const of = (
  name: string,
  columns: Parameters<typeof matrixFrom>[0],
  toLinear: (encoded: number) => number,
): Profile => {
  const curve = Array.from({ length: 256 }, (_, value) => toLinear(value / 255))
  return { name, isEmbedded: false, isSrgb: false, matrix: matrixFrom(columns, [curve, curve, curve]) }
}

/** Adobe RGB (1998) Color Image Encoding, 4.3. */
export const adobeRgb: Profile = of(
  'Adobe RGB (1998)',
  [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
  (encoded) => encoded ** (563 / 256),
)

/** Against the profile that it holds as well, which others may believe: it is not passed on with that. */
export const saidToBeSrgb: Profile = { name: 'sRGB', isEmbedded: false, isSrgb: true, matrix: null }

/** SMPTE EG 432-1 primaries with sRGB's curve. */
export const displayP3: Profile = of(
  'Display P3',
  [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
  (encoded) => (encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4),
)
