/** What the next sixteen bits begin with, for each of their values. */
export interface Lookup {
  /** One symbol: its bits in all, its value's own bits, how far it leads. */
  one: Uint32Array
  /** As many symbols as lie whole within them and within a block. */
  many: Uint32Array
}

/** How an entry is laid out. */
export const entry = {
  /** Bits that are used up. */
  bits: 31,
  stepsAt: 5,
  steps: 127,
  /** Ends the block. */
  last: 1 << 12,
  /** No code begins so. */
  none: 1 << 13,
}

const values = 1 << 16
const inBlock = 63

/** Of the values of a block but the direct one. */
export function lookupOf(codes: Uint16Array): Lookup {
  const one = Uint32Array.from(codes, (code) => (code === 0 ? entry.none : entryOf(code >> 8, code & 0xff)))
  const many = new Uint32Array(values)
  for (let value = 0; value < values; value += 1) many[value] = together(one, value)
  return { one, many }
}

function entryOf(length: number, symbol: number): number {
  const [run, size] = [symbol >> 4, symbol & 15]
  if (size > 0) return (length + size) | ((run + 1) << entry.stepsAt)
  return run === 15 ? length | (16 << entry.stepsAt) : length | entry.last
}

/** 0 where not one fits. */
function together(one: Uint32Array, value: number): number {
  let [bits, steps] = [0, 0]
  for (;;) {
    const next = one[(value << bits) & (values - 1)] ?? entry.none
    const more = (next >> entry.stepsAt) & entry.steps
    if (next & entry.none || bits + (next & entry.bits) > 16 || steps + more >= inBlock) break
    bits += next & entry.bits
    steps += more
    if (next & entry.last) return bits | (steps << entry.stepsAt) | entry.last
  }
  return bits | (steps << entry.stepsAt)
}
