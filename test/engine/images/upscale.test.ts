import { truncate } from 'node:fs/promises'
import sharp, { type JpegOptions } from 'sharp'
import { describe, expect, it } from 'vitest'
import { inlineMaxBytes, upscaleMaxBytes, upscaleSource } from '../../../src/engine/images/limits.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { flat, noise, oriented, texture, textured } from './support/pictures.ts'
import { expectSound } from './support/prepared.ts'

const shop = useLentWorkshop()
/** One channel is enough where pixels are counted. */
const grey = (width: number, height: number) => flat(width, height).toColourspace('b-w')

async function prepare(name: string, bytes: Buffer, maxBytes = upscaleMaxBytes) {
  const answer = await shop.images.prepareUpscale(await shop.write(name, bytes), { maxBytes })
  if (answer.decision === 'refused' || answer.decision === 'needs-url') throw new Error(answer.reason)
  return { answer, ...(await expectSound(answer, { maxBytes })) }
}

describe('an upscale source', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('that is right already is passed on untouched (%s)', async (format) => {
    const { answer } = await prepare(`right.${format}`, await textured(900, 700).toFormat(format).toBuffer())
    expect(answer).toMatchObject({ decision: 'as-is', format, quality: null, steps: [], willAskResize: false })
  })

  it('of exactly the limit passes, and one byte more is encoded anew at the same dimensions (O116)', async () => {
    const bytes = await textured(900, 700).jpeg({ quality: 97 }).toBuffer()
    expect((await prepare('at.jpg', bytes, bytes.length)).answer.decision).toBe('as-is')
    const { answer } = await prepare('over.jpg', bytes, bytes.length - 1)
    expect(answer).toMatchObject({ decision: 'encoded', width: 900, height: 700 })
  })

  it('is turned upright and keeps its upright dimensions', async () => {
    for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
      const { answer } = await prepare(`o${orientation}.jpg`, await oriented(orientation))
      expect(answer).toMatchObject({ decision: 'encoded', width: 300, height: 200 })
      expect(answer.steps).toContain('turned upright')
    }
  })

  it('of up to 3 MiB that must be encoded again stays within 3 MiB (A1)', async () => {
    const pixels = texture(2300, 1700)
    const source = sharp(pixels, { raw: { width: 2300, height: 1700, channels: 3 } }).withMetadata({ orientation: 6 })
    const { answer } = await prepare('turned.jpg', await source.jpeg({ quality: 92 }).toBuffer())
    expect(answer.sizeBytes).toBeLessThanOrEqual(inlineMaxBytes)
    const next = await sharp(pixels, { raw: { width: 2300, height: 1700, channels: 3 } })
      .jpeg({ quality: 100 })
      .toBuffer()
    expect(next.length).toBeGreaterThan(inlineMaxBytes)
  })

  it('keeps its alpha: lossless where it fits, else as WebP', async () => {
    const source = await textured(600, 400, 4).png({ compressionLevel: 0 }).toBuffer()
    const roomy = await prepare('alpha.png', source, 800_000)
    expect([roomy.answer.format, roomy.answer.quality, roomy.metadata.hasAlpha]).toEqual(['png', null, true])
    const tight = await prepare('alpha-tight.png', source, 64_000)
    expect([tight.answer.format, tight.metadata.hasAlpha]).toEqual(['webp', true])
  })
})

