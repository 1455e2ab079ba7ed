import type { Encoded } from './encode-reference.ts'
import { type Encoder, encoders } from './encoders.ts'
import { type Fit, fitQuality, fitsWithoutLoss } from './fit-quality.ts'
import type { Picture } from './open-picture.ts'
import { isOpaque, type RawPicture, withoutAlpha } from './raw-picture.ts'

/** Worse than this nobody should pay for enlarging it; the original's own address is asked for instead. */
const worstQuality = 30
const bestQuality = 100
/** Neither format can hold a longer edge. */
const maxEdge = { webp: 16_383, jpeg: 65_500 }

type Source = Pick<Picture, 'kind' | 'sizeBytes'>

/** The best encoding within `maxBytes` at the picture's own upright dimensions; null where none is good enough. */
export async function encodeUpscale(raw: RawPicture, source: Source, maxBytes: number): Promise<Encoded | null> {
  const { width, height } = raw
  const hasAlpha = !isOpaque(raw)
  // A photograph that was lossy already gains nothing from a lossless copy.
  const lossless = hasAlpha || source.kind !== 'jpeg' ? await fitsWithoutLoss(raw, maxBytes) : null
  if (lossless) return { bytes: lossless, format: 'png', width, height, quality: null }
  if (Math.max(width, height) > maxEdge[hasAlpha ? 'webp' : 'jpeg']) return null
  if (hasAlpha) return lossy('webp', raw, await search(raw, encoders.webp, maxBytes, source))
  const opaque = await withoutAlpha(raw)
  const plain = await search(opaque, encoders.jpegFast, maxBytes, source)
  // Where bytes are so scarce, the slow encoder's few per cent decide.
  return lossy('jpeg', raw, plain.fits ? plain : await search(opaque, encoders.jpegSmall, maxBytes, source))
}

/** A source that was coarser than our floor itself loses nothing more by it. */
function search(raw: RawPicture, encoder: Encoder, maxBytes: number, { sizeBytes }: Source): Promise<Fit> {
  const min = sizeBytes <= maxBytes ? 1 : worstQuality
  return fitQuality(raw, encoder, maxBytes, { min, max: bestQuality })
}

function lossy(format: 'jpeg' | 'webp', { width, height }: RawPicture, fit: Fit): Encoded | null {
  return fit.fits ? { bytes: fit.bytes, format, width, height, quality: fit.quality } : null
}
