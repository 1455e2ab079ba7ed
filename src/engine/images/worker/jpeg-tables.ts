/** A quantisation or Huffman table as a JPEG defines it (ITU-T T.81, B.2.4). */
export interface JpegTable {
  /** Its class or precision and its place, then its content, as in the file. */
  bytes: Buffer
  /** Whether anything is decoded by it: one that is not could hold any words. */
  isUsed: boolean
}

export interface QuantisationTable extends JpegTable {
  /** In the order in which coefficients are sent. */
  steps: Uint16Array
}

export interface HuffmanTable extends JpegTable {
  /** Of each 16 bits the length of the code that they begin with, in the upper byte, and its symbol. 0: no code. */
  codes: Uint16Array
  /** Whether each symbol has one code, as its decoder needs it: two for one could hold a message. */
  isDistinct: boolean
}

/** Null where it is not made of whole tables. */
export function readQuantisation(segment: Buffer): QuantisationTable[] | null {
  const tables: QuantisationTable[] = []
  for (let at = 4; at < segment.length; ) {
    const [precision, place] = [segment.readUInt8(at) >> 4, segment.readUInt8(at) & 15]
    const end = at + 1 + (precision === 0 ? 64 : 128)
    if (precision > 1 || place > 3 || end > segment.length) return null
    const read = (k: number) => (precision === 0 ? segment.readUInt8(at + 1 + k) : segment.readUInt16BE(at + 1 + 2 * k))
    const steps = Uint16Array.from({ length: 64 }, (_, k) => read(k))
    tables.push({ bytes: segment.subarray(at, end), isUsed: false, steps })
    at = end
  }
  return tables
}

/** Null where it is not made of whole tables, or one has more codes than can be. */
export function readHuffman(segment: Buffer): HuffmanTable[] | null {
  const tables: HuffmanTable[] = []
  for (let at = 4; at < segment.length; ) {
    if (at + 17 > segment.length) return null
    const [kind, place] = [segment.readUInt8(at) >> 4, segment.readUInt8(at) & 15]
    const counts = segment.subarray(at + 1, at + 17)
    const end = at + 17 + counts.reduce((sum, count) => sum + count, 0)
    if (kind > 1 || place > 3 || end > segment.length) return null
    const symbols = segment.subarray(at + 17, end)
    const isDistinct = new Set(symbols).size === symbols.length && (kind === 1 || symbols.every((size) => size <= 15))
    const codes = codesOf(counts, symbols)
    if (codes === null) return null
    tables.push({ bytes: segment.subarray(at, end), isUsed: false, codes, isDistinct })
    at = end
  }
  return tables
}

/** T.81, C.2. Null where there are more codes of a length than it has room for. */
function codesOf(counts: Buffer, symbols: Buffer): Uint16Array | null {
  const codes = new Uint16Array(65_536)
  let [at, next] = [0, 0]
  for (let length = 1; length <= 16; length += 1) {
    const span = 1 << (16 - length)
    for (let left = counts[length - 1] ?? 0; left > 0; left -= 1) {
      if (at + span > 65_536) return null
      codes.fill((length << 8) | (symbols[next++] ?? 0), at, at + span)
      at += span
    }
  }
  return codes
}
