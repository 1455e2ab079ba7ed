import type { Profile } from './icc.ts'
import { matrixFrom } from './icc-matrix.ts'
import { power } from './transfer-curves.ts'

const adobeCurve = power(563 / 256)

/** Adobe RGB (1998) Color Image Encoding, 4.3: columns are the primaries' XYZ, adapted to D50 as ICC profiles hold them. */
export const adobeRgb: Profile = {
  name: 'Adobe RGB (1998)',
  isEmbedded: false,
  isSrgb: false,
  matrix: matrixFrom(
    [
      [0.60974, 0.31111, 0.01947],
      [0.20528, 0.62567, 0.06087],
      [0.14919, 0.06322, 0.74457],
    ],
    [adobeCurve, adobeCurve, adobeCurve],
  ),
}

/** Against the profile that it holds as well, which others may believe: it is not passed on with that. */
export const saidToBeSrgb: Profile = { name: 'sRGB', isEmbedded: false, isSrgb: true, matrix: null }
