/** Where the parts of a lossy WebP's data lie: the modes of its blocks first, then one or more of coefficients (RFC 6386, 9). */
export interface Vp8Parts {
  modes: { from: number; to: number }
  /** Of the coefficients; where the size of each but the last stands. */
  others: { from: number; to: number; sizeAt: number | null }[]
}

const headerBytes = 10
const sizeBytes = 3

/** Null where its header is not understood. RangeError where it ends within. */
export function vp8Parts(data: Buffer): Vp8Parts | null {
  const tag = data.readUIntLE(0, 3)
  const isKeyFrame = (tag & 1) === 0
  const modes = { from: headerBytes, to: headerBytes + (tag >> 5) }
  if (!isKeyFrame || modes.to > data.length) return null
  const count = 2 ** partsSaid(new Bits(data, modes.from, modes.to))
  const others: Vp8Parts['others'] = []
  let from = modes.to + sizeBytes * (count - 1)
  for (let n = 0; n < count; n += 1) {
    const sizeAt = n === count - 1 ? null : modes.to + sizeBytes * n
    const to = sizeAt === null ? data.length : from + data.readUIntLE(sizeAt, sizeBytes)
    if (to > data.length || from > to) return null
    others.push({ from, to, sizeAt })
    from = to
  }
  return { modes, others }
}

/** The frame's header up to the number of its parts, as a power of two (RFC 6386, 9.2 to 9.5). */
function partsSaid(bits: Bits): number {
  bits.take(2)
  if (bits.take(1)) {
    const [hasMap, hasData] = [bits.take(1), bits.take(1)]
    if (hasData) {
      bits.take(1)
      for (let n = 0; n < 4; n += 1) if (bits.take(1)) bits.take(8)
      for (let n = 0; n < 4; n += 1) if (bits.take(1)) bits.take(7)
    }
    if (hasMap) for (let n = 0; n < 3; n += 1) if (bits.take(1)) bits.take(8)
  }
  bits.take(10)
  const areAdjusted = bits.take(1) === 1
  const isUpdate = areAdjusted && bits.take(1) === 1
  if (isUpdate) for (let n = 0; n < 8; n += 1) if (bits.take(1)) bits.take(7)
  return bits.take(2)
}

/** The coder's bits, where each of them is as likely as not (RFC 6386, 7.3). */
class Bits {
  readonly #data: Buffer
  readonly #end: number
  #at: number
  #value: number
  #range = 255
  #shifted = 0

  constructor(data: Buffer, from: number, end: number) {
    this.#data = data
    this.#end = end
    this.#value = data.readUInt16BE(from)
    this.#at = from + 2
  }

  take(count: number): number {
    let taken = 0
    for (let n = 0; n < count; n += 1) taken = (taken << 1) | this.#one()
    return taken
  }

  #one(): number {
    const split = 1 + (((this.#range - 1) * 128) >> 8)
    const isSet = this.#value >= split << 8
    if (isSet) {
      this.#range -= split
      this.#value -= split << 8
    } else this.#range = split
    for (; this.#range < 128; this.#range <<= 1) {
      this.#value <<= 1
      this.#shifted += 1
      if (this.#shifted < 8) continue
      this.#shifted = 0
      this.#value |= this.#at < this.#end ? (this.#data[this.#at] ?? 0) : 0
      this.#at += 1
    }
    return isSet ? 1 : 0
  }
}
