import sharp from 'sharp'
import { expect } from 'vitest'
import type { PreparedFile } from '../../../../src/engine/images/answers.ts'
import { lossBetween, pixelsOf, samplingOf } from './loss.ts'
import { poster } from './posters.ts'
import { pick, randomFrom, type Source } from './random-sources.ts'

export interface PosterSource extends Source {
  isPoster: true
  /** Its file holds every pixel as it was drawn. */
  isLossless: boolean
}

const roomyBytes = 3 * 2 ** 20

/** A poster up to 800 px, in each of the ways in which a program saves one that must then be encoded again. */
export async function randomPoster(seed: number): Promise<PosterSource> {
  const random = randomFrom(seed)
  const length = () => 40 + Math.floor(random() * 760)
  const [width, height] = [length(), length()]
  const raw = poster(random, width, height)
  const quality = 80 + Math.floor(random() * 20)
  const turned = sharp(raw.data, { raw }).withMetadata({ orientation: 3 })
  const deep = sharp(raw.data, { raw }).toColourspace('rgb16')
  const saved = {
    whole: { format: 'jpeg', isLossless: false, pipeline: turned.jpeg({ quality, chromaSubsampling: '4:4:4' }) },
    halved: { format: 'jpeg', isLossless: false, pipeline: turned.clone().jpeg({ quality }) },
    webp: { format: 'webp', isLossless: true, pipeline: turned.clone().webp({ lossless: true, effort: 1 }) },
    deep: { format: 'png', isLossless: true, pipeline: deep.png() },
    tiff: { format: 'tiff', isLossless: true, pipeline: sharp(raw.data, { raw }).tiff({ compression: 'lzw' }) },
  } as const
  const kind = pick(random, ['whole', 'whole', 'halved', 'webp', 'deep', 'tiff'])
  const { format, isLossless, pipeline } = saved[kind]
  const limits = {
    maxEdge: pick(random, [4096, 4096, Math.max(30, Math.round(random() * 800))]),
    maxBytes: pick(random, [roomyBytes, roomyBytes, 20_000 + Math.round(random() * 200_000)]),
  }
  const told = `poster ${kind} ${width} × ${height}, ${JSON.stringify(limits)}`
  return { isPoster: true, isLossless, bytes: await pipeline.toBuffer(), format, width, height, limits, told }
}

/**
 * Measured here, by the standards' arithmetic and the file's own header: thin coloured text survives where there is room,
 * what fits without loss lost nothing, and what is said of the loss is so.
 */
export async function expectKept(
  { bytes, width, height, isLossless }: PosterSource,
  file: PreparedFile,
  prepared: Buffer,
  maxBytes: number,
): Promise<void> {
  if (file.format === 'jpeg') expect(samplingOf(prepared)).toBe(file.chroma === '4:4:4' ? '11 11 11' : '22 11 11')
  // What was made smaller is another picture: chroma.test.ts measures it beside the same one.
  if (file.width !== width || file.height !== height) return
  const source = await pixelsOf(bytes)
  const sent = await pixelsOf(prepared)
  if (file.quality === null) return expect(sent.equals(source)).toBe(true)
  const png = await sharp(source, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer()
  // Of a lossy source a reference may be a little less than the whole of a far larger file.
  if (isLossless || 'willAskResize' in file) expect(png.length).toBeGreaterThan(maxBytes)
  const { mean, p99 } = lossBetween(source, sent)
  if (maxBytes >= roomyBytes) expect([mean, p99, mean <= 2, p99 <= 10]).toEqual([mean, p99, true, true])
  expect(Math.abs((file.difference?.mean ?? 0) - mean)).toBeLessThan(0.3 + 0.3 * mean)
}
