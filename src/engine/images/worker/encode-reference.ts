import type { Strictness } from './decode.ts'
import { encoders } from './encoders.ts'
import { fitQuality, fitsWithoutLoss } from './fit-quality.ts'
import type { Picture } from './open-picture.ts'
import { PictureProblem } from './problem.ts'
import { fromRaw, isOpaque, type RawPicture, toRaw, withoutAlpha } from './raw-picture.ts'
import { uprightSrgbPixels, withUprightSrgb } from './upright-srgb.ts'

export interface Encoded {
  bytes: Buffer
  format: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
  /** Null: without loss. */
  quality: number | null
}

interface Limits {
  maxEdge: number
  maxBytes: number
}

const bestQuality = 90
/** Below this a smaller picture looks better than a coarser one. */
const worstQuality = 60
/** Bits for each pixel that nearly every photograph stays below at the best quality. */
const roomyBits = 3
const maxShrinks = 8

export async function encodeReference(picture: Picture, strictness: Strictness, limits: Limits): Promise<Encoded> {
  if (!picture.hasAlpha && isRoomy(picture, limits)) {
    const encoded = await encodeStraight(picture, strictness, limits)
    if (encoded.bytes.length <= limits.maxBytes) return encoded
  }
  const raw = await uprightSrgbPixels(picture, strictness, limits.maxEdge)
  return encodeWithin(await withoutIdleAlpha(raw), chromaFor(picture), limits.maxBytes)
}

function isRoomy({ width, height }: Picture, { maxEdge, maxBytes }: Limits): boolean {
  const scale = Math.min(1, maxEdge / Math.max(width, height))
  return (maxBytes * 8) / (width * height * scale * scale) > roomyBits
}

/** One pass from the source's bytes to the encoded ones, with no bitmap in between. */
async function encodeStraight(picture: Picture, strictness: Strictness, { maxEdge }: Limits): Promise<Encoded> {
  const { data, info } = await withUprightSrgb(picture, strictness, maxEdge, (pipeline) =>
    pipeline
      .jpeg({ quality: bestQuality, chromaSubsampling: chromaFor(picture), optimiseCoding: false })
      .toBuffer({ resolveWithObject: true }),
  )
  return { bytes: data, format: 'jpeg', width: info.width, height: info.height, quality: bestQuality }
}

/** Drawings and screenshots have coloured edges that halved chroma would smear. */
function chromaFor({ kind }: Picture): '4:4:4' | '4:2:0' {
  return kind === 'png' || kind === 'gif' ? '4:4:4' : '4:2:0'
}

async function withoutIdleAlpha(raw: RawPicture): Promise<RawPicture> {
  return isOpaque(raw) ? withoutAlpha(raw) : raw
}

/** The best quality that fits; where none does, smaller until one does. */
async function encodeWithin(source: RawPicture, chroma: '4:4:4' | '4:2:0', maxBytes: number): Promise<Encoded> {
  let raw = source
  for (let shrinks = 0; shrinks <= maxShrinks; shrinks += 1) {
    const { width, height } = raw
    const hasAlpha = raw.channels === 2 || raw.channels === 4
    const lossless = hasAlpha ? await fitsWithoutLoss(raw, maxBytes) : null
    if (lossless) return { bytes: lossless, format: 'png', width, height, quality: null }
    const encoder = hasAlpha ? encoders.webp : chroma === '4:4:4' ? encoders.jpegFullChroma : encoders.jpeg
    const fit = await fitQuality(raw, encoder, maxBytes, { min: worstQuality, max: bestQuality })
    if (fit.fits) return { bytes: fit.bytes, format: hasAlpha ? 'webp' : 'jpeg', width, height, quality: fit.quality }
    raw = await shrink(raw, Math.sqrt(maxBytes / fit.sizeAtMin) * 0.97)
  }
  throw new PictureProblem(
    'This picture cannot be made small enough to send',
    'choose fewer references, or export it smaller and add that',
  )
}

async function shrink(raw: RawPicture, factor: number): Promise<RawPicture> {
  const edge = Math.max(1, Math.floor(Math.max(raw.width, raw.height) * Math.min(0.95, factor)))
  return toRaw((await fromRaw(raw)).resize(edge, edge, { fit: 'inside' }))
}
