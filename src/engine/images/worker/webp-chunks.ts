export interface WebpChunk {
  type: string
  /** Without the byte that makes its length even. */
  content: Buffer
}

export interface FoundChunk extends WebpChunk {
  /** Where its content begins, in the file. */
  at: number
  /** Its content is not all there. */
  isCut: boolean
}

const headBytes = 12
/** Of an animation's frame (`ANMF`), before its own chunks. */
export const frameHeadBytes = 16

/** Where a WebP ends by its own word. */
export const webpEnd = (bytes: Buffer): number => 8 + bytes.readUInt32LE(4)

/** Chunk by chunk, also of a WebP that is cut off. */
export function* webpChunks(bytes: Buffer, from = headBytes, to = bytes.length): Generator<FoundChunk> {
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32LE(at + 4)
    const content = bytes.subarray(at + 8, Math.min(to, at + 8 + size))
    yield { type: bytes.toString('latin1', at, at + 4), content, at: at + 8, isCut: content.length < size }
    at += 8 + size + (size % 2)
  }
}

/** Null where one of them is not all there, or has no name, or there is more behind the last. */
export function wholeChunks(bytes: Buffer, from = headBytes, to = webpEnd(bytes)): FoundChunk[] | null {
  if (to > bytes.length) return null
  const chunks = [...webpChunks(bytes, from, to)]
  const last = chunks.at(-1)
  const end = last ? last.at + last.content.length : from
  const areWhole = chunks.every(({ type, isCut }) => !isCut && /^[\x20-\x7e]{4}$/.test(type))
  return areWhole && to - end <= 1 ? chunks : null
}

/** A file of these chunks, each of an even length, the byte that makes it so being zero. */
export function webpOf(chunks: WebpChunk[]): Buffer {
  const written = chunks.flatMap(({ type, content }) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return [head, content, Buffer.alloc(content.length % 2)]
  })
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...written])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
