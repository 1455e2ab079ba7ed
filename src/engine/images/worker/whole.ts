import { cutOff } from './damage.ts'
import { decodeWhole } from './decode-whole.ts'
import { jpegProblem, lossOf } from './jpeg-tolerance.ts'
import type { Picture } from './open-picture.ts'
import { wideIdle } from './shortened-webp.ts'
import { frameAlone, partsOf, requireNeeded } from './sound.ts'
import { tolerantly } from './tolerance.ts'
import { requireWholeApng } from './whole-apng.ts'
import { requireWholeAvif } from './whole-avif.ts'
import { requireWholePng } from './whole-png.ts'
import { requireWholeTiff } from './whole-tiff.ts'

/**
 * Proves that a file is a whole picture: all of its frames decode to their last rows, what they are coded in comes to the
 * end that it has, and the file's own end is there. Decoders alone do not prove it: most take nearly any bits for a picture.
 * @throws PictureProblem
 */
export async function requireWhole(picture: Picture): Promise<void> {
  if (picture.kind === 'png') {
    requirePngEnd(picture.bytes)
    await requireWholeApng(picture.bytes)
  }
  if (picture.kind === 'tiff') await requireWholeTiff(picture.bytes)
  if (picture.kind === 'avif') requireWholeAvif(picture.bytes)
  const loss = lossOf(picture, { isAllNeeded: true })
  if (loss !== null) throw jpegProblem(loss)
  const parts = partsOf(picture, { idle: wideIdle })
  await tolerantly(picture, decodeWhole, { isEndNeeded: true })
  for (const frame of parts.frames) await tolerantly(frameAlone(picture, frame), decodeWhole)
  await requireNeeded(picture, parts)
}

function requirePngEnd(bytes: Buffer): void {
  try {
    requireWholePng(bytes)
  } catch (error) {
    // Reads beyond the end.
    if (error instanceof RangeError) throw cutOff()
    throw error
  }
}
