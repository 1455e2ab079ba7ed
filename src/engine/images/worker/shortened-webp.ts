import { type Vp8Parts, vp8Parts } from './vp8-parts.ts'
import type { WebpChunk } from './webp-chunks.ts'

/**
 * Bytes of a part that its picture may do without: what its coder writes behind the last bit (four bytes by libvpx), and the
 * last bits themselves, which libwebp reads as zeros before it notices that there are none: of lossless data up to a pixel,
 * which has eight bytes at the most. Measured on whole files: up to eight, of lossy data six.
 */
export interface IdleBytes {
  lossy: number
  lossless: number
  /** Of alpha that is stored plainly; 0: it is not looked at. */
  plain: number
  /** Of a part with no more than these nothing is told by leaving some out. */
  least: number
}

export const likelyIdle: IdleBytes = { lossy: 12, lossless: 10, plain: 0, least: 4 }
/** For what is paid. */
export const wideIdle: IdleBytes = { ...likelyIdle, lossless: 16 }
/** For what is passed on as it is: fewer than any word has. What needs fewer of its bytes is encoded anew. */
export const leastIdle: IdleBytes = { lossy: 8, lossless: 8, plain: 1, least: 1 }
/** Where a lossy part ends in nothing but zeros: they were never written, and no coder's end is so long. */
const idleZeros = 4

/**
 * The chunks of a picture with one of their parts made shorter by more than is idle in it, one set for each part. None of
 * them must decode: a decoder reads nearly any bits, and wrong ones bring it to another place than the end of its data. If
 * that is beyond the end it complains; if it is before, it needs these bytes no more, and is content without them.
 */
export function shortenedChunks(chunks: WebpChunk[], idle: IdleBytes): WebpChunk[][] {
  return chunks.flatMap((chunk) =>
    shortenedContents(chunk, idle).map((content) =>
      chunks.map((other) => (other === chunk ? { ...chunk, content } : other)),
    ),
  )
}

function shortenedContents({ type, content }: WebpChunk, idle: IdleBytes): Buffer[] {
  if (type === 'VP8 ') return shortenedParts(content, idle)
  const isPlain = type === 'ALPH' && ((content[0] ?? 0) & 3) === 0
  const fewer = isPlain ? idle.plain : idle.lossless
  const isTried = type === 'VP8L' || type === 'ALPH'
  return isTried && fewer > 0 && content.length >= fewer + idle.least ? [content.subarray(0, -fewer)] : []
}

function shortenedParts(data: Buffer, { lossy: idle, least }: IdleBytes): Buffer[] {
  const parts = vp8Parts(data)
  if (parts === null) return []
  const { modes, others } = parts
  const isLong = ({ from, to }: { from: number; to: number }): boolean => to - from >= idle + least
  const idleOf = ({ to }: { to: number }): number =>
    data.subarray(to - idle, to).every((byte) => byte === 0) ? idleZeros : idle
  return [
    ...(isLong(modes) ? [withoutEndOfModes(data, modes, idleOf(modes))] : []),
    ...others.filter(isLong).map((part) => withoutEndOf(data, part, idleOf(part))),
  ]
}

/** Its size stands in the first nineteen bits but five. */
function withoutEndOfModes(data: Buffer, { to }: Vp8Parts['modes'], idle: number): Buffer {
  const shorter = Buffer.concat([data.subarray(0, to - idle), data.subarray(to)])
  shorter.writeUIntLE(data.readUIntLE(0, 3) - (idle << 5), 0, 3)
  return shorter
}

function withoutEndOf(data: Buffer, { to, sizeAt }: Vp8Parts['others'][number], idle: number): Buffer {
  const shorter = Buffer.concat([data.subarray(0, to - idle), data.subarray(to)])
  if (sizeAt !== null) shorter.writeUIntLE(data.readUIntLE(sizeAt, 3) - idle, sizeAt, 3)
  return shorter
}
