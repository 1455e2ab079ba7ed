import { okLabOf } from '../../../domain/library/oklab.ts'
import { type PaletteColour, paletteText } from '../../../domain/library/palette.ts'
import type { RawPicture } from './raw-picture.ts'

/** Steps of lightness are coarser: a surface in the sun and in the shade is one colour to whoever looks for it. */
const lightnessStep = 0.14
const colourStep = 0.05
const mostColours = 6
/** In percent. */
const leastShare = 3

interface Bin {
  weight: number
  red: number
  green: number
  blue: number
}

/** The few colours that a picture is made of, the largest first, each the mean of what looks alike; opacity counts. */
export function paletteOf({ data, channels }: RawPicture): string {
  const bins = new Map<number, Bin>()
  let whole = 0
  for (let at = 0; at + channels <= data.length; at += channels) {
    const red = data[at] ?? 0
    const [green, blue] = channels >= 3 ? [data[at + 1] ?? 0, data[at + 2] ?? 0] : [red, red]
    const weight = channels === 2 || channels === 4 ? (data[at + channels - 1] ?? 0) : 255
    if (weight === 0) continue
    const key = binOf(red, green, blue)
    const bin = bins.get(key) ?? { weight: 0, red: 0, green: 0, blue: 0 }
    bin.weight += weight
    bin.red += weight * red
    bin.green += weight * green
    bin.blue += weight * blue
    whole += weight
    bins.set(key, bin)
  }
  const colours = [...bins.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostColours)
    .map((bin): PaletteColour => ({ hex: hexOf(bin), share: Math.round((bin.weight / whole) * 100) }))
  return paletteText(colours.filter(({ share }) => share >= leastShare))
}

function binOf(red: number, green: number, blue: number): number {
  const [lightness, a, b] = okLabOf(red, green, blue)
  const [l, x, y] = [lightness / lightnessStep, a / colourStep, b / colourStep].map(Math.round)
  return ((l ?? 0) << 16) | (((x ?? 0) + 128) << 8) | ((y ?? 0) + 128)
}

const hexOf = ({ weight, red, green, blue }: Bin): string =>
  `#${[red, green, blue]
    .map((sum) =>
      Math.round(sum / weight)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
