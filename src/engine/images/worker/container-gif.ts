import type { Container } from './container-of.ts'
import { cutGifPixels, readGifCodes } from './gif-pixels.ts'
import { endOfSubBlocks, tableSize } from './whole-gif.ts'

const graphicControl = 0xf9
const extension = 0x21
const image = 0x2c
const trailer = 0x3b

interface GifImage {
  /** Its descriptor, ten bytes. */
  at: number
  /** Where its compressed pixels end, sub-blocks and all. */
  end: number
}

/** A still GIF needs its colour tables, at most one graphic control and one image; all other extensions go. */
export function readGif(bytes: Buffer): Container | null {
  const controls: Buffer[] = []
  const images: GifImage[] = []
  let [dropped, at] = [false, 13 + tableSize(bytes.readUInt8(10))]
  for (let block = bytes.readUInt8(at); block !== trailer; block = bytes.readUInt8(at)) {
    const from = at
    if (block === extension) {
      at = endOfSubBlocks(bytes, at + 2)
      if (bytes[from + 1] === graphicControl) controls.push(bytes.subarray(from, at))
      else dropped = true
    } else if (block === image) {
      at = endOfSubBlocks(bytes, at + 11 + tableSize(bytes.readUInt8(at + 9)))
      images.push({ at: from, end: at })
    } else return null
  }
  return {
    hasPrivate: dropped || at + 1 !== bytes.length,
    animated: images.length > 1,
    withoutPrivate: async () => cleanGif(bytes, controls, images),
  }
}

/** Colours that no pixel has may hold anything: they become black. A table that the picture does not use goes. */
function cleanGif(bytes: Buffer, controls: Buffer[], images: GifImage[]): Buffer | null {
  const [picture] = images
  if (!picture || images.length > 1 || controls.length > 1 || !controls.every(isControl)) return null
  const flags = bytes.readUInt8(picture.at + 9)
  const ownTable = tableSize(flags)
  const from = picture.at + 10 + ownTable
  const size = bytes.readUInt16LE(picture.at + 5) * bytes.readUInt16LE(picture.at + 7)
  const compressed = bytes.subarray(from, picture.end)
  const codes = readGifCodes(compressed)
  if (codes?.pixels !== size || codes.end === null) return null
  const screen = Buffer.from(bytes.subarray(0, 13))
  const shared = tableSize(screen.readUInt8(10))
  if (ownTable > 0) screen.writeUInt8(screen.readUInt8(10) & 0x70, 10)
  const table = ownTable > 0 ? bytes.subarray(from - ownTable, from) : bytes.subarray(13, 13 + shared)
  const colours = withoutUnused(table, codes.used)
  const descriptor = bytes.subarray(picture.at, picture.at + 10)
  const tables = ownTable > 0 ? [...controls, descriptor, colours] : [colours, ...controls, descriptor]
  return Buffer.concat([screen, ...tables, cutGifPixels(compressed, codes.end), Buffer.from([trailer])])
}

/** Four bytes, and the end of its only sub-block. */
const isControl = (control: Buffer): boolean => control.length === 8 && control[2] === 4

function withoutUnused(table: Buffer, used: ReadonlySet<number>): Buffer {
  const clean = Buffer.from(table)
  for (let index = 0; index * 3 < clean.length; index += 1)
    if (!used.has(index)) clean.fill(0, index * 3, index * 3 + 3)
  return clean
}
