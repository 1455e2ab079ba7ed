import { riff } from './container-webp.ts'
import { vp8Parts } from './vp8-parts.ts'

/**
 * More than encoders write behind the last bit that is needed: libvpx four bytes, libwebp two. What this many hold is left
 * over too where they are not needed, and short of any word.
 */
const slackBytes = 8

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

/** Of lossy data: of how each block is coded, and of its coefficients. */
function shortenedVp8(body: Buffer): Buffer[] | null {
  const parts = vp8Parts(body)
  if (parts === null) return null
  const { modes, others } = parts
  const copies: Buffer[] = []
  if (modes.to - modes.from > slackBytes)
    copies.push(shorter(body, modes.to, [0, body.readUIntLE(0, 3) - (slackBytes << 5)]))
  for (const { from, to, sizeAt } of others)
    if (to - from > slackBytes)
      copies.push(shorter(body, to, sizeAt === null ? null : [sizeAt, to - from - slackBytes]))
  return copies
}

/** Without the last bytes before `end`, the length that counts them being corrected. */
function shorter(body: Buffer, end: number, length: [at: number, value: number] | null): Buffer {
  const copy = Buffer.concat([body.subarray(0, end - slackBytes), body.subarray(end)])
  if (length) copy.writeUIntLE(length[1], length[0], 3)
  return copy
}
