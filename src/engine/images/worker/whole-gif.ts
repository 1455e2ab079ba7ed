import { cutOff } from './damage.ts'
import { readGifCodes } from './gif-pixels.ts'

const trailer = 0x3b
const extension = 0x21
const image = 0x2c

/**
 * Proves that a GIF is all there: every block up to its trailer, and in each image's data a code for each of its pixels.
 * The decoder takes what there is and leaves the rest of the picture empty, without a word.
 * @param mostImages so many are looked at, and nothing behind them
 * @throws CutOff; RangeError where it ends within a block
 */
export function requireWholeGif(bytes: Buffer, mostImages = Number.POSITIVE_INFINITY): void {
  let at = 13 + tableSize(bytes.readUInt8(10))
  let images = 0
  for (let block = bytes.readUInt8(at); block !== trailer; block = bytes.readUInt8(at)) {
    if (block === extension) at = endOfSubBlocks(bytes, at + 2)
    else if (block === image) {
      const pixels = bytes.readUInt16LE(at + 5) * bytes.readUInt16LE(at + 7)
      const from = at + 10 + tableSize(bytes.readUInt8(at + 9))
      at = endOfSubBlocks(bytes, from + 1)
      if (readGifCodes(bytes.subarray(from, at))?.pixels !== pixels) throw cutOff()
      images += 1
      if (images === mostImages) return
    } else throw cutOff()
  }
  if (images === 0) throw cutOff()
}

export const tableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

export function endOfSubBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1
  return at + 1
}
