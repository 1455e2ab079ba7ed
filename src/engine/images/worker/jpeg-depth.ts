import { PictureProblem } from './problem.ts'

/** Frames begin with one of these (ITU-T T.81, table B.1): not C4, C8 and CC, which are tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Scanners of film and X-rays write JPEGs of 12 bits, which nothing is wrong with and few programs read. */
export function requireEightBits(jpeg: Buffer): void {
  const bits = bitsOf(jpeg)
  if (bits === null || bits === 8) return
  throw new PictureProblem(
    `This JPEG has ${bits} bits a channel, which cannot be read here`,
    'export it as PNG, or as JPEG of 8 bits, and add that',
  )
}

/** Null where it has no frame that we could find. */
function bitsOf(jpeg: Buffer): number | null {
  let at = 2
  while (at + 5 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return jpeg[at + 4] ?? null
    else if (marker === 0xda) return null
    else at += 2 + jpeg.readUInt16BE(at + 2)
  }
  return null
}
