import { crc32, deflateSync } from 'node:zlib'

/** A JPEG with another marker segment right after its start. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

export function withJpegProfile(jpeg: Buffer, icc: Buffer): Buffer {
  return withSegment(jpeg, 0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), icc]))
}

/** A PNG with another chunk right after its header. */
export function withChunk(png: Buffer, type: string, content: Buffer): Buffer {
  const afterHeader = 8 + 25
  return Buffer.concat([png.subarray(0, afterHeader), chunk(type, content), png.subarray(afterHeader)])
}

export function withPngProfile(png: Buffer, icc: Buffer): Buffer {
  return withChunk(png, 'iCCP', iccpOf(icc))
}

export function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG that claims any size; its pixels are whatever `data` inflates to. */
export function claimedPng(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const privateMarks = ['Exif', 'http://ns.adobe.com/xap', '<x:xmpmeta', 'Photoshop 3.0', 'MPF\0', 'Secret']

/** What of the sources' private details is still to be found in these bytes. */
export function privateRemains(bytes: Buffer): string[] {
  return privateMarks.filter((mark) => bytes.includes(mark, 0, 'latin1'))
}

/** A PNG of exactly these samples, big endian where they have 16 bits; the rows stand one after the other, unpacked. */
export function plainPng(
  { width, height, bits, colourType }: { width: number; height: number; bits: 8 | 16; colourType: 0 | 2 | 4 | 6 },
  samples: Buffer,
  chunks: [type: string, content: Buffer][] = [],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colourType, 0, 0, 0], 8)
  const line = samples.length / height
  const rows = Array.from({ length: height }, (_, y) => [Buffer.alloc(1), samples.subarray(y * line, (y + 1) * line)])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...chunks.map(([type, content]) => chunk(type, content)),
    chunk('IDAT', deflateSync(Buffer.concat(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const iccpOf = (icc: Buffer): Buffer => Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(icc)])

/** A plain lossless WebP with a profile: the extended form of the same picture. */
export function withWebpProfile(
  webp: Buffer,
  { width, height }: { width: number; height: number },
  icc: Buffer,
): Buffer {
  const part = (type: string, content: Buffer): Buffer => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
  }
  const extended = Buffer.alloc(10)
  extended.writeUInt8(0x20)
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const body = Buffer.concat([Buffer.from('WEBP'), part('VP8X', extended), part('ICCP', icc), webp.subarray(12)])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
