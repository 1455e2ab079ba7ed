import { type Encoded, encodeLossy, type Origin, withoutLoss } from './encode-lossy.ts'
import { fitsWithoutLoss } from './lossless.ts'
import { isOpaque, type RawPicture, withoutAlpha } from './raw-picture.ts'
import { takeSample } from './sample.ts'

/** Worse than this nobody should pay for enlarging it; the original's own address is asked for instead. */
const worstQuality = 30
const bestQuality = 100

/**
 * The best encoding within `maxBytes` at the picture's own upright dimensions; null where none is good enough. Without loss
 * wherever that fits, of a JPEG too: what an encoder adds to a picture is enlarged and paid for with it, and of what fits
 * 9,500,000 bytes a PNG takes seconds at most.
 */
export async function encodeUpscale(
  decoded: RawPicture,
  origin: Origin & { sizeBytes: number },
  maxBytes: number,
): Promise<Encoded | null> {
  const raw = isOpaque(decoded) ? await withoutAlpha(decoded) : decoded
  const sample = takeSample(raw)
  const lossless = await fitsWithoutLoss(raw, sample, maxBytes)
  if (lossless) return withoutLoss(raw, lossless)
  // A source that was coarser than our floor itself loses nothing more by it.
  const min = origin.sizeBytes <= maxBytes ? 1 : worstQuality
  const outcome = await encodeLossy(raw, sample, origin, maxBytes, { min, max: bestQuality })
  return outcome.fits ? outcome.encoded : null
}
