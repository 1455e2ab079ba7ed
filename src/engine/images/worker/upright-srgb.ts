import type { Sharp } from 'sharp'
import { convertToSrgb } from './convert-matrix.ts'
import { decoder, type Strictness } from './decode.ts'
import type { MatrixProfile } from './icc-matrix.ts'
import type { Picture } from './open-picture.ts'
import { fromRaw, keepChannels, type RawPicture, toRaw } from './raw-picture.ts'

/** Hands `finish` a pipeline of the first frame, upright, sRGB, its longest edge at most `edge`. */
export async function withUprightSrgb<T>(
  picture: Picture,
  strictness: Strictness,
  edge: number,
  finish: (pipeline: Sharp) => Promise<T>,
): Promise<T> {
  if (matrixOf(picture) || picture.ownChannels !== null)
    return finish(await fromRaw(await uprightSrgbPixels(picture, strictness, edge)))
  return finish(resized(await decoder(picture, strictness), edge))
}

/**
 * The same, decoded. libvips converts colour before it resizes and by way of floating point numbers; the profiles that
 * most wide-gamut pictures have are converted here, after it (shared/speed.md).
 */
export async function uprightSrgbPixels(picture: Picture, strictness: Strictness, edge: number): Promise<RawPicture> {
  const matrix = matrixOf(picture)
  const decoded = await decoder(picture, strictness, { ignoreIcc: matrix !== null })
  const raw =
    picture.ownChannels === null ? await toRaw(resized(decoded, edge)) : await ownPixels(picture, decoded, edge)
  if (matrix && raw.channels >= 3) convertToSrgb(raw, matrix)
  return raw
}

/** Resized only without its other channels: a saved selection counts as alpha there, and would take colours away. */
async function ownPixels({ ownChannels }: Picture, decoded: Sharp, edge: number): Promise<RawPicture> {
  const raw = keepChannels(await toRaw(decoded), ownChannels ?? 4)
  return Math.max(raw.width, raw.height) <= edge ? raw : toRaw(resized(await fromRaw(raw), edge))
}

function resized(pipeline: Sharp, edge: number): Sharp {
  return pipeline.resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
}

/**
 * Where the conversion is ours. Sixteen bits keep their fine steps only if they are converted before they become eight,
 * which libvips does by an embedded profile alone.
 */
function matrixOf({ profile, space, isSixteenBit }: Picture): MatrixProfile | null {
  return profile !== null && !profile.isSrgb && space === 'rgb' && !(isSixteenBit && profile.isEmbedded)
    ? profile.matrix
    : null
}
