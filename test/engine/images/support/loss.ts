import sharp from 'sharp'
import { srgbToLab, type Triple } from './colour-science.ts'

export interface Loss {
  mean: number
  p99: number
}

const known = new Map<number, Triple>()

function labOf(red: number, green: number, blue: number): Triple {
  const key = (red << 16) | (green << 8) | blue
  const before = known.get(key)
  if (before) return before
  const lab = srgbToLab([red, green, blue])
  // Noise has millions of colours.
  if (known.size < 500_000) known.set(key, lab)
  return lab
}

/** ΔE (CIE76) between RGB bitmaps of one size, worked out from the standards: on average, and what 99 of 100 pixels stay below. */
export function lossBetween(one: Buffer, other: Buffer): Loss {
  if (one.length !== other.length) throw new Error(`${one.length} bytes beside ${other.length}`)
  const all = new Float64Array(one.length / 3)
  for (let pixel = 0, at = 0; at < one.length; pixel += 1, at += 3) {
    const [l1, a1, b1] = labOf(one[at] ?? 0, one[at + 1] ?? 0, one[at + 2] ?? 0)
    const [l2, a2, b2] = labOf(other[at] ?? 0, other[at + 1] ?? 0, other[at + 2] ?? 0)
    all[pixel] = Math.hypot(l1 - l2, a1 - a2, b1 - b2)
  }
  const mean = all.reduce((sum, each) => sum + each, 0) / all.length
  all.sort()
  return { mean, p99: all[Math.floor(all.length * 0.99)] ?? 0 }
}

/** What anybody sees of a file: upright, in sRGB, without alpha. */
export function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: false }).autoOrient().removeAlpha().toColourspace('srgb').raw().toBuffer()
}

/** The sampling factors of a JPEG's components, as its frame header has them: `22 11 11` is 4:2:0, `11 11 11` 4:4:4. */
export function samplingOf(jpeg: Buffer): string {
  const at = [0xc0, 0xc1, 0xc2].map((marker) => jpeg.indexOf(Buffer.from([0xff, marker, 0]))).find((found) => found > 0)
  if (at === undefined) throw new Error('no frame header')
  const count = jpeg.readUInt8(at + 9)
  return Array.from({ length: count }, (_, n) => jpeg.readUInt8(at + 11 + 3 * n).toString(16)).join(' ')
}
