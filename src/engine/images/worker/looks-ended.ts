import type { SourcePicture } from './read-source.ts'
import { sniff } from './sniff.ts'

/** Enough for any format's end, with the litter that some programs leave behind it. */
export const tailBytes = 64

const jpegEnd = Buffer.from([0xff, 0xd9])
const pngEnd = Buffer.from('IEND', 'latin1')
const gifEnd = 0x3b

/**
 * Whether a file's end is where its format has it, by its first and last bytes alone: what was cut off has none, nor what
 * is still being copied. A file that has more behind its end looks the same, and has to be read. Formats without an end of
 * their own count as ended.
 */
export function looksEnded({ bytes, sizeBytes, tail }: SourcePicture): boolean {
  switch (sniff(bytes)) {
    case 'jpeg':
      // Within coded data these two bytes never follow each other.
      return tail.includes(jpegEnd)
    case 'png':
      return tail.includes(pngEnd)
    case 'gif':
      return tail.includes(gifEnd)
    case 'webp':
      return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 <= sizeBytes
    default:
      return true
  }
}
