import { peek, signed } from './jpeg-bits.ts'
import { entry, type Lookup, lookupOf } from './jpeg-codes.ts'
import { type JpegScan, NotUnderstood } from './jpeg-header.ts'
import type { HuffmanTable } from './jpeg-tables.ts'

interface Block {
  direct: Uint16Array
  /** Null where the scan has direct values alone. */
  others: Lookup | null
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

/**
 * @param data without stuffed zeros, and with a few bytes behind `length`
 * @param first the first of the `units`
 */
export type JpegWalk = (data: Uint8Array, length: number, first: number, units: number) => Walked

/** Samples have 8 bits: eight times the largest, and room for what rounding and sharpening adds. */
export const mostValue = 8 * 128 * 1.5

/** Reads codes without their values. The decoder itself takes nearly any bits for a picture, and says nothing. */
export function blockWalker(scan: JpegScan): JpegWalk {
  const lookups = new Map<HuffmanTable, Lookup>()
  const blocks: Block[] = scan.components.flatMap(({ dc, ac, steps, blocks: count }, part) => {
    if (!dc) throw new NotUnderstood()
    const others = ac ? (lookups.get(ac) ?? lookupOf(ac.codes)) : null
    if (ac && others) lookups.set(ac, others)
    const most = mostValue / ((steps.steps[0] ?? 1) << scan.low) + 1
    return Array.from({ length: count }, () => ({ direct: dc.codes, others, part, most }))
  })
  const sums = new Int32Array(scan.components.length)
  return (data, length, _first, units) => walk(blocks, sums.fill(0), data, length, units)
}

function walk(blocks: Block[], sums: Int32Array, data: Uint8Array, length: number, units: number): Walked {
  const end = length * 8
  let at = 0
  let unit = 0
  for (; unit < units; unit += 1) {
    for (const { direct, others, part, most } of blocks) {
      const head = direct[peek(data, at)] ?? 0
      if (head === 0) return { units: unit, stop: at + 16 > end ? 'ran-out' : 'wrong', restBytes: 0 }
      const size = head & 0xff
      at += head >> 8
      const sum = (sums[part] ?? 0) + signed(peek(data, at), size)
      sums[part] = sum
      if (size > 11 || sum > most || sum < -most)
        return { units: unit, stop: at + size > end ? 'ran-out' : 'wrong', restBytes: 0 }
      at += size
      if (others === null) continue
      at = blockEnd(others, data, at)
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
