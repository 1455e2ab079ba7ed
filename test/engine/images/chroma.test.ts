import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { inlineMaxBytes, referenceLimits, upscaleMaxBytes } from '../../../src/engine/images/limits.ts'
import { readChroma } from '../../../src/engine/images/worker/chroma.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { lossBetween, pixelsOf, samplingOf } from './support/loss.ts'
import { textured } from './support/pictures.ts'
import { poster } from './support/posters.ts'
import { expectSound } from './support/prepared.ts'
import { randomFrom } from './support/random-sources.ts'

const shop = useLentWorkshop()
const limits = { ...referenceLimits, maxBytes: inlineMaxBytes }

function posterOf(seed: number, width: number, height: number) {
  const raw = poster(randomFrom(seed), width, height)
  return sharp(raw.data, { raw })
}

/** Soft colours under grain of the brightness alone, as a camera's. */
function grainy(width: number, height: number): Buffer {
  const random = randomFrom(11)
  const pixels = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const grain = (random() + random() + random() - 1.5) * 30
    for (let channel = 0; channel < 3; channel += 1)
      pixels[pixel * 3 + channel] = 110 + 30 * Math.sin((pixel % width) / (90 + 20 * channel)) + grain
  }
  return pixels
}

/** So that no encoder gets by without loss. */
function speckled(pixels: Buffer): Buffer {
  const random = randomFrom(12)
  const clamped = Uint8ClampedArray.from(pixels, (value) => value + (random() - 0.5) * 8)
  return Buffer.from(clamped.buffer)
}

type Way = 'reference' | 'upscale'

async function prepare(way: Way, name: string, bytes: Buffer, within: { maxEdge?: number; maxBytes?: number } = {}) {
  const path = await shop.write(name, bytes)
  const maxBytes = within.maxBytes ?? (way === 'reference' ? inlineMaxBytes : upscaleMaxBytes)
  const answer = await (way === 'reference'
    ? shop.images.prepareReference(path, { ...limits, ...within })
    : shop.images.prepareUpscale(path, { maxBytes }))
  if (answer.decision === 'refused' || answer.decision === 'needs-url') throw new Error(answer.reason)
  return { answer, ...(await expectSound(answer, { maxBytes })) }
}

const turned = { orientation: 3 }
const jpegOf = (chromaSubsampling: string, quality = 92) => ({ quality, chromaSubsampling })

