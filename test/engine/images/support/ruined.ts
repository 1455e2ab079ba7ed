import type { Sharp } from 'sharp'
import { flat } from './pictures.ts'

/** A GIF of strips below one another, each a block of its own, with a pause of so many hundredths of a second behind each. */
export async function blockedGif(colours: string[], width: number, rows: number, pause = 0): Promise<Buffer> {
  const parts = await Promise.all(
    colours.map(async (colour) => imageOf(await flat(width, rows, colour).gif().toBuffer())),
  )
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(rows * colours.length, 8)
  const blocks = parts.flatMap(({ table, tableBits, data }, n) => {
    const control = Buffer.from([0x21, 0xf9, 4, 0, pause, 0, 0, 0])
    const descriptor = Buffer.alloc(10)
    descriptor[0] = 0x2c
    descriptor.writeUInt16LE(n * rows, 3)
    descriptor.writeUInt16LE(width, 5)
    descriptor.writeUInt16LE(rows, 7)
    descriptor[9] = 0x80 | tableBits
    return [control, descriptor, table, data]
  })
  return Buffer.concat([head, ...blocks, Buffer.from([0x3b])])
}

/** The colours and the coded data of a GIF of one image. */
function imageOf(gif: Buffer): { table: Buffer; tableBits: number; data: Buffer } {
  const tableBits = (gif[10] ?? 0) & 7
  const tableEnd = 13 + 3 * 2 ** (tableBits + 1)
  let at = tableEnd
  while (gif[at] === 0x21) {
    at += 2
    while ((gif[at] ?? 0) > 0) at += (gif[at] ?? 0) + 1
    at += 1
  }
  return { table: gif.subarray(13, tableEnd), tableBits, data: gif.subarray(at + 10, -1) }
}

export function tiffOf(
  picture: Sharp,
  compression: 'none' | 'lzw' | 'deflate' | 'jpeg' | 'packbits',
  isTiled = false,
): Promise<Buffer> {
  const tiles = isTiled ? { tile: true, tileWidth: 128, tileHeight: 128 } : {}
  return picture.tiff({ compression, quality: 90, ...tiles }).toBuffer()
}
