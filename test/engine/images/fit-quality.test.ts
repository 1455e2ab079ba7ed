import { describe, expect, it } from 'vitest'
import { type Encoder, encoders } from '../../../src/engine/images/worker/encoders.ts'
import { fitQuality } from '../../../src/engine/images/worker/fit-quality.ts'
import type { RawPicture } from '../../../src/engine/images/worker/raw-picture.ts'
import { texture } from './support/pictures.ts'
import { randomFrom } from './support/random-sources.ts'

const [width, height] = [2400, 1600]
const large: RawPicture = { data: Buffer.alloc(width * height), width, height, channels: 1 }

/** Sizes from a list, the mosaic's off by a factor, and a count of the full encodings. */
function encoderOf(sizes: number[], bias: number): { encode: Encoder; fullEncodings: () => number } {
  let count = 0
  const encode: Encoder = async (raw, quality) => {
    const size = sizes[quality] ?? 0
    if (raw !== large) return Buffer.alloc(Math.round((size * bias * raw.width * raw.height) / (width * height)))
    count += 1
    return Buffer.alloc(size)
  }
  return { encode, fullEncodings: () => count }
}

/** Grows from quality to quality as real encoders' sizes do, a little by chance. */
function randomSizes(seed: number): number[] {
  const random = randomFrom(seed)
  const scale = 20_000 + random() * 200_000
  const sizes = [0]
  for (let quality = 1; quality <= 100; quality += 1) {
    const grown = (scale / (101.5 - quality) ** 0.68) * (0.9 + 0.1 * random())
    sizes.push(Math.round(Math.max(grown, (sizes[quality - 1] ?? 0) + 1)))
  }
  return sizes
}

describe('the search for the largest quality that fits', () => {
  it('finds what trying all would find, however wrong the mosaic is', async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomFrom(seed + 1_000)
      const sizes = randomSizes(seed)
      const maxBytes = Math.round(random() * (sizes[100] ?? 0) * 1.1)
      const [min, max] = [1 + Math.floor(random() * 60), 100 - Math.floor(random() * 30)]
      const { encode } = encoderOf(sizes, 0.6 + random() * 0.8)
      const fit = await fitQuality(large, encode, maxBytes, { min, max })
      const best = sizes.findLastIndex((size, quality) => quality >= min && quality <= max && size <= maxBytes)
      if (fit.fits) expect([seed, fit.quality, fit.bytes.length]).toEqual([seed, best, sizes[best]])
      else expect([seed, best, fit.sizeAtMin]).toEqual([seed, -1, sizes[min]])
    }
  })

  it('encodes the whole picture seldom more than three times, also where the mosaic misleads', async () => {
    const counts: number[] = []
    for (let seed = 1; seed <= 100; seed += 1) {
      const sizes = randomSizes(seed)
      const { encode, fullEncodings } = encoderOf(sizes, 0.8 + (seed % 5) * 0.1)
      await fitQuality(large, encode, Math.round((sizes[80] ?? 0) * 1.002), { min: 1, max: 100 })
      counts.push(fullEncodings())
    }
    expect(counts.filter((count) => count > 3).length).toBeLessThan(10)
    expect(Math.max(...counts)).toBeLessThanOrEqual(5)
  })

  it('predicts a real encoder within 10 %: mostly one full encoding', async () => {
    const [w, h] = [3000, 2000]
    const raw: RawPicture = { data: texture(w, h), width: w, height: h, channels: 3 }
    let count = 0
    const counting: Encoder = (each, quality) => {
      if (each === raw) count += 1
      return encoders.jpegHalf(each, quality)
    }
    const fit = await fitQuality(raw, counting, 1_500_000, { min: 30, max: 100 })
    expect(fit.fits && fit.bytes.length).toBeGreaterThan(1_350_000)
    expect(count).toBeLessThanOrEqual(2)
  })
})
