import { encodeSrgb } from './encode-srgb.ts'
import { rollOff, shownByHlg } from './high-range.ts'
import type { MatrixProfile } from './icc-matrix.ts'
import { linearTables } from './linear-tables.ts'
import { bytesIn, type DeepPicture, type RawPicture } from './raw-picture.ts'

/**
 * Pixels of 16 bits in sRGB's 8, in place and straight from one to the other, so that no fine step is lost between.
 * Colours beyond sRGB are clipped channel by channel, as relative colorimetry does; light above white is rolled off first
 * (`high-range.ts`).
 */
export function deepToSrgb(deep: DeepPicture, profile: MatrixProfile): RawPicture {
  const { data, width, height, channels } = deep
  const { toSrgb, range } = profile
  const [reds, greens, blues] = linearTables(profile, 65_536)
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = toSrgb
  const out = bytesIn(data)
  const light: [number, number, number] = [0, 0, 0]
  for (let at = 0; at + 2 < data.length; at += channels) {
    // Each value has an entry: the noughts are for the compiler.
    let red = reds[data[at] ?? 0] ?? 0
    let green = greens[data[at + 1] ?? 0] ?? 0
    let blue = blues[data[at + 2] ?? 0] ?? 0
    if (range === 'hlg') {
      shownByHlg(light, red, green, blue)
      ;[red, green, blue] = light
    }
    light[0] = rr * red + rg * green + rb * blue
    light[1] = gr * red + gg * green + gb * blue
    light[2] = br * red + bg * green + bb * blue
    if (range !== 'standard') rollOff(light)
    out[at] = encodeSrgb(light[0])
    out[at + 1] = encodeSrgb(light[1])
    out[at + 2] = encodeSrgb(light[2])
    if (channels === 4) out[at + 3] = ((data[at + 3] ?? 0) * 255 + 32_767) / 65_535
  }
  return { data: out, width, height, channels }
}

/** Its values as they are, in 8 bits. */
export function deepToEight({ data, width, height, channels }: DeepPicture): RawPicture {
  const out = bytesIn(data)
  for (let at = 0; at < data.length; at += 1) out[at] = ((data[at] ?? 0) * 255 + 32_767) / 65_535
  return { data: out, width, height, channels }
}
