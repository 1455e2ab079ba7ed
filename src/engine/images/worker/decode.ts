import type { Sharp } from 'sharp'
import { loadSharp } from './libvips.ts'
import type { Picture } from './open-picture.ts'

/** How strictly a picture is read: every flaw counts, or only those by which pixels are lost, or none. */
export type Strictness = 'warning' | 'error' | 'none'

export interface DecodeOptions {
  /** The profile is kept aside instead of converted by. */
  ignoreIcc?: boolean
  /** As it is stored. */
  unturned?: boolean
}

/** The start of a pipeline on the first frame, upright. */
export async function decoder(picture: Picture, strictness: Strictness, options: DecodeOptions = {}): Promise<Sharp> {
  const sharp = await loadSharp()
  const pipeline = sharp(picture.bytes, {
    failOn: strictness,
    limitInputPixels: Number.isFinite(picture.mostPixels) ? picture.mostPixels : false,
    sequentialRead: true,
    ...(picture.frame > 0 && { page: picture.frame }),
    // Converting from sRGB to sRGB would cost more than the decoding. A profile that we do not take counts for nobody.
    ignoreIcc: options.ignoreIcc === true || picture.profile === null || picture.profile.isSrgb,
  })
  if (options.unturned) return pipeline
  return picture.unseenOrientation === null ? pipeline.autoOrient() : turned(pipeline, picture.unseenOrientation)
}

/** What sharp turns before it resizes as well, though slower than by the file's own tag. It mirrors before it turns. */
function turned(pipeline: Sharp, orientation: number): Sharp {
  const isMirrored = [2, 4, 5, 7].includes(orientation)
  const angle = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation] ?? 0
  return (isMirrored ? pipeline.flop() : pipeline).rotate(angle)
}