describe('the best quality that fits', () => {
  it.each([
    ['small', 900, 700, 175_000],
    // From a megapixel on.
    ['large enough to be predicted on a mosaic', 1200, 900, 330_000],
    ['large and scarce', 1200, 900, 115_000],
    ['roomy', 1200, 900, 870_000],
  ])('is the largest of its encoding (%s)', async (name, width, height, maxBytes) => {
    const pixels = texture(width, height)
    const raw = { raw: { width, height, channels: 3 as const } }
    const source = await sharp(pixels, raw).png({ compressionLevel: 0 }).toBuffer()
    const { answer } = await prepare(`${name}.png`, source, maxBytes)
    const { chroma, quality } = answer
    if (quality === null || (chroma !== '4:4:4' && chroma !== '4:2:0')) throw new Error('not a JPEG')
    const sizeIn = async (how: JpegOptions, at: number) =>
      (
        await sharp(pixels, raw)
          .jpeg({ quality: at, chromaSubsampling: chroma, ...how })
          .toBuffer()
      ).length
    // Which of our two ways of writing it was taken is told by its size alone.
    const ways = [{ optimiseCoding: false }, { mozjpeg: true }]
    const sizes = await Promise.all(ways.map((how) => sizeIn(how, quality)))
    const how = ways[sizes.indexOf(answer.sizeBytes)]
    if (!how) throw new Error(`${answer.sizeBytes} bytes are neither of ${sizes}`)
    // What lies further above is the search's own test (fit-quality.test.ts).
    for (let at = quality + 1; at <= Math.min(100, quality + 5); at += 1)
      expect(await sizeIn(how, at)).toBeGreaterThan(maxBytes)
  })

  it.each([
    ['JPEG', 65_501, 3 as const],
    ['WebP', 16_384, 4 as const],
  ])(
    'is not looked for where a line is longer than a %s can hold: the original’s address is asked for',
    async (name, width, channels) => {
      const pixels = texture(width, 8, channels)
      const source = sharp(pixels, { raw: { width, height: 8, channels } })
      const path = await shop.write(`${name} line.png`, await source.png().toBuffer())
      const answer = await shop.images.prepareUpscale(path, { maxBytes: 100_000 })
      expect(answer).toMatchObject({ decision: 'needs-url', width, height: 8, willAskResize: true })
    },
  )

  it('is not looked for where it would be a ruin: the original’s address is asked for', async () => {
    const path = await shop.write('noise.png', await noise(500, 400).png().toBuffer())
    const answer = await shop.images.prepareUpscale(path, { maxBytes: 10_000 })
    expect(answer).toMatchObject({ decision: 'needs-url', width: 500, height: 400, willAskResize: false })
    expect(answer).toMatchObject({
      reason: expect.stringMatching(/nothing was sent or charged; .*public HTTPS address/),
    })
  })
})

describe('what the service will say', () => {
  it.each([
    [4096, 3906, false],
    [4097, 10, true],
    [10, 4097, true],
    [4000, 4000, false],
    [4000, 4001, true],
  ])('to %i × %i px is known before anything is sent', async (width, height, willAskResize) => {
    const { answer } = await prepare('said.jpg', await grey(width, height).jpeg().toBuffer())
    expect(answer.willAskResize).toBe(willAskResize)
  })

  it('refuses animations, GIFs and what is too large, to the pixel and the byte (O84)', async () => {
    const reasonOf = async (path: string) => {
      const answer = await shop.images.prepareUpscale(path, { maxBytes: upscaleMaxBytes })
      if (answer.decision !== 'refused') throw new Error(answer.decision)
      return answer.reason
    }
    const pages = await Promise.all([flat(9, 9, '#f00'), flat(9, 9, '#00f')].map((frame) => frame.png().toBuffer()))
    const animated = await sharp(pages, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect(await reasonOf(await shop.write('moving.webp', animated))).toMatch(/animation.*nothing was sent or charged/)
    expect(await reasonOf(await shop.write('still.gif', await flat(9, 9).gif().toBuffer()))).toMatch(/GIF/)
    expect(await reasonOf(await shop.write('px.jpg', await grey(8001, 8000).jpeg().toBuffer()))).toMatch(
      /64 megapixels/,
    )
    expect((await prepare('px-at.jpg', await grey(8000, 8000).jpeg().toBuffer())).answer.decision).toBe('as-is')

    const padded = await shop.write('bytes.jpg', await flat(20, 20).jpeg().toBuffer())
    await truncate(padded, upscaleSource.maxBytes + 1)
    expect(await reasonOf(padded)).toMatch(/67\.1 MB/)
    await truncate(padded, upscaleSource.maxBytes)
    expect((await shop.images.prepareUpscale(padded, { maxBytes: upscaleMaxBytes })).decision).toBe('encoded')
  })
})
