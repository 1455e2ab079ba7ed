import { type JpegScan, readJpegScan } from './jpeg-layout.ts'
import { type Walk, walker } from './jpeg-walk.ts'

/** How much of a JPEG its coded data does not hold, whatever a decoder makes of it. */
export interface JpegLoss {
  /**
   * `none`; `end`: all is right up to where the data ends; `between`: between restart markers, and nowhere else; `unknown`:
   * somewhere before where it shows, since one wrong bit moves all that follows.
   */
  where: 'none' | 'end' | 'between' | 'unknown'
  /** Of the picture, from 0 to 1; of `unknown` the least that it is. */
  share: number
  /** Rows of pixels, as they are stored, that are lost in part or wholly. */
  rows: number
  /** Where what can be read ends. */
  dataEnd: number
}

/** More than encoders write behind the last unit, and less than a sector. */
const idleBytes = 16
/** So many equal bytes end no coded data by chance. */
const paddingBytes = 16

/** What may be read behind an end. */
const spare = 4
const marker = { end: 0xd9, restart: 0xd0 }

interface Stretch {
  data: Uint8Array
  length: number
  /** Of the restart marker behind it, from 0 to 7; null: another marker. */
  restart: number | null
}

/** Null for what is not understood here: progressive and odd kinds. */
export function measureJpeg(bytes: Buffer): JpegLoss | null {
  const scan = readJpegScan(bytes)
  if (scan === null) return null
  const end = markerAfter(bytes, scan.dataAt)
  const walk = walker(scan)
  const loss = lossUpTo(bytes, scan, walk, { end, isEnded: bytes[end + 1] === marker.end })
  if (loss.where === 'none') return loss
  const filled = paddedFrom(bytes, scan.dataAt, end)
  const cut = filled < end ? lossUpTo(bytes, scan, walk, { end: filled, isEnded: false }) : loss
  return cut.where === 'end' ? cut : loss
}

function lossUpTo(bytes: Buffer, scan: JpegScan, walk: Walk, { end, isEnded }: { end: number; isEnded: boolean }) {
  const stretches = stretchesOf(bytes, scan, end)
  const total = scan.across * scan.down
  const each = scan.interval || total
  const lost: [number, number][] = []
  let isWrong = false
  for (let n = 0; n * each < total; n += 1) {
    const stretch = stretches[n]
    if (!stretch) break
    const units = Math.min(each, total - n * each)
    const { units: read, stop, restBytes } = walk(stretch.data, stretch.length, units)
    const hasRest = stop === null && restBytes >= idleBytes
    if (stop !== null || hasRest) lost.push([n * each + (hasRest ? 0 : read), n * each + units])
    if (stop === 'wrong' || hasRest) isWrong = true
    const isOrdered = (n + 1) * each >= total || stretch.restart === n % 8
    if (isOrdered) continue
    // Markers that are missing or out of order: nobody can tell what stands where.
    lost.push([(n + 1) * each, total])
    isWrong ||= n < stretches.length - 1
    const isEnd = !isWrong && !isEnded && lost.length <= 2
    return lossOf(scan, lost, isEnd ? 'end' : 'unknown', end)
  }
  if (lost.length === 0) return lossOf(scan, lost, 'none', end)
  const isEnd = !isWrong && !isEnded && lost.length === 1 && lost[0]?.[1] === total
  return lossOf(scan, lost, isEnd ? 'end' : scan.interval > 0 ? 'between' : 'unknown', end)
}

function lossOf(scan: JpegScan, lost: [number, number][], where: JpegLoss['where'], dataEnd: number): JpegLoss {
  const units = lost.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0)
  const touched = new Set<number>()
  for (const [from, to] of lost)
    for (let row = Math.floor(from / scan.across); row * scan.across < to; row += 1) touched.add(row)
  return {
    where,
    share: units / (scan.across * scan.down),
    rows: Math.min(scan.height, touched.size * scan.unitRows),
    dataEnd,
  }
}

/** What stands between the restart markers, without stuffed zeros. */
function stretchesOf(bytes: Buffer, { dataAt, interval }: JpegScan, end: number): Stretch[] {
  const stretches: Stretch[] = []
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
    const next = bytes[to + 1] ?? marker.end
    at = to + (next === 0xff ? 1 : 2)
    if (to === end || next === 0xff) continue
    if (next === 0) out[filled++] = 0xff
    else if (interval > 0 && next >= marker.restart && next <= marker.restart + 7) close(next - marker.restart)
    else break
  }
  close(null)
  return stretches
}

/** Where equal bytes begin that stand in place of the end, as in a file that was laid out and never filled. */
function paddedFrom(bytes: Buffer, from: number, end: number): number {
  let at = end
  while (at > from && bytes[at - 1] === bytes[end - 1]) at -= 1
  return end - at < paddingBytes ? end : at
}

/** The next marker that is neither a stuffed zero, nor a restart, nor filling; the file's end where there is none. */
function markerAfter(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return at
    if (next !== 0 && next !== 0xff && (next < marker.restart || next > marker.restart + 7)) return at
  }
  return bytes.length
}
