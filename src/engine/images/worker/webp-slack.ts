import { riff } from './container-webp.ts'

/**
 * More than encoders write behind the last bit that is needed: libvpx four bytes, libwebp two. What this many hold is left
 * over too where they are not needed, and short of any word.
 */
const slackBytes = 8
/** A key frame's own header (RFC 6386, 9.1). */
const frameHeaderBytes = 10

/**
 * Copies of a still WebP of known chunks, each with a few bytes fewer at the end of one of its compressed streams. None of
 * them may decode: where one does, these bytes were no part of the picture. Null where it is not made as it should be.
 */
export function shortenedCopies(webp: Buffer): Buffer[] | null {
  const chunks = chunksOf(webp)
  const copies: Buffer[] = []
  for (const [index, { type, body }] of chunks.entries()) {
    const bodies = type === 'VP8 ' ? shortenedVp8(body) : type === 'VP8X' ? [] : shortenedStream(type, body)
    if (!bodies) return null
    for (const shorter of bodies)
      copies.push(riff(chunks.map((chunk, at) => (at === index ? { type, body: shorter } : chunk))))
  }
  return copies
}

function chunksOf(webp: Buffer): { type: string; body: Buffer }[] {
  const chunks: { type: string; body: Buffer }[] = []
  for (let at = 12; at < webp.length; ) {
    const size = webp.readUInt32LE(at + 4)
    chunks.push({ type: webp.toString('latin1', at, at + 4), body: webp.subarray(at + 8, at + 8 + size) })
    at += 8 + size + (size % 2)
  }
  return chunks
}

/** Of lossless data, and of alpha, where that is not stored plainly: there its length is the picture's. */
function shortenedStream(type: string, body: Buffer): Buffer[] | null {
  const isPlainAlpha = type === 'ALPH' && (body.readUInt8(0) & 3) === 0
  if (type === 'ALPH' && (body.readUInt8(0) & 0xc0) !== 0) return null
  const fewer = isPlainAlpha ? 1 : slackBytes
  return body.length > fewer ? [body.subarray(0, body.length - fewer)] : []
}

/** Of lossy data: the partition of how each block is coded, and those of the coefficients (RFC 6386, 9.5). */
function shortenedVp8(body: Buffer): Buffer[] | null {
  const tag = body.readUIntLE(0, 3)
  const first = frameHeaderBytes + (tag >> 5)
  const count = partitionsOf(body.subarray(frameHeaderBytes, first))
  const table = first + 3 * (count - 1)
  if ((tag & 1) !== 0 || table > body.length) return null
  const copies: Buffer[] = []
  if (first - frameHeaderBytes > slackBytes) copies.push(shorter(body, first, [0, tag - (slackBytes << 5)]))
  for (let index = 0, at = table; index < count; index += 1) {
    const place = first + 3 * index
    const size = index < count - 1 ? body.readUIntLE(place, 3) : body.length - at
    at += size
    if (at > body.length) return null
    if (size > slackBytes) copies.push(shorter(body, at, index < count - 1 ? [place, size - slackBytes] : null))
  }
  return copies
}

/** Without the last bytes before `end`, the length that counts them being corrected. */
function shorter(body: Buffer, end: number, length: [at: number, value: number] | null): Buffer {
  const copy = Buffer.concat([body.subarray(0, end - slackBytes), body.subarray(end)])
  if (length) copy.writeUIntLE(length[1], length[0], 3)
  return copy
}

/** How many there are for coefficients: it stands in the coded header, behind others (RFC 6386, 19.2). */
function partitionsOf(first: Buffer): number {
  const bit = bitsOf(first)
  const skip = (count: number): void => {
    for (let left = count; left > 0; left -= 1) bit()
  }
  const skipOptional = (entries: number, bits: number): void => {
    for (let left = entries; left > 0; left -= 1) if (bit()) skip(bits)
  }
  skip(2)
  if (bit()) {
    const [hasMap, hasData] = [bit(), bit()]
    if (hasData) {
      bit()
      skipOptional(4, 8)
      skipOptional(4, 7)
    }
    if (hasMap) skipOptional(3, 8)
  }
  skip(10)
  if (bit() && bit()) skipOptional(8, 7)
  return 1 << (bit() * 2 + bit())
}

/** Bits that are as likely to be one as zero, by VP8's arithmetic decoder (RFC 6386, 7.3). */
function bitsOf(data: Buffer): () => 0 | 1 {
  let [at, range, count] = [2, 255, 0]
  let value = ((data[0] ?? 0) << 8) | (data[1] ?? 0)
  return () => {
    const split = 1 + (((range - 1) * 128) >> 8)
    const isOne = value >= split << 8
    if (isOne) {
      range -= split
      value -= split << 8
    } else range = split
    while (range < 128) {
      value <<= 1
      range <<= 1
      count += 1
      if (count === 8) {
        count = 0
        value |= data[at++] ?? 0
      }
    }
    return isOne ? 1 : 0
  }
}