describe('a poster that must be encoded again', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['JPEG 4:4:4', () => posterOf(1, 1200, 900).withMetadata(turned).jpeg(jpegOf('4:4:4')).toBuffer()],
    ['JPEG 4:2:0', () => posterOf(2, 1200, 900).withMetadata(turned).jpeg(jpegOf('4:2:0')).toBuffer()],
    ['large JPEG 4:4:4', () => posterOf(3, 2000, 1500).withMetadata(turned).jpeg(jpegOf('4:4:4', 85)).toBuffer()],
    ['PNG of 16 bits', () => posterOf(4, 1200, 900).toColourspace('rgb16').png().toBuffer()],
    ['lossless WebP', () => posterOf(5, 900, 700).withMetadata(turned).webp({ lossless: true }).toBuffer()],
    ['TIFF', () => posterOf(6, 1200, 900).tiff({ compression: 'lzw' }).toBuffer()],
  ])('keeps its thin coloured text and lines, whichever way it goes (P2: %s)', async (name, make) => {
    const bytes = await make()
    const source = await pixelsOf(bytes)
    for (const way of ['reference', 'upscale'] as const) {
      const { answer, prepared } = await prepare(way, name, bytes)
      expect(answer.decision).toBe('encoded')
      const { mean, p99 } = lossBetween(source, await pixelsOf(prepared))
      expect([way, mean <= 2, p99 <= 10, mean, p99]).toEqual([way, true, true, mean, p99])
      expect(answer.chroma).toBe('4:4:4')
      if (answer.format === 'jpeg') expect(samplingOf(prepared)).toBe('11 11 11')
    }
  })

  it('keeps them where it is made smaller: measured against the same picture made smaller without loss (P2)', async () => {
    for (const chroma of ['4:4:4', '4:2:0']) {
      const bytes = await posterOf(7, 2400, 1800).jpeg(jpegOf(chroma)).toBuffer()
      const { answer, prepared } = await prepare('reference', 'large.jpg', bytes, { maxEdge: 1600 })
      const smaller = await sharp(bytes).resize(1600).removeAlpha().raw().toBuffer()
      const { mean, p99 } = lossBetween(smaller, await pixelsOf(prepared))
      expect([answer.width, mean <= 2, p99 <= 10, mean, p99]).toEqual([1600, true, true, mean, p99])
    }
  })

  it('is copied without loss where that fits, of a JPEG too, and then not one pixel differs (P2)', async () => {
    const bytes = await posterOf(8, 1100, 800).withMetadata(turned).jpeg(jpegOf('4:4:4')).toBuffer()
    for (const way of ['reference', 'upscale'] as const) {
      const { answer, prepared } = await prepare(way, 'turned.jpg', bytes)
      expect(answer).toMatchObject({ quality: null, chroma: '4:4:4', difference: null })
      expect((await pixelsOf(bytes)).equals(await pixelsOf(prepared))).toBe(true)
    }
  })

  it('is a lossless WebP where a PNG of it is too large (P2)', async () => {
    const source = posterOf(9, 1600, 1200)
    const bytes = await source.clone().png({ compressionLevel: 0 }).toBuffer()
    const png = await source.clone().png({ compressionLevel: 9, adaptiveFiltering: true, effort: 10 }).toBuffer()
    const webp = await source.clone().webp({ lossless: true, effort: 1 }).toBuffer()
    const maxBytes = Math.round((png.length * 0.9 + webp.length * 1.1) / 2)
    for (const way of ['reference', 'upscale'] as const) {
      const { answer, prepared } = await prepare(way, 'png.png', bytes, { maxBytes })
      expect(answer).toMatchObject({ format: 'webp', quality: null })
      expect((await pixelsOf(bytes)).equals(await pixelsOf(prepared))).toBe(true)
    }
  })
})

describe('where every pixel cannot be kept', () => {
  it('the encoding is the one of less error at equal bytes, measured (P2)', async () => {
    // Fine coloured edges, and grain in the brightness alone.
    for (const [name, pixels, chroma] of [
      ['edges', speckled(await posterOf(10, 700, 600).raw().toBuffer()), '4:4:4'],
      ['grain', grainy(700, 600), '4:2:0'],
    ] as const) {
      const raw = { raw: { width: 700, height: 600, channels: 3 as const } }
      const png = await sharp(pixels, raw).png({ adaptiveFiltering: true }).toBuffer()
      const webp = await sharp(pixels, raw).webp({ lossless: true }).toBuffer()
      const maxBytes = Math.round(Math.min(png.length, webp.length) * (chroma === '4:4:4' ? 0.6 : 0.25))
      const { answer, prepared } = await prepare('upscale', `${name}.png`, png, { maxBytes })
      expect([name, answer.chroma]).toEqual([name, chroma])
      const own = lossBetween(pixels, await pixelsOf(prepared))
      const other = chroma === '4:4:4' ? '4:2:0' : '4:4:4'
      let alike: Buffer | null = null
      for (let quality = 100; quality >= 30 && alike === null; quality -= 1) {
        const bytes = await sharp(pixels, raw).jpeg({ quality, chromaSubsampling: other }).toBuffer()
        if (bytes.length <= maxBytes) alike = bytes
      }
      const best = alike ? lossBetween(pixels, await pixelsOf(alike)) : { mean: 100, p99: 100 }
      expect(own.mean / 2 + own.p99 / 10).toBeLessThan(best.mean / 2 + best.p99 / 10)
      expect(answer.difference?.mean).toBeCloseTo(own.mean, 0)
    }
  })

  it('the report says how finely colours are kept and what was lost, in words and in numbers (P2)', async () => {
    const bytes = await textured(1500, 1000).withMetadata(turned).jpeg(jpegOf('4:2:0')).toBuffer()
    const { answer } = await prepare('reference', 'photo.jpg', bytes)
    expect(answer).toMatchObject({ quality: 90, chroma: '4:4:4', difference: { mean: expect.any(Number) } })
    expect(answer.steps).toContain('colours in full detail (4:4:4)')
    expect(answer.steps.at(-1)).toMatch(
      /^hardly a difference to be seen: ΔE \d\.\d on average, \d\.\d at most in 99 of/,
    )
    const tight = await prepare('upscale', 'tight.jpg', bytes, { maxBytes: 60_000 })
    expect(tight.answer.steps.at(-1)).toMatch(/^a difference that shows in fine detail: ΔE /)
  })
})

