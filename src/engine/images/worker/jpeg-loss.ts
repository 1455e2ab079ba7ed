import { JpegHeader, type JpegScan, NotUnderstood } from './jpeg-header.ts'
import { idleBytes, stretchesOf, walkerOf } from './jpeg-scan.ts'
import { type JpegSegment, jpegMarker, jpegSegments } from './jpeg-segments.ts'

/** How much of a JPEG its coded data does not hold, whatever a decoder makes of it. */
export interface JpegLoss {
  /**
   * `none`; `end`: all is right up to where the data ends; `between`: between restart markers, and nowhere else; `unknown`:
   * somewhere before where it shows, since one wrong bit moves all that follows.
   */
  where: 'none' | 'end' | 'between' | 'unknown'
  /** Of the picture, from 0 to 1; of `unknown` the least that it is, and 0 where that cannot be told. */
  share: number
  /** Rows of pixels, as they are stored, that are lost in part or wholly. */
  rows: number
  /** Where what can be read ends. */
  dataEnd: number
  /** The picture comes in several scans: of what one of them lost the others still show something. */
  isOfScans: boolean
  /** Its scans do not bring each coefficient to its last bit. T.81 allows that, and encoders bring all of them. */
  isUnfinished: boolean
}

/** So many equal bytes end no coded data by chance. */
const paddingBytes = 16
/** libvips reads no more. */
const mostScans = 100

/** Null for what is not understood here: odd kinds. */
export function measureJpeg(bytes: Buffer): JpegLoss | null {
  try {
    return measure(bytes)
  } catch (error) {
    // Reads beyond the end.
    if (error instanceof RangeError || error instanceof NotUnderstood) return null
    throw error
  }
}

function measure(bytes: Buffer): JpegLoss | null {
  const header = new JpegHeader(bytes)
  const losses: JpegLoss[] = []
  let last: JpegSegment | undefined
  for (const segment of jpegSegments(bytes)) {
    last = segment
    if (segment.marker !== jpegMarker.scan) {
      header.read(segment)
      continue
    }
    const scan = header.scan(segment)
    if (!scan.isProgressive && scan.components.length === header.frame?.components.length)
      return lossOfOnly(bytes, scan, segment.end)
    losses.push(lossOfOne(bytes, scan, segment.end))
    if (losses.length > mostScans) return null
  }
  return last === undefined || losses.length === 0 ? null : together(losses, last, hasAll(header))
}

const hasAll = ({ frame }: JpegHeader): boolean =>
  frame?.components.every(({ sent }) => sent.every((bit) => bit === 0)) === true

/** Each scan holds a part of all that there is in a place: what one of them lost is lost there. */
function together(losses: JpegLoss[], last: JpegSegment, isAllThere: boolean): JpegLoss {
  const lost = losses.filter(({ where }) => where !== 'none')
  const [first] = lost
  const rows = Math.max(0, ...losses.map((loss) => loss.rows))
  const share = Math.max(0, ...losses.map((loss) => loss.share))
  const all = { share, rows, dataEnd: last.end, isOfScans: true, isUnfinished: !isAllThere }
  if (first !== undefined) return { ...all, where: lost.length === 1 && first.where === 'end' ? 'end' : 'unknown' }
  return { ...all, where: last.marker === jpegMarker.end || isAllThere ? 'none' : 'end' }
}

function lossOfOnly(bytes: Buffer, scan: JpegScan, end: number): JpegLoss {
  const loss = lossUpTo(bytes, scan, { end, isEnded: bytes[end + 1] === jpegMarker.end })
  if (loss.where === 'none') return loss
  const filled = paddedFrom(bytes, scan.dataAt, end)
  const cut = filled < end ? lossUpTo(bytes, scan, { end: filled, isEnded: false }) : loss
  return cut.where === 'end' ? cut : loss
}

/**
 * Of several. It is walked through once, since the walk changes what is known for the next ones. Detail that is lost is no
 * share of the picture.
 */
function lossOfOne(bytes: Buffer, scan: JpegScan, end: number): JpegLoss {
  const isEnded = end + 1 < bytes.length
  const loss = lossUpTo(bytes, scan, { end: isEnded ? end : paddedFrom(bytes, scan.dataAt, end), isEnded })
  return scan.from === 0 && scan.high === 0 ? loss : { ...loss, share: 0 }
}

function lossUpTo(bytes: Buffer, scan: JpegScan, { end, isEnded }: { end: number; isEnded: boolean }): JpegLoss {
  const walk = walkerOf(scan)
  const stretches = stretchesOf(bytes, scan, end)
  const total = scan.across * scan.down
  const each = scan.restart || total
  const lost: [number, number][] = []
  /** They came to their end, and not to that of their data: nobody can tell where they went wrong. */
  const early: [number, number][] = []
  let isWrong = false
  for (let n = 0; n * each < total; n += 1) {
    const stretch = stretches[n]
    if (!stretch) break
    const units = Math.min(each, total - n * each)
    const { units: read, stop, restBytes } = walk(stretch.data, stretch.length, n * each, units)
    if (stop !== null) lost.push([n * each + read, n * each + units])
    else if (restBytes >= idleBytes) early.push([n * each, n * each + units])
    isWrong ||= stop === 'wrong' || early.length > 0
    const isOrdered = (n + 1) * each >= total || stretch.restart === n % 8
    if (isOrdered) continue
    // Markers that are missing or out of order: nobody can tell what stands where.
    lost.push([(n + 1) * each, total])
    isWrong ||= n < stretches.length - 1
    const isEnd = !isWrong && !isEnded && lost.length <= 2
    return lossOf(scan, lost, isEnd ? 'end' : 'unknown', end)
  }
  if (lost.length + early.length === 0) return lossOf(scan, lost, 'none', end)
  const isEnd = !isWrong && !isEnded && lost.length === 1 && lost[0]?.[1] === total
  if (isEnd || scan.restart === 0) return lossOf(scan, lost, isEnd ? 'end' : 'unknown', end)
  return lossOf(scan, [...lost, ...early], 'between', end)
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
    isOfScans: false,
    isUnfinished: false,
  }
}

/** Where equal bytes begin that stand in place of the end, as in a file that was laid out and never filled. */
function paddedFrom(bytes: Buffer, from: number, end: number): number {
  let at = end
  while (at > from && bytes[at - 1] === bytes[end - 1]) at -= 1
  return end - at < paddingBytes ? end : at
}
