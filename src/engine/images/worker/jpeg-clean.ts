import { endOfScanData, type JpegComponent, type JpegFrame, type JpegScan, unitsOf } from './jpeg-scan.ts'
import { type HuffmanTable, type JpegTable, readHuffman, readQuantisation } from './jpeg-tables.ts'

export interface JpegSegment {
  marker: number
  start: number
  /** Of a scan: behind its data, where the next marker stands. */
  end: number
}

/** Thrown within this file alone. */
class NotUnderstood extends Error {}

const [sof0, sof1, sof2, dht, dqt, dri, sos, app0, app14] = [
  0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, 0xda, 0xe0, 0xee,
] as const

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
  readonly #parts: Part[] = [Buffer.from([0xff, 0xd8])]
  readonly #quantisations: (JpegTable | undefined)[] = []
  /** By class and place. */
  readonly #huffmans = new Map<number, HuffmanTable>()
  readonly #seen = new Set<number>()
  #frame: JpegFrame | undefined
  #restart = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  add({ marker, start, end }: JpegSegment): void {
    const segment = this.#bytes.subarray(start, end)
    const isComment = marker === 0xfe
    if (marker === app0 || marker === app14) this.#addApplication(marker, segment)
    else if (isComment || (marker > app0 && marker <= 0xef)) return
    else if (marker === dqt) this.#define(segment, readQuantisation(segment))
    else if (marker === dht) this.#define(segment, readHuffman(segment))
    else if (marker === dri) this.#setRestart(segment)
    else if (marker === sof0 || marker === sof1 || marker === sof2) this.#setFrame(segment, marker === sof2)
    else if (marker === sos) this.#addScan(start, segment)
    else throw new NotUnderstood()
  }

  finish(): Buffer {
    if (!this.#frame?.components.every(({ sent }) => (sent[0] ?? -1) >= 0)) throw new NotUnderstood()
    const written = this.#parts.map((part) => (Buffer.isBuffer(part) ? part : usedTables(part)))
    return Buffer.concat([...written, Buffer.from([0xff, 0xd9])])
  }

  /** Once each: density, and whether colours are coded as they are or as luminance and chrominance. */
  #addApplication(marker: number, segment: Buffer): void {
    const clean = marker === app0 ? cleanJfif(segment) : cleanAdobe(segment)
    if (clean && !this.#seen.has(marker)) this.#parts.push(clean)
    if (clean) this.#seen.add(marker)
  }

  #define(segment: Buffer, tables: JpegTable[] | null): void {
    if (!tables) throw new NotUnderstood()
    for (const table of tables) {
      const place = table.bytes.readUInt8(0)
      if ('codes' in table) this.#huffmans.set(place, table as HuffmanTable)
      else this.#quantisations[place & 15] = table
    }
    this.#parts.push({ head: segment.subarray(0, 2), tables })
  }

  #setRestart(segment: Buffer): void {
    if (segment.length !== 6) throw new NotUnderstood()
    this.#restart = segment.readUInt16BE(4)
    this.#parts.push(segment)
  }

  /** Of eight bits, and one or three components. */
  #setFrame(segment: Buffer, isProgressive: boolean): void {
    const count = segment.readUInt8(9)
    const isUnderstood = segment.readUInt8(4) === 8 && (count === 1 || count === 3) && segment.length === 10 + 3 * count
    if (this.#frame || !isUnderstood) throw new NotUnderstood()
    this.#frame = readFrame(segment, count, isProgressive)
    this.#parts.push(segment)
  }

  #addScan(start: number, segment: Buffer): void {
    const frame = this.#frame
    const head = segment.subarray(0, 2 + segment.readUInt16BE(2))
    if (!frame || head.length !== 8 + 2 * head.readUInt8(4)) throw new NotUnderstood()
    const scan = this.#readScan(frame, head)
    const end = endOfScanData(this.#bytes, start + head.length, frame, scan)
    if (end === null || end > start + segment.length) throw new NotUnderstood()
    this.#parts.push(this.#bytes.subarray(start, end))
  }

  #readScan(frame: JpegFrame, head: Buffer): JpegScan {
    const count = head.readUInt8(4)
    const [from, to, bits] = [
      head.readUInt8(5 + 2 * count),
      head.readUInt8(6 + 2 * count),
      head.readUInt8(7 + 2 * count),
    ]
    const [high, low] = [bits >> 4, bits & 15]
    const scan: JpegScan = { components: [], from, to, high, low, restart: this.#restart }
    for (let index = 0; index < count; index += 1) {
      const [id, tables] = [head.readUInt8(5 + 2 * index), head.readUInt8(6 + 2 * index)]
      const component = frame.components.find((one) => one.id === id)
      if (!component || scan.components.some((one) => one.component === component)) throw new NotUnderstood()
      const [hasDc, hasAc] = [from === 0 && high === 0, to > 0]
      const dc = hasDc ? this.#use(this.#huffmans.get(tables >> 4)) : undefined
      const ac = hasAc ? this.#use(this.#huffmans.get(0x10 | (tables & 15))) : undefined
      if (component.sent.every((bit) => bit < 0)) this.#use(this.#quantisations[component.quantisation])
      scan.components.push({ component, dc, ac })
    }
    for (const { component } of scan.components) send(frame, scan, component)
    if (scan.components.length === 0) throw new NotUnderstood()
    return scan
  }

  #use<T extends JpegTable>(table: T | undefined): T {
    if (!table) throw new NotUnderstood()
    table.isUsed = true
    return table
  }
}

/** A scan brings of each coefficient what is still missing, and nothing twice: T.81, G.1.1.1. */
function send(
  { isProgressive }: JpegFrame,
  { components, from, to, high, low }: JpegScan,
  { sent }: JpegComponent,
): void {
  const isBand = from === 0 ? to === 0 : from <= to && to <= 63 && components.length === 1
  const isWhole = from === 0 && to === 63 && high === 0 && low === 0
  if (!(isProgressive ? isBand : isWhole) || low > 13) throw new NotUnderstood()
  for (let k = from; k <= to; k += 1) {
    const before = sent[k] ?? -1
    if (before < 0 ? high !== 0 : high !== before || low !== before - 1) throw new NotUnderstood()
    sent[k] = low
  }
}

function readFrame(segment: Buffer, count: number, isProgressive: boolean): JpegFrame {
  const [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)]
  const raw = Array.from({ length: count }, (_, index) => {
    const at = 10 + index * 3
    const [id, factors, quantisation] = [segment.readUInt8(at), segment.readUInt8(at + 1), segment.readUInt8(at + 2)]
    return { id, across: factors >> 4, down: factors & 15, quantisation }
  })
  const areFactors = raw.every(({ across, down }) => across >= 1 && across <= 4 && down >= 1 && down <= 4)
  if (!areFactors || width === 0 || height === 0) throw new NotUnderstood()
  const none = { columns: 0, rows: 0, known: new Uint32Array(), sent: new Int8Array() }
  const units = unitsOf({ width, height, components: raw.map((one) => ({ ...one, ...none })) })
  const [mostAcross, mostDown] = [Math.max(...raw.map((one) => one.across)), Math.max(...raw.map((one) => one.down))]
  const components = raw.map((one) => ({
    ...one,
    columns: Math.ceil(Math.ceil((width * one.across) / mostAcross) / 8),
    rows: Math.ceil(Math.ceil((height * one.down) / mostDown) / 8),
    known: new Uint32Array(isProgressive ? 2 * units.across * one.across * units.down * one.down : 0),
    sent: new Int8Array(64).fill(-1),
  }))
  return { isProgressive, width, height, components }
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
