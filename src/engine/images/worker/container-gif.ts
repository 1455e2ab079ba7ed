import type { Container } from './container.ts'
import { join } from './join.ts'

const graphicControl = 0xf9
const extension = 0x21
const image = 0x2c
const trailer = 0x3b

/** A still GIF needs its colour tables, at most one graphic control and one image; all other extensions go. */
export function readGif(bytes: Buffer): Container | null {
  const start = 13 + tableSize(bytes.readUInt8(10))
  const kept: [number, number][] = [[0, start]]
  let images = 0
  let dropped = false
  let at = start
  for (;;) {
    const block = bytes.readUInt8(at)
    if (block === trailer) break
    const from = at
    if (block === extension) {
      at = endOfSubBlocks(bytes, at + 2)
      if (bytes[from + 1] === graphicControl) kept.push([from, at])
      else dropped = true
    } else if (block === image) {
      images += 1
      at = endOfSubBlocks(bytes, at + 11 + tableSize(bytes.readUInt8(at + 9)))
      kept.push([from, at])
    } else return null
  }
  kept.push([at, at + 1])
  return {
    hasPrivate: dropped || at + 1 !== bytes.length,
    animated: images > 1,
    withoutPrivate: () => join(bytes, kept),
  }
}

function tableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function endOfSubBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1
  return at + 1
}
