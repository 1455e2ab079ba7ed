import type { Sharp } from 'sharp'
import { deepToEight, deepToSrgb } from './convert-deep.ts'
import { convertToSrgb, isMatrixProfile } from './convert-matrix.ts'
import { decoder, type Strictness } from './decode.ts'
import type { MatrixProfile } from './icc-matrix.ts'
import { labToSrgb } from './lab-to-srgb.ts'
import type { Picture } from './open-picture.ts'
import {
  type DeepPicture,
  deepened,
  fromRaw,
  keepChannels,
  type RawPicture,
  toDeep,
  toLab,
  toRaw,
} from './raw-picture.ts'

/** The longest edge at most, or just this size. */
export type TargetSize = number | { width: number; height: number }

/** Hands `finish` a pipeline of the first frame, upright, sRGB. */
export async function withUprightSrgb<T>(
  picture: Picture,
  strictness: Strictness,
  fit: TargetSize,
  finish: (pipeline: Sharp) => Promise<T>,
): Promise<T> {
  if (wayOf(picture) !== 'libvips' || picture.ownChannels !== null)
    return finish(await fromRaw(await uprightSrgbPixels(picture, strictness, fit)))
  return finish(resized(await decoder(picture, strictness), fit))
}

/**
 * The same, decoded. libvips converts colour before it resizes and by way of floating point numbers; the profiles that
 * most wide-gamut pictures have are converted here, after it (shared/speed.md).
 */
export async function uprightSrgbPixels(
  picture: Picture,
  strictness: Strictness,
  fit: TargetSize,
): Promise<RawPicture> {
  const way = wayOf(picture)
  if (way === 'libvips') return eightBits(picture, await decoder(picture, strictness), fit)
  if (way === 'lab') return labToSrgb(await toLab(resized(await decoder(picture, strictness), fit)))
  const numbers = await decoder(picture, strictness, { ignoreIcc: true })
  if (way === 'table') {
    const converted = numbers.withIccProfile('srgb')
    return deepToEight(await deepBits(picture, converted, fit, picture.space === 'grey' ? 'grey16' : 'rgb16'))
  }
  if (!way.isDeep) {
    const raw = await eightBits(picture, numbers, fit)
    convertToSrgb(raw, way.matrix)
    return raw
  }
  return deepToSrgb(await deepBits(picture, numbers, fit), way.matrix)
}

/**
 * How its numbers become sRGB's. `table`: by libvips, but of 16 bits, which it takes to another space than sRGB before it
 * resizes, so that it is told to keep them until the end.
 */
function wayOf({
  profile,
  space,
  isSixteenBit,
}: Picture): 'libvips' | 'table' | 'lab' | { matrix: MatrixProfile; isDeep: boolean } {
  // Of 16 bits only: the other kinds are refused.
  if (space === 'lab') return 'lab'
  if (profile === null || profile.isSrgb || (space !== 'rgb' && space !== 'grey')) return 'libvips'
  const { matrix } = profile
  if (matrix) return { matrix, isDeep: isSixteenBit || !isMatrixProfile(matrix) }
  return isSixteenBit ? 'table' : 'libvips'
}

async function eightBits({ ownChannels }: Picture, decoded: Sharp, fit: TargetSize): Promise<RawPicture> {
  if (ownChannels === null) return toRaw(resized(decoded, fit))
  // Resized only without its other channels: a saved selection counts as alpha there, and would take colours away.
  const raw = keepChannels(await toRaw(decoded), ownChannels)
  return isWithin(raw, fit) ? raw : toRaw(resized(await fromRaw(raw), fit))
}

async function deepBits(picture: Picture, decoded: Sharp, fit: TargetSize, space = 'rgb16'): Promise<DeepPicture> {
  if (!picture.isSixteenBit) return deepened(await eightBits(picture, decoded, fit))
  const deep = decoded.toColourspace(space)
  if (picture.ownChannels === null) return toDeep(resized(deep, fit))
  const raw = keepChannels(await toDeep(deep), picture.ownChannels)
  return isWithin(raw, fit) ? raw : toDeep(resized((await fromRaw(raw)).toColourspace('rgb16'), fit))
}

const isWithin = ({ width, height }: { width: number; height: number }, fit: TargetSize): boolean =>
  typeof fit === 'number' && Math.max(width, height) <= fit

function resized(pipeline: Sharp, fit: TargetSize): Sharp {
  return typeof fit === 'number'
    ? pipeline.resize(fit, fit, { fit: 'inside', withoutEnlargement: true })
    : pipeline.resize({ ...fit, fit: 'fill' })
}
