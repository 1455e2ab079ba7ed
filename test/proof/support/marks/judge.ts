import { constants, inflateRawSync, inflateSync } from 'node:zlib'

/** How a mark may be written: as it is, in two bytes a character, as hexadecimal digits, in base64 at any place of three. */
function spellings(mark: string): Buffer[] {
  const plain = Buffer.from(mark, 'latin1')
  const wide = Buffer.from(mark, 'utf16le')
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), plain])
      .toString('base64')
      .slice(shift === 0 ? 0 : shift + 1, -4),
  )
  const bytes = [plain, wide, Buffer.from(wide).swap16()]
  const digits = bytes.flatMap((each) => [each.toString('hex'), each.toString('hex').toUpperCase()])
  return [...bytes, ...[...digits, ...base64].map((text) => Buffer.from(text))]
}

/** More than any picture of the proof needs. */
const mostInflated = 2 ** 24
const options = { maxOutputLength: mostInflated, finishFlush: constants.Z_SYNC_FLUSH }

/**
 * Everything that a file holds and a reader could get at: its bytes, whatever of them inflates from any place on, and the data
 * of a PNG's chunks of pixels put together; of that again what inflates.
 */
function layersOf(bytes: Buffer, depth = 2): Buffer[] {
  const layers = [bytes]
  if (depth === 0) return layers
  for (let at = 0; at + 2 < bytes.length; at += 1) {
    // A zlib stream begins with its method and a check over two bytes (RFC 1950); a gzip's raw stream behind ten.
    if ((bytes.readUInt8(at) & 0x0f) === 8 && bytes.readUInt16BE(at) % 31 === 0 && bytes.readUInt8(at) <= 0x78)
      add(() => inflateSync(bytes.subarray(at), options))
    if (bytes.readUInt16BE(at) === 0x1f8b) add(() => inflateRawSync(bytes.subarray(at + 10), options))
  }
  return layers

  function add(unpack: () => Buffer): void {
    try {
      const inner = unpack()
      if (inner.length > 8) layers.push(...layersOf(inner, depth - 1))
    } catch {
      // It only looked like a beginning.
    }
  }
}

/** The data of all pixel chunks of a PNG, whose one stream may be in pieces. */
function pixelData(bytes: Buffer): Buffer[] {
  if (bytes.readUInt32BE(0) !== 0x89504e47) return []
  const pieces: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      pieces.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  return pieces.length > 0 ? [Buffer.concat(pieces)] : []
}

/** A GIF's data without the lengths of its sub-blocks, which lie within what is longer than 255 bytes. */
function gifData(bytes: Buffer): Buffer[] {
  if (bytes.toString('latin1', 0, 3) !== 'GIF') return []
  const found: Buffer[] = []
  for (let start = 13; start < bytes.length; start += 1) {
    const pieces: Buffer[] = []
    let at = start
    for (let size = bytes[at] ?? 0; size > 0 && at + size < bytes.length; size = bytes[at] ?? 0) {
      pieces.push(bytes.subarray(at + 1, at + 1 + size))
      at += size + 1
    }
    if (pieces.length > 1) found.push(Buffer.concat(pieces))
  }
  return found
}

export function holdsMark(bytes: Buffer, mark: string): boolean {
  const wanted = spellings(mark)
  const layers = [...layersOf(bytes), ...pixelData(bytes).flatMap((data) => layersOf(data)), ...gifData(bytes)]
  return layers.some((layer) => wanted.some((spelling) => layer.includes(spelling)))
}
