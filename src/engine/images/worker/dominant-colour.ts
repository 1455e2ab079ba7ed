import { eachPixel, type RawPicture } from './raw-picture.ts'

/** Three bits a channel: coarse enough that one surface's shades fall together. */
const shift = 5

type Bin = [weight: number, red: number, green: number, blue: number]

/** The mean of the fullest bin of colours, counted by opacity; transparent pixels have no colour. `#rrggbb`. */
export function dominantColour(picture: RawPicture): string {
  const bins = new Map<number, Bin>()
  eachPixel(picture, (red, green, blue, alpha) => {
    if (alpha === 0) return
    const key = ((red >> shift) << 16) | ((green >> shift) << 8) | (blue >> shift)
    const bin: Bin = bins.get(key) ?? [0, 0, 0, 0]
    if (bin[0] === 0) bins.set(key, bin)
    bin[0] += alpha
    bin[1] += alpha * red
    bin[2] += alpha * green
    bin[3] += alpha * blue
  })
  let fullest: Bin = [1, 0, 0, 0]
  for (const bin of bins.values()) if (bin[0] > fullest[0]) fullest = bin
  const [weight, ...sums] = fullest
  return `#${sums
    .map((sum) =>
      Math.round(sum / weight)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
