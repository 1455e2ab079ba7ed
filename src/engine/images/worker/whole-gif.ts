import { cutOff } from './damage.ts'

const trailer = 0x3b
const extension = 0x21
const image = 0x2c

/**
 * Proves that a GIF is all there: every block up to its trailer, and in each image's data a code for each of its pixels.
 * The decoder takes what there is and leaves the rest of the picture empty, without a word.
 * @throws CutOff; RangeError where it ends within a block
 */
export function requireWholeGif(bytes: Buffer): void {
  let at = 13 + tableSize(bytes.readUInt8(10))
  let images = 0
  for (let block = bytes.readUInt8(at); block !== trailer; block = bytes.readUInt8(at)) {
    if (block === extension) at = endOfSubBlocks(bytes, at + 2)
    else if (block === image) {
      const pixels = bytes.readUInt16LE(at + 5) * bytes.readUInt16LE(at + 7)
      const from = at + 10 + tableSize(bytes.readUInt8(at + 9))
      at = endOfSubBlocks(bytes, from + 1)
      if (pixelsIn(dataOf(bytes, from + 1), bytes.readUInt8(from)) !== pixels) throw cutOff()
      images += 1
    } else throw cutOff()
  }
  if (images === 0) throw cutOff()
}

const tableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function endOfSubBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1
  return at + 1
}

function dataOf(bytes: Buffer, from: number): Buffer {
  const parts: Buffer[] = []
  let at = from
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) {
    parts.push(bytes.subarray(at + 1, at + 1 + size))
    at += size + 1
  }
  return Buffer.concat(parts)
}

/** Codes have at most twelve bits (GIF89a, appendix F). */
const mostCodes = 4096

/** How many pixels its codes stand for, up to the end code or the end of the data; -1 where a code means nothing. */
function pixelsIn(data: Buffer, least: number): number {
  if (least < 1 || least > 11) return -1
  const clear = 1 << least
  const lengths = new Uint32Array(mostCodes).fill(1, 0, clear)
  let [next, width, before, pixels] = [clear + 2, least + 1, -1, 0]
  let [bits, count] = [0, 0]
  for (const byte of data) {
    bits |= byte << count
    count += 8
    while (count >= width) {
      const code = bits & ((1 << width) - 1)
      bits >>>= width
      count -= width
      if (code === clear + 1) return pixels
      if (code === clear) {
        next = clear + 2
        width = least + 1
        before = -1
        continue
      }
      if (before < 0 ? code >= clear : code > next || (code === next && next >= mostCodes)) return -1
      const made = before < 0 ? 0 : (lengths[before] ?? 0) + 1
      if (before >= 0 && next < mostCodes) lengths[next++] = made
      pixels += lengths[code] ?? 0
      if (next === 1 << width && width < 12) width += 1
      before = code
    }
  }
  return pixels
}
