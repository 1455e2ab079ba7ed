import { isFrame, jpegSegments } from './jpeg-segments.ts'
import { PictureProblem } from './problem.ts'

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
  for (const { marker, start } of jpegSegments(jpeg, { isHeader: true }))
    if (isFrame(marker)) return jpeg[start + 4] ?? null
  return null
}
