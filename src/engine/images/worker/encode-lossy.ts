import type { Chroma, Difference } from '../answers.ts'
import { chooseEncoder, type EncoderCandidate } from './choose-encoder.ts'
import { type EncoderName, encoders, formatOf } from './encoders.ts'
import { fitQuality, type QualityRange } from './fit-quality.ts'
import type { Lossless } from './lossless.ts'
import { hasAlpha, type RawPicture } from './raw-picture.ts'
import type { SampleArea } from './sample.ts'

export interface Encoded {
  bytes: Buffer
  format: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
  /** Null: without loss. */
  quality: number | null
  chroma: Chroma
  /** From what was encoded; null: none. */
  difference: Difference | null
}

/** What is known of the file that the pixels come from. */
export interface Origin {
  chroma: Chroma | null
  /** It lost something in its own encoding already. */
  isLossy: boolean
}

export type EncodeOutcome = { fits: true; encoded: Encoded } | { fits: false; sizeAtMin: number }

/** By what loses least within the limit at the best quality that fits. A picture with alpha is a WebP. */
export async function encodeLossy(
  raw: RawPicture,
  sample: SampleArea,
  { chroma }: Origin,
  maxBytes: number,
  range: QualityRange,
): Promise<EncodeOutcome> {
  const candidates = await chooseEncoder(raw, sample, candidatesFor(raw, chroma), maxBytes, range)
  let sizeAtMin = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const { name, quality: start } = candidate
    const fit = await fitQuality(raw, encoders[name], maxBytes, range, start)
    if (fit.fits) return { fits: true, encoded: await lossy(raw, sample, candidate, fit) }
    sizeAtMin = Math.min(sizeAtMin, fit.sizeAtMin)
  }
  return { fits: false, sizeAtMin }
}

/**
 * Whole colours first where the source has them. Where bytes are so scarce that a loss shows, the slow encoders' few per
 * cent decide.
 */
function candidatesFor(raw: RawPicture, chroma: Chroma | null): EncoderName[][] {
  if (hasAlpha(raw)) return [['webp', 'webpSharp']]
  if (raw.channels === 1) return [['jpegHalf'], ['jpegHalfSmall', 'webp']]
  const fast: EncoderName[][] = chroma === '4:4:4' ? [['jpegFull'], ['jpegHalf']] : [['jpegHalf', 'jpegFull']]
  return [...fast, ['jpegFullSmall', 'jpegHalfSmall', 'webp']]
}

async function lossy(
  raw: RawPicture,
  sample: SampleArea,
  { name, quality: tried, difference }: EncoderCandidate,
  { quality, bytes }: { quality: number; bytes: Buffer },
): Promise<Encoded> {
  const { width, height } = raw
  const apart = quality === tried ? difference : await sample.differenceOf(await encoders[name](sample.raw, quality))
  return { bytes, format: formatOf(name), width, height, quality, chroma: chromaOf(raw, name), difference: apart }
}

export function chromaOf({ channels }: RawPicture, name: EncoderName): Chroma {
  if (formatOf(name) === 'webp') return '4:2:0'
  if (channels === 1) return '4:0:0'
  return name === 'jpegFull' || name === 'jpegFullSmall' ? '4:4:4' : '4:2:0'
}

export function withoutLoss({ width, height, channels }: RawPicture, { format, bytes }: Lossless): Encoded {
  const chroma = format === 'png' && channels <= 2 ? '4:0:0' : '4:4:4'
  return { bytes, format, width, height, quality: null, chroma, difference: null }
}
