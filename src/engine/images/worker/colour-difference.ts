import type { Difference } from '../answers.ts'
import type { RawPicture } from './raw-picture.ts'

/** Linear light of each 8-bit value of sRGB. */
const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const v = value / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

const steps = 65_535
/** CIELAB's cube root, which is most of the arithmetic, at steps far finer than an 8-bit value. */
const root = Float32Array.from({ length: steps + 2 }, (_, step) => {
  const t = step / steps
  return t > 216 / 24_389 ? Math.cbrt(t) : (t * 24_389) / 27 / 116 + 16 / 116
})

/** What each value of a channel adds to X, Y and Z, each by that of white (D65), in those steps. */
const share = (x: number, y: number, z: number) =>
  [x / 0.950_456, y, z / 1.089_058].map((part) => linear.map((light) => light * part * steps)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
const [redX, redY, redZ] = share(0.412_391, 0.212_639, 0.019_331)
const [greenX, greenY, greenZ] = share(0.357_584, 0.715_169, 0.119_195)
const [blueX, blueY, blueZ] = share(0.180_481, 0.072_192, 0.950_532)

/** CIELAB of each pixel; what shows through lies on white. */
export function labOf({ data, channels }: RawPicture): Float32Array {
  const [isColour, hasAlpha] = [channels >= 3, channels === 2 || channels === 4]
  const lab = new Float32Array((data.length / channels) * 3)
  for (let from = 0, to = 0; to < lab.length; from += channels, to += 3) {
    const red = data[from] ?? 0
    const green = isColour ? (data[from + 1] ?? 0) : red
    const blue = isColour ? (data[from + 2] ?? 0) : red
    let x = (redX[red] ?? 0) + (greenX[green] ?? 0) + (blueX[blue] ?? 0)
    let y = (redY[red] ?? 0) + (greenY[green] ?? 0) + (blueY[blue] ?? 0)
    let z = (redZ[red] ?? 0) + (greenZ[green] ?? 0) + (blueZ[blue] ?? 0)
    if (hasAlpha) {
      const covers = (data[from + channels - 1] ?? 255) / 255
      const white = (1 - covers) * steps
      x = x * covers + white
      y = y * covers + white
      z = z * covers + white
    }
    const fx = root[(x + 0.5) | 0] ?? 1
    const fy = root[(y + 0.5) | 0] ?? 1
    const fz = root[(z + 0.5) | 0] ?? 1
    lab[to] = 116 * fy - 16
    lab[to + 1] = 500 * (fx - fy)
    lab[to + 2] = 200 * (fy - fz)
  }
  return lab
}

const binsPerUnit = 20
const bins = 300 * binsPerUnit

/**
 * How far apart two pictures are (ΔE, CIE76): on average, and what 99 of 100 pixels stay below.
 * @param counts which pixels count; null: all
 */
export function difference(one: Float32Array, other: Float32Array, counts: Uint8Array | null): Difference {
  const histogram = new Uint32Array(bins)
  let [sum, counted] = [0, 0]
  for (let at = 0, pixel = 0; at < one.length; at += 3, pixel += 1) {
    if (counts !== null && counts[pixel] === 0) continue
    const l = (one[at] ?? 0) - (other[at] ?? 0)
    const a = (one[at + 1] ?? 0) - (other[at + 1] ?? 0)
    const b = (one[at + 2] ?? 0) - (other[at + 2] ?? 0)
    const apart = Math.sqrt(l * l + a * a + b * b)
    sum += apart
    counted += 1
    const bin = Math.min(bins - 1, Math.floor(apart * binsPerUnit))
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
  let [bin, below] = [0, histogram[0] ?? 0]
  while (below < counted * 0.99) {
    bin += 1
    below += histogram[bin] ?? 0
  }
  return { mean: counted === 0 ? 0 : sum / counted, p99: bin / binsPerUnit }
}
