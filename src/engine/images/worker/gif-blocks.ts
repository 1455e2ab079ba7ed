import { endOfSubBlocks, tableSize } from './whole-gif.ts'

const graphicControl = 0xf9
const application = 0xff
const extension = 0x21
const image = 0x2c

interface Block {
  left: number
  top: number
  right: number
  bottom: number
}

/** More of them than this are compared for too long. */
const mostBlocks = 2048

/**
 * How many blocks a still GIF is put together from, each with 256 colours of its own: side by side, none over another, and
 * nothing that asks for a loop or takes a block away again. Null for every other GIF.
 */
export function countBlocks(gif: Buffer): number | null {
  try {
    const blocks: Block[] = []
    let at = 13 + tableSize(gif.readUInt8(10))
    for (let kind = gif.readUInt8(at); kind === extension || kind === image; kind = gif.readUInt8(at)) {
      if (kind === extension) {
        if (movesOn(gif, at)) return null
        at = endOfSubBlocks(gif, at + 2)
        continue
      }
      const [left, top] = [gif.readUInt16LE(at + 1), gif.readUInt16LE(at + 3)]
      const block = { left, top, right: left + gif.readUInt16LE(at + 5), bottom: top + gif.readUInt16LE(at + 7) }
      if (blocks.length === mostBlocks || blocks.some((other) => overlaps(other, block))) return null
      blocks.push(block)
      at = endOfSubBlocks(gif, at + 11 + tableSize(gif.readUInt8(at + 9)))
    }
    return blocks.length > 1 ? blocks.length : null
  } catch (error) {
    // Cut off; the decoder has the words for it.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A loop, or a frame that is taken away before the next one (GIF89a, 23 and 26). */
function movesOn(gif: Buffer, at: number): boolean {
  const label = gif.readUInt8(at + 1)
  if (label === application) return gif.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0'
  return label === graphicControl && ((gif.readUInt8(at + 3) >> 2) & 7) > 1
}

const overlaps = (one: Block, other: Block): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
