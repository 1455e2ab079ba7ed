import { cutOff, ruined } from './damage.ts'
import { type JpegLoss, measureJpeg } from './jpeg-loss.ts'
import { codedDataAt } from './jpeg-segments.ts'
import { hasTwinSectors, looksHoled } from './jpeg-suspicion.ts'
import type { Picture } from './open-picture.ts'

/** Smaller files are walked through whatever they look like: it takes a few milliseconds. */
const smallBytes = 2 ** 19
/** A JPEG that lost no more of itself than this is what editors open without a word: at its edge, and a person is told. */
const bearableLoss = 0.02

/** Whether a JPEG has to be measured before its decoder is believed, which takes nearly any bits for a picture. */
export function isDoubtful({ kind, bytes }: Picture): boolean {
  if (kind !== 'jpeg') return false
  const dataAt = codedDataAt(bytes)
  return dataAt !== null && (bytes.length <= smallBytes || looksHoled(bytes, dataAt))
}

/**
 * Null where nothing is lost, or where nobody can tell.
 * @param isAllNeeded a file that ends with its marker behind some of its scans lacks the others. A person's own picture may
 * have been left without them: that shows in each program, and is no reason to refuse it.
 */
export function lossOf({ kind, bytes }: Picture, { isAllNeeded = false } = {}): JpegLoss | null {
  if (kind !== 'jpeg') return null
  const loss = measureJpeg(bytes)
  if (loss === null) return null
  if (loss.where === 'none') return isAllNeeded && loss.isUnfinished ? { ...loss, where: 'end' } : null
  // What stands there in the place of something else decodes, so that less seems to be lost than is.
  return loss.where === 'end' && hasTwinSectors(bytes.subarray(0, loss.dataEnd), 0)
    ? { ...loss, where: 'unknown' }
    : loss
}

/** The same as what can be read of it, and what is lost in words; null where that is too much. */
export function bearably(
  picture: Picture,
  { where, share, rows, dataEnd, isOfScans }: JpegLoss,
): { picture: Picture; flaw: string } | null {
  if (where === 'unknown' || isOfScans || share > bearableLoss) return null
  const height = picture.isOnItsSide ? picture.width : picture.height
  if (where === 'between')
    return { picture, flaw: `the file is damaged: ${rows} of ${height} rows are wrong in part (${percent(share)})` }
  const bytes = Buffer.concat([picture.bytes.subarray(0, dataEnd), Buffer.from([0xff, 0xd9])])
  return {
    picture: { ...picture, bytes },
    flaw: `the file is cut off at its end: the last ${rows} of ${height} rows are grey or damaged (${percent(share)})`,
  }
}

export const jpegProblem = ({ where, share }: JpegLoss) =>
  where === 'end' ? cutOff(share || undefined) : ruined(share || undefined)

const percent = (share: number): string => `${(100 * share).toFixed(1)} % of the picture`
