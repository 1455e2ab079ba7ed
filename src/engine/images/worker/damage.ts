import { NoPicture, PictureProblem } from './problem.ts'
import { words } from './words.ts'

const cutOffWords =
  /premature end|not enough data|read error|unexpected end|unable to parse|truncated|end of (?:file|stream)/i
/** The decoder's own limits, and memory it did not get: nothing is wrong with the file. */
const tooMuch =
  /out of memory|cannot allocate|unable to allocate|insufficient memory|pixel limit|security limit|too large/i
const harmful = /bad huffman|bad arithmetic|instead of rst|inconsistent progression/i

/** The file ends, or its data stops, before its picture does. */
export class CutOff extends NoPicture {}

/** @param share of the picture that is missing, where it was measured */
export const cutOff = (share?: number): CutOff =>
  new CutOff(
    `This picture is cut off: ${share === undefined ? 'a part of the file' : words.share(share)} is missing`,
    'copy or export it again and add that',
  )

const lostPart = (share: number | undefined): string =>
  share === undefined ? 'a part of it' : share > 0.99 ? words.share(share) : `at least ${words.share(share)}`

/** @param share of the picture that is lost, at the least, where it was measured */
export const ruined = (share?: number): NoPicture =>
  new NoPicture(
    `This picture is damaged: ${lostPart(share)} is lost`,
    'copy it again from where it came from, or open it in your editor and look at it, export it and add that',
  )

/** libvips's complaint as a designer's sentence; its own words may hold text out of the file and are dropped. */
export function damage(error: unknown): PictureProblem {
  if (isCutOff(error)) return cutOff()
  if (error instanceof Error && tooMuch.test(error.message))
    return new PictureProblem(
      'This picture needs more memory than a picture may take',
      'export it smaller and add that',
    )
  return new NoPicture(
    'This picture is damaged and cannot be decoded',
    'open it in your editor, export it again and add that',
  )
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && cutOffWords.test(error.message)
}

/** libjpeg came to the end of the file before the end of the picture or its marker. */
export function ranOut(error: unknown): boolean {
  return error instanceof Error && error.message.includes('premature end of JPEG image')
}

/** Among libjpeg's and libpng's complaints, those after which pixels are missing or wrong. */
export function isHarmful(error: unknown): boolean {
  return isCutOff(error) || (error instanceof Error && harmful.test(error.message))
}

/**
 * Data behind all that libjpeg needed of a scan: it took wrong bits for the picture, and came to another place than the end.
 * The same words stand for litter between a JPEG's first markers, which does no harm.
 */
export function hasLeftOver(error: unknown): boolean {
  const [, bytes] = (error instanceof Error && /(\d+) extraneous bytes before marker/i.exec(error.message)) || []
  return Number(bytes) > idleBytes
}

/** Of litter that some programs leave behind the last scan. */
const idleBytes = 8
