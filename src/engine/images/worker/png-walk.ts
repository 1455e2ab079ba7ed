/** A chunk of a PNG: `at` is its first byte, `end` the first behind its checksum, which may lie beyond the file. */
export interface PngChunk {
  type: string
  at: number
  end: number
  /** As much of it as there is. */
  body: Buffer
}

/**
 * Chunk by chunk up to IEND, also of a PNG that is cut off within one of them.
 * @throws RangeError where it ends before a chunk's header does
 */
export function* pngChunks(bytes: Buffer): Generator<PngChunk> {
  for (let at = 8; ; ) {
    const size = bytes.readUInt32BE(at)
    const [type, end] = [bytes.toString('latin1', at + 4, at + 8), at + 12 + size]
    yield { type, at, end, body: bytes.subarray(at + 8, at + 8 + size) }
    if (type === 'IEND') return
    at = end
  }
}
