import { spare } from './jpeg-bits.ts'
import type { JpegScan } from './jpeg-header.ts'
import { bandWalker, bitWalker } from './jpeg-progressive.ts'
import { jpegMarker } from './jpeg-segments.ts'
import { blockWalker, type JpegWalk } from './jpeg-walk.ts'

/** More than encoders write behind the last unit, and less than a sector. */
export const idleBytes = 16

/** Coded data from one restart marker to the next. */
export interface ScanSegment {
  /** Without stuffed zeros, and with a few bytes behind `length`. */
  data: Uint8Array
  length: number
  /** Of the restart marker behind it, from 0 to 7; null: another marker. */
  restart: number | null
}

/** Reads the codes of a scan without their values. Throws NotUnderstood where it has not the tables for it. */
export function walkerOf(scan: JpegScan): JpegWalk {
  if (!scan.isProgressive || (scan.from === 0 && scan.high === 0)) return blockWalker(scan)
  return scan.from === 0 ? bitWalker(scan) : bandWalker(scan)
}

export function stretchesOf(bytes: Buffer, { dataAt, restart: interval }: JpegScan, end: number): ScanSegment[] {
  const stretches: ScanSegment[] = []
  const out = new Uint8Array(end - dataAt + spare)
  let [filled, from] = [0, 0]
  const close = (restart: number | null): void => {
    const length = filled - from
    // What is read beyond its end must be none of the next one.
    const data = interval > 0 ? out.slice(from, filled + spare) : out
    stretches.push({ data, length, restart })
    from = filled
  }
  for (let at = dataAt; at < end; ) {
    const found = bytes.indexOf(0xff, at)
    const to = found < 0 || found > end ? end : found
    out.set(bytes.subarray(at, to), filled)
    filled += to - at
    const next = bytes[to + 1] ?? jpegMarker.end
    at = to + (next === 0xff ? 1 : 2)
    if (to === end || next === 0xff) continue
    if (next === 0) out[filled++] = 0xff
    else if (interval > 0 && next >= jpegMarker.restart && next <= jpegMarker.restart + 7)
      close(next - jpegMarker.restart)
    else break
  }
  close(null)
  return stretches
}

const filling = Buffer.from([0xff, 0xff])

/** Behind the last code of a scan; null where one is missing or wrong, or where more stands there than an encoder writes. */
export function endOfCodes(bytes: Buffer, scan: JpegScan, end: number): number | null {
  const walk = walkerOf(scan)
  const total = scan.across * scan.down
  const each = scan.restart || total
  const stretches = stretchesOf(bytes, scan, end)
  const last = Math.ceil(total / each) - 1
  if (stretches.length !== last + 1) return null
  let at = scan.dataAt
  for (const [n, { data, length, restart }] of stretches.entries()) {
    const { stop, restBytes } = walk(data, length, n * each, Math.min(each, total - n * each))
    if (stop !== null || restBytes >= (n === last ? idleBytes : 1)) return null
    const read = data.subarray(0, length - restBytes)
    at += read.length + read.reduce((stuffed, byte) => (byte === 0xff ? stuffed + 1 : stuffed), 0)
    if (n === last) break
    if (restart !== n % 8 || bytes[at] !== 0xff || bytes[at + 1] !== jpegMarker.restart + restart) return null
    at += 2
  }
  return bytes.subarray(scan.dataAt, at).includes(filling) ? null : at
}
