import type { Metadata } from 'sharp'
import { readAvif } from './avif-boxes.ts'
import { type CodePoints, profileOf } from './code-points.ts'
import { isAdobeRgb } from './exif-colour.ts'
import { type PixelSpace, type Profile, readProfile } from './icc.ts'
import type { PictureKind } from './kinds.ts'
import { adobeRgb, saidToBeSrgb } from './known-profiles.ts'
import { areSrgb, byGammaAndPrimaries, readPngColour } from './png-colour.ts'

/** How the numbers of a file's pixels are meant. */
export interface SourceColour {
  /** Null: they are sRGB, or common inks. */
  profile: Profile | null
  /** What of its colours is lost or could not be believed, as a clause of the report. */
  colourLoss: string | null
}

const losses = {
  odd: 'its colours are described in a way that cannot be converted, and are sent as sRGB',
  unfit: 'its colour profile is damaged or of another kind than its pixels, and is left aside',
  highRange: 'its high dynamic range is lost: what is brighter than white was brought below it',
}

/** By what stands above the others: code points of a PNG, then a profile, then whatever else the file says. */
export function sourceColour(
  kind: PictureKind,
  bytes: Buffer,
  { icc, exif }: Pick<Metadata, 'icc' | 'exif'>,
  space: PixelSpace,
): SourceColour {
  const png = kind === 'png' ? readPngColour(bytes) : null
  if (png?.codePoints) return byCodePoints(png.codePoints, icc)
  // L*a*b* is no device's, and means the same everywhere.
  const isDevice = space !== 'lab' && space !== 'other'
  const fitting = icc && isDevice ? readProfile(icc, space) : null
  if (fitting) return { profile: fitting, colourLoss: null }
  const unfit = (icc || png?.hasProfile) && isDevice ? losses.unfit : null
  if (space !== 'rgb' && space !== 'grey') return { profile: null, colourLoss: unfit }
  const other = byOtherWords(kind, bytes, exif, png)
  return { ...other, colourLoss: unfit ?? other.colourLoss }
}

function byOtherWords(
  kind: PictureKind,
  bytes: Buffer,
  exif: Buffer | undefined,
  png: ReturnType<typeof readPngColour> | null,
): SourceColour {
  const points = kind === 'avif' ? readAvif(bytes)?.nclx : null
  if (points) return byCodePoints(points)
  const named = png ? byGammaAndPrimaries(png) : { profile: null }
  if (named === null) return { profile: null, colourLoss: losses.odd }
  return { profile: named.profile ?? (exif && isAdobeRgb(exif) ? adobeRgb : null), colourLoss: null }
}

function byCodePoints(points: CodePoints, icc?: Buffer): SourceColour {
  // Beside a profile, which others may believe, or in other words than sRGB's, such a file is not passed on.
  if (areSrgb(points)) return { profile: icc ? saidToBeSrgb : null, colourLoss: null }
  const profile = profileOf(points)
  if (!profile) return { profile: null, colourLoss: losses.odd }
  return { profile, colourLoss: profile.matrix?.range === 'standard' ? null : losses.highRange }
}
