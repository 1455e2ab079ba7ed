import type { Difference } from '../answers.ts'
import { bearable } from './choose-encoder.ts'
import { chromaOf, type Encoded, encodeLossy, type Origin, withoutLoss } from './encode-lossy.ts'
import { encoders, longestEdge } from './encoders.ts'
import { fitsWithoutLoss, isDrawn } from './lossless.ts'
import { PictureProblem } from './problem.ts'
import { fromRaw, hasAlpha, isOpaque, type RawPicture, toRaw, withoutAlpha } from './raw-picture.ts'
import { type SampleArea, takeSample, triedOn } from './sample.ts'

/** Enough for nearly every picture; fine print in colour needs more. */
const goodQuality = 90
const bestQuality = 100
/** Below this a smaller picture looks better than a coarser one. */
const worstQuality = 60
const maxShrinks = 8
/** A sample is not the whole. */
const margin = 0.85
/** A drawing out of a lossy file is worth so many times the bytes to be copied without loss; a photograph never is. */
const losslessWorth = 2

/** The best that fits; where nothing does, smaller until something does. */
export async function encodeReference(decoded: RawPicture, origin: Origin, maxBytes: number): Promise<Encoded> {
  let raw = isOpaque(decoded) ? await withoutAlpha(decoded) : decoded
  for (let shrinks = 0; shrinks <= maxShrinks; shrinks += 1) {
    const outcome = await (hasAlpha(raw) ? encodeWithAlpha : encodeOpaque)(raw, origin, maxBytes)
    if (outcome.fits) return outcome.encoded
    raw = await shrink(raw, Math.sqrt(maxBytes / outcome.sizeAtMin) * 0.97)
  }
  throw new PictureProblem(
    'This picture cannot be made small enough to send',
    'choose fewer references, or export it smaller and add that',
  )
}

async function encodeWithAlpha(raw: RawPicture, origin: Origin, maxBytes: number) {
  const sample = takeSample(raw)
  const lossless = await fitsWithoutLoss(raw, sample, maxBytes)
  if (lossless) return { fits: true as const, encoded: withoutLoss(raw, lossless) }
  return encodeLossy(raw, sample, origin, maxBytes, { min: worstQuality, max: goodQuality })
}

async function encodeOpaque(raw: RawPicture, origin: Origin, maxBytes: number) {
  const sample = takeSample(raw)
  const good = await goodEnough(raw, sample)
  const worthBytes = !origin.isLossy ? maxBytes : isDrawn(sample) ? good.sizeBytes * losslessWorth : 0
  const lossless = worthBytes === 0 ? null : await fitsWithoutLoss(raw, sample, Math.min(maxBytes, worthBytes))
  if (lossless) return { fits: true as const, encoded: withoutLoss(raw, lossless) }
  const bytes = await good.encodeWithin(maxBytes)
  if (bytes) return { fits: true as const, encoded: { ...good.encoded, bytes } }
  return encodeLossy(raw, sample, origin, maxBytes, { min: worstQuality, max: good.encoded.quality })
}

/**
 * The least quality at which nothing is lost that shows. Its colours are whole whatever the source’s were: a picture that was
 * made smaller has finer ones again, and measured at equal bytes it is the closer one for photographs too.
 */
async function goodEnough(raw: RawPicture, sample: SampleArea) {
  const name = raw.channels === 1 ? 'jpegHalf' : 'jpegFull'
  const tried = triedOn(sample, encoders[name])
  const { width, height } = raw
  const isGood = ({ mean, p99 }: Difference) => mean <= bearable.mean * margin && p99 <= bearable.p99 * margin
  let quality: number = goodQuality
  while (quality < bestQuality && !isGood(await tried.differenceAt(quality)))
    quality = Math.min(bestQuality, quality + 3)
  const difference = await tried.differenceAt(quality)
  const sizeBytes = await tried.sizeAt(quality)
  return {
    sizeBytes,
    encoded: { format: 'jpeg' as const, width, height, quality, chroma: chromaOf(raw, name), difference },
    /** Null where it does not fit. */
    encodeWithin: async (maxBytes: number): Promise<Buffer | null> => {
      if (sizeBytes > maxBytes * 1.05 || Math.max(width, height) > longestEdge.jpeg) return null
      const bytes = await encoders[name](raw, quality)
      return bytes.length <= maxBytes ? bytes : null
    },
  }
}

async function shrink(raw: RawPicture, factor: number): Promise<RawPicture> {
  const edge = Math.max(1, Math.floor(Math.max(raw.width, raw.height) * Math.min(0.95, factor)))
  return toRaw((await fromRaw(raw)).resize(edge, edge, { fit: 'inside' }))
}
