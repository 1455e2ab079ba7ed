import { cutOff } from './damage.ts'
import { decodeWhole, provesWhole } from './decode-whole.ts'
import type { Picture } from './open-picture.ts'
import { tolerantly } from './tolerance.ts'
import { requireWholeGif } from './whole-gif.ts'
import { requireWholePng } from './whole-png.ts'
import { readWebpParts, type WebpFrame } from './whole-webp.ts'

/**
 * Proves that a file is a whole picture: all of its frames decode to their last rows, and its own end is there. Decoders
 * alone do not prove it: some read zeros in place of what was never written, or are content without an end.
 * @throws PictureProblem
 */
export async function requireWhole(picture: Picture): Promise<void> {
  const { frames, mustFail } = partsOf(picture)
  await tolerantly(picture, decodeWhole, { isEndNeeded: true })
  for (const frame of frames) await tolerantly(alone(picture, frame), decodeWhole)
  for (const frame of mustFail) if (await provesWhole(alone(picture, frame))) throw cutOff()
}

const alone = (picture: Picture, frame: WebpFrame): Picture => ({ ...picture, ...frame, isOnItsSide: false })

function partsOf({ kind, bytes, width, height, isOnItsSide }: Picture): { frames: WebpFrame[]; mustFail: WebpFrame[] } {
  const none = { frames: [], mustFail: [] }
  try {
    if (kind === 'webp') return readWebpParts(bytes, isOnItsSide ? { width: height, height: width } : { width, height })
    if (kind === 'gif') requireWholeGif(bytes)
    if (kind === 'png') requireWholePng(bytes)
    return none
  } catch (error) {
    // Reads beyond the end.
    if (error instanceof RangeError) throw cutOff()
    throw error
  }
}
