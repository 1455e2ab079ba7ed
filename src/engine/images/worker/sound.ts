import { cutOff, ruined } from './damage.ts'
import { decodes } from './decode-whole.ts'
import { isDoubtful, lossOf } from './jpeg-tolerance.ts'
import type { Picture } from './open-picture.ts'
import { type IdleBytes, leastIdle, likelyIdle } from './shortened-webp.ts'
import { requireSoundAvif } from './whole-avif.ts'
import { requireWholeGif } from './whole-gif.ts'
import { requireSoundTiff } from './whole-tiff.ts'
import { hasLosslessHole, type PartsOptions, readWebpParts, type WebpFrame, type WebpParts } from './whole-webp.ts'

/**
 * Proves of the picture that is sent what its decoder does not: that its coded data comes to the end that it has. JPEGs are
 * measured where they are decoded; PNG is proven by its decoder.
 * @throws PictureProblem
 */
export async function requireSound(picture: Picture, idle: IdleBytes = likelyIdle): Promise<void> {
  if (picture.kind === 'tiff') await requireSoundTiff(picture.bytes)
  if (picture.kind === 'avif') requireSoundAvif(picture.bytes)
  const parts = partsOf(picture, { mostFrames: picture.frame + 1, idle })
  if (picture.kind === 'webp' && hasLosslessHole(picture.bytes)) throw ruined()
  await requireNeeded(picture, parts)
}

/** Whether every pixel can be read without a complaint, is what was written, and needs all that is there. */
export async function provesWhole(picture: Picture): Promise<boolean> {
  if (isDoubtful(picture) && lossOf(picture) !== null) return false
  return (
    (await decodes(picture)) &&
    (await requireSound(picture, leastIdle).then(
      () => true,
      () => false,
    ))
  )
}

/** Reads through the parts of a WebP or a GIF. */
export function partsOf(picture: Picture, options: PartsOptions): WebpParts {
  const { kind, bytes, width, height, isOnItsSide } = picture
  try {
    if (kind === 'webp')
      return readWebpParts(bytes, isOnItsSide ? { width: height, height: width } : { width, height }, options)
    if (kind === 'gif') requireWholeGif(bytes, options.mostFrames)
    return { frames: [], mustFail: [] }
  } catch (error) {
    // Reads beyond the end.
    if (error instanceof RangeError) throw cutOff()
    throw error
  }
}

/** @throws PictureProblem where one of the copies decodes that must not */
export async function requireNeeded(picture: Picture, { mustFail }: WebpParts): Promise<void> {
  for (const frame of mustFail) if (await decodes(frameAlone(picture, frame))) throw ruined()
}

export const frameAlone = (picture: Picture, frame: WebpFrame): Picture => ({
  ...picture,
  ...frame,
  isOnItsSide: false,
})
