import { peek } from './jpeg-bits.ts'
import { type JpegScan, NotUnderstood, type ScanComponent } from './jpeg-header.ts'
import { type JpegWalk, mostValue, type Walked } from './jpeg-walk.ts'

/** Of 268 megapixels: more would take memory that the decoder needs. */
const mostBlocks = 2 ** 22

/** One more bit of each direct value (T.81, G.1.2.1). */
export function bitWalker({ components }: JpegScan): JpegWalk {
  const bits = components.reduce((sum, { blocks }) => sum + blocks, 0)
  return (_data, length, _first, units) => {
    const unread = length * 8 - units * bits
    return unread < 0
      ? { units: Math.floor((length * 8) / bits), stop: 'ran-out', restBytes: 0 }
      : { units, stop: null, restBytes: unread >> 3 }
  }
}

interface Band {
  from: number
  to: number
  codes: Uint16Array
  known: Uint32Array
  /** Bits that each coefficient has at the most. */
  most: Uint8Array
}

/** A band of the other coefficients of one component: their upper bits, or one more bit of each. */
export function bandWalker({ components: [one], from, to, high, low }: JpegScan): JpegWalk {
  if (!one?.ac) throw new NotUnderstood()
  const { component } = one
  const blocks = component.columns * component.rows
  if (blocks > mostBlocks) throw new NotUnderstood()
  if (component.known.length === 0) component.known = new Uint32Array(2 * blocks)
  const band = { from, to, codes: one.ac.codes, known: component.known, most: mostBits(one, low) }
  const read = high === 0 ? readBand : readBandAgain
  return (data, length, first, units) => read(data, length, { ...band, known: band.known.subarray(2 * first) }, units)
}

function mostBits({ steps }: ScanComponent, low: number): Uint8Array {
  return Uint8Array.from(steps.steps, (step) => Math.max(1, 1 + Math.floor(Math.log2(mostValue / (step << low)))))
}

/** T.81, G.1.2.2. */
function readBand(data: Uint8Array, length: number, { from, to, codes, known, most }: Band, units: number): Walked {
  const end = length * 8
  let [at, run] = [0, 0]
  for (let unit = 0; unit < units; unit += 1) {
    if (run > 0) {
      run -= 1
      continue
    }
    let [lower, upper] = [0, 0]
    for (let k = from; k <= to; ) {
      const code = codes[peek(data, at)] ?? 0
      const [zeros, size] = [(code >> 4) & 15, code & 15]
      at += code >> 8
      if (size === 0 && zeros < 15 && code !== 0) {
        run = runOf(data, at, zeros) - 1
        at += zeros
        break
      }
      k += zeros
      if (code === 0 || k > to || size > (most[k] ?? 0)) return stopped(unit, at, end)
      at += size
      if (size > 0 && k < 32) lower |= 1 << k
      else if (size > 0) upper |= 1 << (k - 32)
      k += 1
    }
    if (at > end) return { units: unit, stop: 'ran-out', restBytes: 0 }
    known[2 * unit] = (known[2 * unit] ?? 0) | lower
    known[2 * unit + 1] = (known[2 * unit + 1] ?? 0) | upper
  }
  return run > 0 ? stopped(units - 1, at, end) : { units, stop: null, restBytes: (end - at) >> 3 }
}

/** T.81, G.1.2.3: those that were not zero have one bit each, among the new ones. */
function readBandAgain(data: Uint8Array, length: number, { from, to, codes, known }: Band, units: number): Walked {
  const end = length * 8
  let [at, run] = [0, 0]
  for (let unit = 0; unit < units; unit += 1) {
    const lower = known[2 * unit] ?? 0
    const upper = known[2 * unit + 1] ?? 0
    let k = from
    while (run === 0 && k <= to) {
      const code = codes[peek(data, at)] ?? 0
      const [zeros, size] = [(code >> 4) & 15, code & 15]
      at += code >> 8
      if (code === 0 || size > 1) return stopped(unit, at, end)
      if (size === 0 && zeros < 15) {
        run = runOf(data, at, zeros)
        at += zeros
        break
      }
      at += size
      for (let left = zeros; k <= to; k += 1) {
        if (isSet(lower, upper, k)) at += 1
        else if (left === 0) break
        else left -= 1
      }
      if (size === 1 && k > to) return stopped(unit, at, end)
      if (size === 1) know(known, unit, k)
      k += 1
    }
    if (run > 0) {
      at += setBetween(lower, upper, k, to)
      run -= 1
    }
    if (at > end) return { units: unit, stop: 'ran-out', restBytes: 0 }
  }
  return run > 0 ? stopped(units - 1, at, end) : { units, stop: null, restBytes: (end - at) >> 3 }
}

const stopped = (units: number, at: number, end: number): Walked => ({
  units,
  stop: at + 16 > end ? 'ran-out' : 'wrong',
  restBytes: 0,
})

/** The end of this block and of some that follow: how many in all. */
const runOf = (data: Uint8Array, at: number, exponent: number): number =>
  (1 << exponent) + (exponent === 0 ? 0 : peek(data, at) >> (16 - exponent))

const isSet = (lower: number, upper: number, k: number): boolean =>
  ((k < 32 ? lower >>> k : upper >>> (k - 32)) & 1) === 1

function know(known: Uint32Array, unit: number, k: number): void {
  const index = 2 * unit + (k >> 5)
  known[index] = (known[index] ?? 0) | (1 << (k & 31))
}

function setBetween(lower: number, upper: number, from: number, to: number): number {
  if ((lower | upper) === 0) return 0
  let count = 0
  for (let k = from; k <= to; k += 1) if (isSet(lower, upper, k)) count += 1
  return count
}
