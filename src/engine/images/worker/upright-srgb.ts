import type { Sharp } from 'sharp'
import { decoder, type Strictness } from './decode.ts'
import { loadSharp, withTiffLoader } from './libvips.ts'
import type { Picture } from './open-picture.ts'

/** Converting twice as many pixels as are kept costs more than a second pass over the kept ones. */
const lateGain = 1.3

/**
 * Hands `finish` a pipeline of the first frame, upright, sRGB, its longest edge at most `edge`.
 * libvips converts colour before it resizes; where much is thrown away, we resize first (shared/speed.md).
 */
export async function withUprightSrgb<T>(
  picture: Picture,
  strictness: Strictness,
  edge: number,
  finish: (pipeline: Sharp) => Promise<T>,
): Promise<T> {
  const resized = (pipeline: Sharp) => pipeline.resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
  if (!isConvertedLate(picture, edge)) return finish(resized(await decoder(picture, strictness)))
  const sharp = await loadSharp()
  const aside = await resized(await decoder(picture, strictness, { ignoreIcc: true }))
    .keepIccProfile()
    .tiff({ compression: 'none' })
    .toBuffer()
  return withTiffLoader(() => finish(sharp(aside)))
}

function isConvertedLate({ profile, space, isSixteenBit, width, height }: Picture, edge: number): boolean {
  if (profile === null || profile.isSrgb || space !== 'rgb' || isSixteenBit) return false
  const shrink = Math.max(1, Math.max(width, height) / edge)
  return shrink * shrink >= lateGain
}
