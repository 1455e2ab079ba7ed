/** One table of codes: how many there are of each length from 1 to 16, and what they stand for, in order (T.81, C). */
export interface CodeTable {
  counts: Buffer
  symbols: Buffer
}

export interface ScanPart {
  /** Blocks of it that follow one another in each unit. */
  blocks: number
  /** What its direct values are multiplied by. */
  directStep: number
  direct: CodeTable
  others: CodeTable
}

/** A baseline JPEG of one scan: what most cameras and editors write. */
export interface JpegScan {
  width: number
  height: number
  parts: ScanPart[]
  /** Units (MCUs, T.81, A.2) that lie beside and below one another. */
  across: number
  down: number
  /** Rows of pixels in each of them. */
  unitRows: number
  /** Units between two restart markers; 0 without. */
  interval: number
  /** Where the frame's header stands, and the scan's. */
  frameAt: number
  scanAt: number
  /** Where its coded data begins. */
  dataAt: number
}

interface Component {
  id: number
  wide: number
  high: number
  steps: number
}

interface Header {
  frameAt: number
  frame: { width: number; height: number; components: Component[] } | null
  interval: number
  codes: Map<number, CodeTable>
  /** The first of each table of steps. */
  steps: Map<number, number>
}

const marker = { baseline: 0xc0, extended: 0xc1, codes: 0xc4, steps: 0xdb, interval: 0xdd, scan: 0xda, end: 0xd9 }

/** Null where it is of another kind (progressive, arithmetic, of several scans) or its header is not understood. */
export function readJpegScan(bytes: Buffer): JpegScan | null {
  try {
    return read(bytes)
  } catch (error) {
    // Reads beyond the end.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whether nothing stands between the markers that come before the first scan. */
export function hasCleanHeader(bytes: Buffer): boolean {
  let at = 2
  while (bytes[at] === 0xff && bytes[at + 1] !== marker.scan && at + 4 <= bytes.length)
    at += bytes[at + 1] === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  return bytes[at] === 0xff && bytes[at + 1] === marker.scan
}

function read(bytes: Buffer): JpegScan | null {
  const header: Header = { frameAt: 0, frame: null, interval: 0, codes: new Map(), steps: new Map() }
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const kind = bytes.readUInt8(at + 1)
    if (kind === 0xff) {
      at += 1
      continue
    }
    const [body, end] = [at + 4, at + 2 + bytes.readUInt16BE(at + 2)]
    if (kind === marker.scan) return scanOf(bytes, header, at, end)
    if (kind === marker.end || (kind > marker.extended && kind <= 0xcf && kind !== marker.codes && kind !== 0xcc))
      return null
    if (kind === marker.baseline || kind === marker.extended) {
      header.frameAt = at
      header.frame = frameOf(bytes, body)
    } else if (kind === marker.codes) readCodes(bytes, body, end, header.codes)
    else if (kind === marker.steps) readSteps(bytes, body, end, header.steps)
    else if (kind === marker.interval) header.interval = bytes.readUInt16BE(body)
    at = end
  }
}

function frameOf(bytes: Buffer, body: number): Header['frame'] {
  const count = bytes.readUInt8(body + 5)
  const components = Array.from({ length: count }, (_, n) => {
    const at = body + 6 + 3 * n
    const sampling = bytes.readUInt8(at + 1)
    return { id: bytes.readUInt8(at), wide: sampling >> 4, high: sampling & 15, steps: bytes.readUInt8(at + 2) }
  })
  return bytes.readUInt8(body) === 8
    ? { width: bytes.readUInt16BE(body + 3), height: bytes.readUInt16BE(body + 1), components }
    : null
}

function readCodes(bytes: Buffer, body: number, end: number, codes: Header['codes']): void {
  for (let at = body; at < end; ) {
    const counts = bytes.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, count) => sum + count, 0)
    codes.set(bytes.readUInt8(at), { counts, symbols: bytes.subarray(at + 17, at + 17 + total) })
    at += 17 + total
  }
}

function readSteps(bytes: Buffer, body: number, end: number, steps: Header['steps']): void {
  for (let at = body; at < end; ) {
    const isWide = bytes.readUInt8(at) >> 4 > 0
    steps.set(bytes.readUInt8(at) & 15, isWide ? bytes.readUInt16BE(at + 1) : bytes.readUInt8(at + 1))
    at += isWide ? 129 : 65
  }
}

function scanOf(bytes: Buffer, header: Header, scanAt: number, dataAt: number): JpegScan | null {
  const { frame, frameAt, interval } = header
  const count = bytes.readUInt8(scanAt + 4)
  if (frame === null || frame.height === 0 || frame.components.length !== count) return null
  const wide = Math.max(...frame.components.map((component) => component.wide))
  const high = Math.max(...frame.components.map((component) => component.high))
  // A scan of one component goes by blocks, whatever its sampling (T.81, A.2.2).
  const [unitWidth, unitRows] = count === 1 ? [8, 8] : [8 * wide, 8 * high]
  const parts: ScanPart[] = []
  for (let n = 0; n < count; n += 1) {
    const component = frame.components.find(({ id }) => id === bytes[scanAt + 5 + 2 * n])
    const tables = bytes.readUInt8(scanAt + 6 + 2 * n)
    const direct = header.codes.get(tables >> 4)
    const others = header.codes.get(0x10 | (tables & 15))
    if (!component || !direct || !others) return null
    const blocks = count === 1 ? 1 : component.wide * component.high
    parts.push({ blocks, directStep: header.steps.get(component.steps) ?? 1, direct, others })
  }
  const across = Math.ceil(frame.width / unitWidth)
  const down = Math.ceil(frame.height / unitRows)
  const { width, height } = frame
  return { width, height, parts, across, down, unitRows, interval, frameAt, scanAt, dataAt }
}
