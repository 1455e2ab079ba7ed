import { okLabOf } from '../../../domain/library/oklab.ts'
import { type PaletteColour, paletteText } from '../../../domain/library/palette.ts'
import { eachPixel, type RawPicture } from './raw-picture.ts'

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
export function paletteOf(picture: RawPicture): string {
  const bins = new Map<number, Bin>()
  let whole = 0
  eachPixel(picture, (red, green, blue, weight) => {
    if (weight === 0) return
    const key = binOf(red, green, blue)
    const bin = bins.get(key) ?? { weight: 0, red: 0, green: 0, blue: 0 }
    if (bin.weight === 0) bins.set(key, bin)
    bin.weight += weight
    bin.red += weight * red
    bin.green += weight * green
    bin.blue += weight * blue
    whole += weight
  })
  const colours = [...bins.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostColours)
    .map((bin): PaletteColour => ({ hex: hexOf(bin), share: Math.round((bin.weight / whole) * 100) }))
  return paletteText(colours.filter(({ share }) => share >= leastShare))
}

function binOf(red: number, green: number, blue: number): number {
  const [lightness, a, b] = okLabOf(red, green, blue)
  const [x, y] = [Math.round(a / colourStep) + 128, Math.round(b / colourStep) + 128]
  return (Math.round(lightness / lightnessStep) << 16) | (x << 8) | y
}

const hexOf = ({ weight, red, green, blue }: Bin): string =>
  `#${[red, green, blue]
    .map((sum) =>
      Math.round(sum / weight)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
