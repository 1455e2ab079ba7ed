import { directLookup, entry, type Lookup, otherLookup } from './jpeg-codes.ts'
import type { JpegScan } from './jpeg-layout.ts'

interface Block {
  direct: Uint32Array
  others: Lookup
  part: number
  /** A direct value beyond it is no picture's. */
  most: number
}

/** Where the coded data between two restart markers stops to make sense. */
export interface Walked {
  /** Units that can be read before. */
  units: number
  /** `ran-out`: the data ends; `wrong`: no code, or more than a block or a sample holds; null: all are there. */
  stop: 'ran-out' | 'wrong' | null
  /** Bytes behind the last unit. */
  restBytes: number
}

/** Samples have 8 bits: eight times the largest, and room for what rounding and sharpening adds. */
const mostDirect = 8 * 128 * 1.5

export type Walk = (data: Uint8Array, length: number, units: number) => Walked

/** Reads codes without their values. The decoder itself takes nearly any bits for a picture, and says nothing. */
export function walker({ parts }: JpegScan): Walk {
  const blocks: Block[] = parts.flatMap(({ blocks: count, directStep, direct, others }, part) => {
    const block = { direct: directLookup(direct), others: otherLookup(others), part, most: mostDirect / directStep + 1 }
    return Array.from({ length: count }, () => block)
  })
  return (data, length, units) => walk(blocks, new Int32Array(parts.length), data, length, units)
}

/** @param data without stuffed zeros, and at least four bytes longer than `length` */
function walk(blocks: Block[], sums: Int32Array, data: Uint8Array, length: number, units: number): Walked {
  const end = length * 8
  let at = 0
  let unit = 0
  for (; unit < units; unit += 1) {
    for (const { direct, others, part, most } of blocks) {
      const head = direct[peek(data, at)] ?? entry.none
      if (head & entry.none) return { units: unit, stop: at + 16 > end ? 'ran-out' : 'wrong', restBytes: 0 }
      const size = (head >> entry.stepsAt) & entry.steps
      at += head & entry.bits
      const sum = (sums[part] ?? 0) + signed(peek(data, at), size)
      sums[part] = sum
      if (size > 11 || sum > most || sum < -most)
        return { units: unit, stop: at + size > end ? 'ran-out' : 'wrong', restBytes: 0 }
      at = blockEnd(others, data, at + size)
      if (at < 0) return { units: unit, stop: -at + 16 > end ? 'ran-out' : 'wrong', restBytes: 0 }
    }
    if (at > end) return { units: unit, stop: 'ran-out', restBytes: 0 }
  }
  return { units, stop: null, restBytes: (end - at) >> 3 }
}

/** Where the block's codes end; where they make no sense, less than zero. */
function blockEnd({ one, many }: Lookup, data: Uint8Array, from: number): number {
  let at = from
  for (let place = 1; ; ) {
    const bits = peek(data, at)
    const found = many[bits] ?? 0
    const next = place + ((found >> entry.stepsAt) & entry.steps)
    if (found !== 0 && next < 64) {
      at += found & entry.bits
      if (found & entry.last) return at
      place = next
      continue
    }
    const single = one[bits] ?? entry.none
    if (single & entry.none) return -at
    at += single & entry.bits
    if (single & entry.last) return at
    place += (single >> entry.stepsAt) & entry.steps
    if (place > 64) return -at
    if (place === 64) return at
  }
}

/** The next sixteen bits. */
function peek(data: Uint8Array, at: number): number {
  const byte = at >> 3
  const three = ((data[byte] ?? 0) << 16) | ((data[byte + 1] ?? 0) << 8) | (data[byte + 2] ?? 0)
  return (three >> (8 - (at & 7))) & 0xffff
}

/** The value of so many bits (T.81, F.2.2.1). */
function signed(bits: number, size: number): number {
  if (size === 0) return 0
  const value = bits >> (16 - size)
  return value >> (size - 1) === 1 ? value : value - (1 << size) + 1
}
