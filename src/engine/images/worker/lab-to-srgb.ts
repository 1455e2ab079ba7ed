import { encodeSrgb } from './encode-srgb.ts'
import { xyzToSrgb } from './icc-matrix.ts'
import { bytesIn, type LabPicture, type RawPicture } from './raw-picture.ts'
import { d50 } from './rgb-primaries.ts'

/** Editors write L*a*b* under the white of profiles; libvips takes it for that under daylight, which shifts strong colours. */
export function labToSrgb({ data, width, height }: LabPicture): RawPicture {
  const out = bytesIn(data)
  for (let at = 0; at + 2 < data.length; at += 3) {
    const y = ((data[at] ?? 0) / 327.67 + 16) / 116
    const x = d50[0] * cubed(y + (data[at + 1] ?? 0) / 256 / 500)
    const z = d50[2] * cubed(y - (data[at + 2] ?? 0) / 256 / 200)
    const luminance = cubed(y)
    xyzToSrgb.forEach((row, channel) => {
      out[at + channel] = encodeSrgb(row[0] * x + row[1] * luminance + row[2] * z)
    })
  }
  return { data: out, width, height, channels: 3 }
}

/** CIE 15, 8.2.1, the way back. */
const cubed = (root: number): number => (root > 6 / 29 ? root ** 3 : 3 * (6 / 29) ** 2 * (root - 4 / 29))
