import { crc32, deflateSync } from 'node:zlib'

/** A grey square without anything on it, whose many pixels take few bytes. */
export function largePng(edge: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  // Eight bits, grey.
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(edge * (edge + 1), 0x7f)
  // The first byte of a row names its filter: none.
  for (let row = 0; row < edge; row += 1) rows[row * (edge + 1)] = 0
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
