import type { Encoder } from './encoders.ts'
import { makeMosaic } from './mosaic.ts'
import { likelyQuality, pickQuality } from './pick-quality.ts'
import type { RawPicture } from './raw-picture.ts'

export type QualityFit = { fits: true; quality: number; bytes: Buffer } | { fits: false; sizeAtMin: number }

export interface QualityRange {
  min: number
  max: number
}

const mosaicShare = 0.02
/** Smaller pictures are encoded faster than a mosaic of them is worth. */
const mosaicFromPixels = 1_000_000
/** Two neighbouring qualities are predicted from one another ten times better than this. */
const neighbourError = 0.004

/**
 * The largest quality in the range whose encoding has at most `maxBytes`, and that encoding.
 * Sizes are predicted on a mosaic, so that one full encode is mostly enough; the answer rests on full encodes only.
 * @param start where the search begins
 */
export async function fitQuality(
  raw: RawPicture,
  encode: Encoder,
  maxBytes: number,
  { min, max }: QualityRange,
  start = likelyQuality(raw, maxBytes),
): Promise<QualityFit> {
  const sizes = new Map<number, number>()
  let best: { quality: number; bytes: Buffer } | null = null
  const full = async (quality: number): Promise<number> => {
    const known = sizes.get(quality)
    if (known !== undefined) return known
    const bytes = await encode(raw, quality)
    sizes.set(quality, bytes.length)
    if (bytes.length <= maxBytes && quality > (best?.quality ?? 0)) best = { quality, bytes }
    return bytes.length
  }

  const predict = predictor(raw, encode, full)
  let [lo, hi] = [min - 1, max + 1]
  let quality = await pickQuality(predict, maxBytes, { min, max }, start)
  while (hi - lo > 1) {
    const size = await full(quality)
    const doesFit = size <= maxBytes
    if (doesFit) lo = quality
    else hi = quality
    if (hi - lo === 1) break
    const ratio = size / (await predict(quality))
    const corrected = async (other: number) => (await predict(other)) * ratio
    quality = await pickQuality(corrected, maxBytes, { min: lo + 1, max: hi - 1 }, quality)
    // Certainly too large: no need to encode it to know.
    if (doesFit && (await corrected(quality)) > maxBytes * (1 + neighbourError)) break
  }
  const found = best as { quality: number; bytes: Buffer } | null
  return found ? { fits: true, ...found } : { fits: false, sizeAtMin: await full(min) }
}

function predictor(raw: RawPicture, encode: Encoder, full: (quality: number) => Promise<number>) {
  if (raw.width * raw.height < mosaicFromPixels || Math.min(raw.width, raw.height) < 256) return full
  const mosaic = makeMosaic(raw, mosaicShare)
  const known = new Map<number, number>()
  let blankBytes: number | undefined
  return async (quality: number): Promise<number> => {
    const before = known.get(quality)
    if (before !== undefined) return before
    blankBytes ??= (await encode(mosaic.blank, quality)).length
    const predicted = mosaic.wholeFrom((await encode(mosaic.raw, quality)).length, blankBytes)
    known.set(quality, predicted)
    return predicted
  }
}
