import type { CodeTable } from './jpeg-layout.ts'

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

/** For direct values: the bits of the code, and above them how many follow. */
export function directLookup(table: CodeTable): Uint32Array {
  return lengths(table, (length, symbol) => length | (symbol << entry.stepsAt))
}

export function otherLookup(table: CodeTable): Lookup {
  const one = lengths(table, (length, symbol) => {
    const [run, size] = [symbol >> 4, symbol & 15]
    if (size > 0) return (length + size) | ((run + 1) << entry.stepsAt)
    return run === 15 ? length | (16 << entry.stepsAt) : length | entry.last
  })
  const many = new Uint32Array(values)
  for (let value = 0; value < values; value += 1) many[value] = together(one, value)
  return { one, many }
}

function lengths({ counts, symbols }: CodeTable, toEntry: (length: number, symbol: number) => number): Uint32Array {
  const found = new Uint32Array(values).fill(entry.none)
  let [code, at] = [0, 0]
  for (let length = 1; length <= 16; length += 1) {
    for (let n = counts[length - 1] ?? 0; n > 0; n -= 1) {
      const from = code << (16 - length)
      found.fill(toEntry(length, symbols[at] ?? 0), from, from + (1 << (16 - length)))
      code += 1
      at += 1
    }
    code <<= 1
  }
  return found
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
