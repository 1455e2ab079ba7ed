import { deflateSync } from 'node:zlib'

/** A TIFF block of one tag, as EXIF has it. */
export function exifBlock(
  orientation: number,
  { order = 'II', type = 3 }: { order?: 'II' | 'MM'; type?: 1 | 3 | 4 } = {},
): Buffer {
  const little = order === 'II'
  const block = Buffer.alloc(26)
  const u16 = (value: number, at: number) => (little ? block.writeUInt16LE(value, at) : block.writeUInt16BE(value, at))
  const u32 = (value: number, at: number) => (little ? block.writeUInt32LE(value, at) : block.writeUInt32BE(value, at))
  block.write(order, 0, 'latin1')
  u16(42, 2)
  u32(8, 4)
  u16(1, 8)
  u16(0x0112, 10)
  u16(type, 12)
  u32(1, 14)
  if (type === 1) block[18] = orientation
  else if (type === 3) u16(orientation, 18)
  else u32(orientation, 18)
  return block
}

export const withExifHead = (block: Buffer): Buffer => Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block])

/** As ImageMagick keeps in PNG what it found in a JPEG: the name, the length, lines of hexadecimal digits. */
export function rawProfile(name: 'exif' | 'APP1', profile: Buffer): string {
  const lines = profile.toString('hex').match(/.{1,72}/g) ?? []
  return `\n${name}\n${String(profile.length).padStart(8)}\n${lines.join('\n')}\n`
}

/** The content of a text chunk of any of the three types. */
export function textChunk(type: 'tEXt' | 'zTXt' | 'iTXt', keyword: string, text: string, isPacked = false): Buffer {
  const key = Buffer.from(`${keyword}\0`, 'latin1')
  if (type === 'tEXt') return Buffer.concat([key, Buffer.from(text, 'latin1')])
  const packed = deflateSync(Buffer.from(text))
  if (type === 'zTXt') return Buffer.concat([key, Buffer.from([0]), packed])
  return Buffer.concat([key, Buffer.from([isPacked ? 1 : 0, 0, 0, 0]), isPacked ? packed : Buffer.from(text)])
}
