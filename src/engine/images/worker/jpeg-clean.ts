import { JpegHeader, NotUnderstood } from './jpeg-header.ts'
import { endOfCodes } from './jpeg-scan.ts'
import { isFrame, type JpegSegment, jpegMarker } from './jpeg-segments.ts'
import type { JpegTable } from './jpeg-tables.ts'

/**
 * A JPEG of the same coefficients that has nothing but what these need: its frame, the tables that its scans use, the
 * scans up to their last code, its density and how its colours are coded. An sRGB profile is not needed either: what has
 * none is sRGB. Null where it is of another kind, or has anything that is not understood.
 */
export function cleanJpeg(bytes: Buffer, segments: JpegSegment[]): Buffer | null {
  const cleaner = new Cleaner(bytes)
  try {
    for (const segment of segments) cleaner.add(segment)
    return cleaner.finish()
  } catch (error) {
    if (error instanceof NotUnderstood || error instanceof RangeError) return null
    throw error
  }
}

type Part = Buffer | { head: Buffer; tables: JpegTable[] }

class Cleaner {
  readonly #bytes: Buffer
  readonly #header: JpegHeader
  readonly #parts: Part[] = [Buffer.from([0xff, 0xd8])]
  readonly #seen = new Set<number>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#header = new JpegHeader(bytes)
  }

  add(segment: JpegSegment): void {
    const { marker, start, end } = segment
    const bytes = this.#bytes.subarray(start, end)
    const isApplication = marker >= jpegMarker.application && marker <= 0xef
    if (marker === jpegMarker.application || marker === jpegMarker.adobe) this.#addApplication(marker, bytes)
    else if (marker === jpegMarker.comment || isApplication) return
    else if (marker === jpegMarker.steps || marker === jpegMarker.codes)
      this.#parts.push({ head: bytes.subarray(0, 2), tables: this.#header.read(segment) })
    else if (marker === jpegMarker.scan) this.#addScan(segment)
    else if (isFrame(marker) || (marker === jpegMarker.interval && bytes.length === 6)) {
      this.#header.read(segment)
      this.#parts.push(bytes)
    } else throw new NotUnderstood()
  }

  finish(): Buffer {
    const components = this.#header.frame?.components ?? []
    const isKnown = components.length === 1 || components.length === 3
    if (!isKnown || components.some(({ sent }) => (sent[0] ?? -1) < 0)) throw new NotUnderstood()
    const written = this.#parts.map((part) => (Buffer.isBuffer(part) ? part : usedTables(part)))
    return Buffer.concat([...written, Buffer.from([0xff, 0xd9])])
  }

  /** Once each: density, and whether colours are coded as they are or as luminance and chrominance. */
  #addApplication(marker: number, segment: Buffer): void {
    const clean = marker === jpegMarker.application ? cleanJfif(segment) : cleanAdobe(segment)
    if (clean && !this.#seen.has(marker)) this.#parts.push(clean)
    if (clean) this.#seen.add(marker)
  }

  #addScan(segment: JpegSegment): void {
    const scan = this.#header.scan(segment)
    const areDistinct = scan.components.every(({ dc, ac }) => dc?.isDistinct !== false && ac?.isDistinct !== false)
    const end = areDistinct ? endOfCodes(this.#bytes, scan, segment.end) : null
    if (end === null) throw new NotUnderstood()
    this.#parts.push(this.#bytes.subarray(segment.start, end))
  }
}

/** "JFIF", a version of the first, a density, and no thumbnail. */
function cleanJfif(segment: Buffer): Buffer | null {
  const isJfif = segment.length >= 18 && segment.toString('latin1', 4, 9) === 'JFIF\0'
  if (!isJfif || segment[9] !== 1 || segment.readUInt8(10) > 2 || segment.readUInt8(11) > 2) return null
  const clean = Buffer.from(segment.subarray(0, 18))
  clean.writeUInt16BE(16, 2)
  clean.writeUInt16BE(0, 16)
  return clean
}

const adobeStart = Buffer.from('\xff\xee\0\x0eAdobe\0\x64\0\0\0\0', 'latin1')

/** Of what Adobe's segment holds only the last byte is needed, which says how colours are coded. */
function cleanAdobe(segment: Buffer): Buffer | null {
  const isAdobe = segment.length >= 16 && segment.toString('latin1', 4, 9) === 'Adobe'
  return isAdobe && segment.readUInt8(15) <= 2 ? Buffer.concat([adobeStart, segment.subarray(15, 16)]) : null
}

/** The segment with those that something is decoded by; nothing where that is none of them. */
function usedTables({ head, tables }: { head: Buffer; tables: JpegTable[] }): Buffer {
  const used = tables.filter(({ isUsed }) => isUsed).map(({ bytes }) => bytes)
  if (used.length === 0) return Buffer.alloc(0)
  const content = Buffer.concat(used)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length + 2)
  return Buffer.concat([head, length, content])
}
