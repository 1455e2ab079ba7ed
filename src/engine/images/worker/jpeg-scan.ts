import { JpegBits } from './jpeg-bits.ts'
import type { HuffmanTable } from './jpeg-tables.ts'

export interface JpegFrame {
  isProgressive: boolean
  width: number
  height: number
  components: JpegComponent[]
}

export interface JpegComponent {
  id: number
  across: number
  down: number
  quantisation: number
  /** Its own blocks in a scan of its own, and in one with others. */
  columns: number
  rows: number
  /** Two numbers of 32 bits a block: which of its coefficients are not zero so far. Progressive ones alone need them. */
  known: Uint32Array
  /** To which bit each coefficient was sent; -1: not at all. */
  sent: Int8Array
}

export interface JpegScan {
  components: { component: JpegComponent; dc: HuffmanTable | undefined; ac: HuffmanTable | undefined }[]
  from: number
  to: number
  high: number
  low: number
  /** Minimum coded units from one restart to the next; 0: no restarts. */
  restart: number
}

/** Reads one block; false where its bits mean nothing. */
type ReadBlock = (bits: JpegBits, at: number) => boolean
interface Run {
  left: number
}

/**
 * Goes through every code of a scan, from its first byte on.
 * @returns the place behind its last one; null where it is not what its frame needs
 */
export function endOfScanData(bytes: Buffer, from: number, frame: JpegFrame, scan: JpegScan): number | null {
  const run: Run = { left: 0 }
  const readers = scan.components.map((one) => ({ ...one, read: blockReader(frame, scan, one, run) }))
  const bits = new JpegBits(bytes, from)
  const { across, down } = unitsOf(frame)
  const [alone] = readers.length === 1 ? readers : []
  const [columns, rows] = alone ? [alone.component.columns, alone.component.rows] : [across, down]
  for (let unit = 0; unit < columns * rows; unit += 1) {
    if (scan.restart > 0 && unit > 0 && unit % scan.restart === 0) {
      if (run.left > 0 || !bits.restart(unit / scan.restart - 1)) return null
    }
    const [column, row] = [unit % columns, Math.floor(unit / columns)]
    if (alone) {
      if (!alone.read(bits, row * across * alone.component.across + column)) return null
      continue
    }
    for (const { component, read } of readers)
      for (let y = 0; y < component.down; y += 1)
        for (let x = 0; x < component.across; x += 1) {
          const block = (row * component.down + y) * across * component.across + column * component.across + x
          if (!read(bits, block)) return null
        }
  }
  return run.left > 0 ? null : bits.end()
}

/** How many minimum coded units an interleaved scan has. */
export function unitsOf({ width, height, components }: Pick<JpegFrame, 'width' | 'height' | 'components'>) {
  const most = (key: 'across' | 'down') => Math.max(...components.map((component) => component[key]))
  return { across: Math.ceil(width / (8 * most('across'))), down: Math.ceil(height / (8 * most('down'))) }
}

function blockReader(frame: JpegFrame, scan: JpegScan, one: JpegScan['components'][number], run: Run): ReadBlock {
  const { component, dc, ac } = one
  const { from, to, high } = scan
  const dcCodes = dc?.codes
  const acCodes = ac?.codes
  if (!frame.isProgressive) return (bits) => readDc(bits, dcCodes) && readSequential(bits, acCodes)
  if (from === 0) return high === 0 ? (bits) => readDc(bits, dcCodes) : (bits) => bits.take(1) >= 0
  if (high === 0) return (bits, at) => readFirst(bits, acCodes, { from, to, run, known: component.known, at })
  return (bits, at) => readAgain(bits, acCodes, { from, to, run, known: component.known, at })
}

/** T.81, F.2.2.1. */
function readDc(bits: JpegBits, codes: Uint16Array | null | undefined): boolean {
  const size = codes ? bits.symbol(codes) : -1
  if (size >= 0) bits.take(size)
  return size >= 0
}

/** T.81, F.2.2.2. */
function readSequential(bits: JpegBits, codes: Uint16Array | null | undefined): boolean {
  if (!codes) return false
  for (let k = 1; k <= 63; k += 1) {
    const symbol = bits.symbol(codes)
    if (symbol < 0) return false
    const [zeros, size] = [symbol >> 4, symbol & 15]
    if (size === 0 && zeros < 15) return true
    k += zeros
    bits.take(size)
  }
  return true
}

interface Band {
  from: number
  to: number
  run: Run
  known: Uint32Array
  /** Which block. */
  at: number
}

const isKnown = ({ known, at }: Band, k: number): boolean => ((known[at * 2 + (k >> 5)] ?? 0) & (1 << (k & 31))) !== 0
function know({ known, at }: Band, k: number): void {
  const index = at * 2 + (k >> 5)
  known[index] = (known[index] ?? 0) | (1 << (k & 31))
}

/** The end of this block and of some that follow: how many in all. */
const runOf = (bits: JpegBits, exponent: number): number => (1 << exponent) + bits.take(exponent)

/** The upper bits of coefficients (T.81, G.1.2.2). */
function readFirst(bits: JpegBits, codes: Uint16Array | null | undefined, band: Band): boolean {
  if (!codes) return false
  const { from, to, run } = band
  if (run.left > 0) {
    run.left -= 1
    return true
  }
  for (let k = from; k <= to; k += 1) {
    const symbol = bits.symbol(codes)
    if (symbol < 0) return false
    const [zeros, size] = [symbol >> 4, symbol & 15]
    if (size === 0 && zeros < 15) {
      run.left = runOf(bits, zeros) - 1
      return true
    }
    k += zeros
    bits.take(size)
    if (size > 0 && k <= to) know(band, k)
  }
  return true
}

/** One more bit of each (T.81, G.1.2.3): those that were not zero have one each, among the new ones. */
function readAgain(bits: JpegBits, codes: Uint16Array | null | undefined, band: Band): boolean {
  if (!codes) return false
  const { from, to, run } = band
  let k = from
  while (run.left === 0 && k <= to) {
    const symbol = bits.symbol(codes)
    if (symbol < 0) return false
    let zeros = symbol >> 4
    const isNew = (symbol & 15) > 0
    if (!isNew && zeros < 15) {
      run.left = runOf(bits, zeros)
      break
    }
    if (isNew) bits.take(1)
    for (; k <= to; k += 1) {
      if (isKnown(band, k)) bits.take(1)
      else if (zeros === 0) break
      else zeros -= 1
    }
    if (isNew && k <= to) know(band, k)
    k += 1
  }
  if (run.left > 0) {
    for (; k <= to; k += 1) if (isKnown(band, k)) bits.take(1)
    run.left -= 1
  }
  return true
}