describe('the subsampling of a source is read from its own header (P2)', () => {
  const picture = () => textured(64, 48)

  it.each<[string, 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif', () => Promise<Buffer>, string]>([
    ['a JPEG', 'jpeg', () => picture().jpeg(jpegOf('4:4:4')).toBuffer(), '4:4:4'],
    ['a JPEG', 'jpeg', () => picture().jpeg(jpegOf('4:2:0')).toBuffer(), '4:2:0'],
    [
      'a progressive JPEG',
      'jpeg',
      () =>
        picture()
          .jpeg({ ...jpegOf('4:2:0'), progressive: true })
          .toBuffer(),
      '4:2:0',
    ],
    ['a grey JPEG', 'jpeg', () => picture().toColourspace('b-w').jpeg().toBuffer(), '4:0:0'],
    [
      'a JPEG behind long metadata',
      'jpeg',
      () =>
        picture()
          .withExif({ IFD0: { Make: 'x'.repeat(9000) } })
          .jpeg()
          .toBuffer(),
      '4:2:0',
    ],
    ['a PNG', 'png', () => picture().png().toBuffer(), '4:4:4'],
    ['a GIF', 'gif', () => picture().gif().toBuffer(), '4:4:4'],
    ['a lossy WebP', 'webp', () => picture().webp().toBuffer(), '4:2:0'],
    ['a lossy WebP with alpha', 'webp', () => textured(64, 48, 4).webp().toBuffer(), '4:2:0'],
    ['a lossless WebP', 'webp', () => picture().webp({ lossless: true }).toBuffer(), '4:4:4'],
    [
      'a lossless WebP with a profile',
      'webp',
      () => picture().withIccProfile('p3').webp({ lossless: true }).toBuffer(),
      '4:4:4',
    ],
    ['an AVIF', 'avif', () => picture().avif({ chromaSubsampling: '4:4:4' }).toBuffer(), '4:4:4'],
    ['an AVIF', 'avif', () => picture().avif({ chromaSubsampling: '4:2:0' }).toBuffer(), '4:2:0'],
    ['a TIFF', 'tiff', () => picture().tiff({ compression: 'lzw' }).toBuffer(), '4:4:4'],
    ['a TIFF of JPEG tiles', 'tiff', () => picture().tiff({ compression: 'jpeg', quality: 80 }).toBuffer(), '4:2:0'],
  ])('%s (%s)', async (_, kind, make, chroma) => {
    expect(readChroma(kind, await make())).toBe(chroma)
  })

  it('a JPEG halved in one direction alone, and one that ends before it tells', async () => {
    const jpeg = await picture().jpeg(jpegOf('4:2:0')).toBuffer()
    const at = jpeg.indexOf(Buffer.from([0xff, 0xc0, 0])) + 11
    for (const [factors, chroma] of [
      [0x21, '4:2:2'],
      [0x12, '4:4:0'],
      [0x41, '4:1:1'],
    ] as const) {
      jpeg.writeUInt8(factors, at)
      expect(readChroma('jpeg', jpeg)).toBe(chroma)
    }
    for (let length = 0; length < at; length += 1) expect(readChroma('jpeg', jpeg.subarray(0, length))).toBe(null)
  })
})
