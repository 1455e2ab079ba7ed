import { isFrame, type JpegSegment, jpegMarker } from './jpeg-segments.ts'
import {
  type HuffmanTable,
  type JpegTable,
  type QuantisationTable,
  readHuffman,
  readQuantisation,
} from './jpeg-tables.ts'

/** A JPEG of another kind, or one that is not made as it should be. */
export class NotUnderstood extends Error {}

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
  /** Its own blocks in a scan of its own. */
  columns: number
  rows: number
  /** What its coefficients are multiplied by: as it stood where its first scan began. */
  steps: QuantisationTable | undefined
  /** Two numbers of 32 bits a block: which of its coefficients are not zero so far. Progressive ones alone need them. */
  known: Uint32Array
  /** To which bit each coefficient was sent; -1: not at all. */
  sent: Int8Array
}

export interface ScanComponent {
  component: JpegComponent
  steps: QuantisationTable
  /** Blocks of it that follow one another in each unit. */
  blocks: number
  /** Of direct values, and of the others: where the scan has any that are coded by a table. */
  dc: HuffmanTable | undefined
  ac: HuffmanTable | undefined
}

export interface JpegScan {
  isProgressive: boolean
  components: ScanComponent[]
  from: number
  to: number
  high: number
  low: number
  /** Units (MCUs, T.81, A.2) that lie beside and below one another. */
  across: number
  down: number
  /** Rows of pixels in each of them, and in all. */
  unitRows: number
  height: number
  /** Units from one restart marker to the next; 0: there are none. */
  restart: number
  /** From where its coded data begins, in the file. */
  dataAt: number
}

/** What a decoder knows where a scan begins. Throws NotUnderstood, and RangeError beyond a segment's end. */
export class JpegHeader {
  readonly #bytes: Buffer
  readonly #quantisations: (QuantisationTable | undefined)[] = []
  /** By class and place. */
  readonly #huffmans = new Map<number, HuffmanTable>()
  #restart = 0
  #frame: JpegFrame | undefined

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get frame(): JpegFrame | undefined {
    return this.#frame
  }

  /** @returns the tables that it defines */
  read({ marker, start, end }: JpegSegment): JpegTable[] {
    const segment = this.#bytes.subarray(start, end)
    if (marker === jpegMarker.steps) return this.#define(readQuantisation(segment))
    if (marker === jpegMarker.codes) return this.#define(readHuffman(segment))
    if (marker === jpegMarker.interval) this.#restart = segment.readUInt16BE(4)
    else if (isFrame(marker)) this.#setFrame(marker, segment)
    return []
  }

  scan({ start, end }: JpegSegment): JpegScan {
    const frame = this.#frame
    const dataAt = start + 2 + this.#bytes.readUInt16BE(start + 2)
    const head = this.#bytes.subarray(start, Math.min(dataAt, end))
    const count = head.readUInt8(4)
    if (!frame || count === 0 || head.length !== 8 + 2 * count) throw new NotUnderstood()
    const [from, to, bits] = [
      head.readUInt8(5 + 2 * count),
      head.readUInt8(6 + 2 * count),
      head.readUInt8(7 + 2 * count),
    ]
    const [high, low] = [bits >> 4, bits & 15]
    const components: ScanComponent[] = []
    for (let index = 0; index < count; index += 1) {
      const [id, tables] = [head.readUInt8(5 + 2 * index), head.readUInt8(6 + 2 * index)]
      const component = frame.components.find((one) => one.id === id)
      if (!component || components.some((one) => one.component === component)) throw new NotUnderstood()
      component.steps ??= used(this.#quantisations[component.quantisation])
      components.push({
        component,
        steps: component.steps,
        blocks: count === 1 ? 1 : component.across * component.down,
        dc: from === 0 && high === 0 ? used(this.#huffmans.get(tables >> 4)) : undefined,
        ac: to > 0 ? used(this.#huffmans.get(0x10 | (tables & 15))) : undefined,
      })
    }
    const scan = { isProgressive: frame.isProgressive, components, from, to, high, low, restart: this.#restart, dataAt }
    for (const { component } of components) send(scan, component)
    return { ...scan, ...unitsOf(frame, components), height: frame.height }
  }

  #define<T extends JpegTable>(tables: T[] | null): T[] {
    if (!tables) throw new NotUnderstood()
    for (const table of tables) {
      const place = table.bytes.readUInt8(0)
      if ('codes' in table) this.#huffmans.set(place, table as unknown as HuffmanTable)
      else this.#quantisations[place & 15] = table as unknown as QuantisationTable
    }
    return tables
  }

  /** Of eight bits, and coded after Huffman. */
  #setFrame(marker: number, segment: Buffer): void {
    const count = segment.readUInt8(9)
    const isKnown =
      marker === jpegMarker.baseline || marker === jpegMarker.extended || marker === jpegMarker.progressive
    if (this.#frame || !isKnown || segment.readUInt8(4) !== 8 || segment.length !== 10 + 3 * count)
      throw new NotUnderstood()
    this.#frame = readFrame(segment, count, marker === jpegMarker.progressive)
  }
}

function used<T extends JpegTable>(table: T | undefined): T {
  if (!table) throw new NotUnderstood()
  table.isUsed = true
  return table
}

type Bits = 'from' | 'to' | 'high' | 'low'

/** A scan brings of each coefficient what is still missing, and nothing twice: T.81, G.1.1.1. */
function send(
  { isProgressive, components, from, to, high, low }: Pick<JpegScan, 'isProgressive' | 'components' | Bits>,
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

/** A scan of one component goes by its blocks, whatever its sampling (T.81, A.2.2). */
function unitsOf({ width, height, components: all }: JpegFrame, [first, ...others]: ScanComponent[]) {
  const [mostAcross, mostDown] = mostOf(all)
  if (first && others.length === 0) {
    const { columns, rows, down } = first.component
    return { across: columns, down: rows, unitRows: (8 * mostDown) / down }
  }
  return {
    across: Math.ceil(width / (8 * mostAcross)),
    down: Math.ceil(height / (8 * mostDown)),
    unitRows: 8 * mostDown,
  }
}

const mostOf = (components: { across: number; down: number }[]): [across: number, down: number] => [
  Math.max(...components.map(({ across }) => across)),
  Math.max(...components.map(({ down }) => down)),
]

function readFrame(segment: Buffer, count: number, isProgressive: boolean): JpegFrame {
  const [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)]
  const raw = Array.from({ length: count }, (_, index) => {
    const at = 10 + index * 3
    const [id, factors, quantisation] = [segment.readUInt8(at), segment.readUInt8(at + 1), segment.readUInt8(at + 2)]
    return { id, across: factors >> 4, down: factors & 15, quantisation }
  })
  const areFactors = raw.every(({ across, down }) => across >= 1 && across <= 4 && down >= 1 && down <= 4)
  if (!areFactors || width === 0 || height === 0 || count === 0 || count > 4) throw new NotUnderstood()
  const [mostAcross, mostDown] = mostOf(raw)
  const components = raw.map((one) => ({
    ...one,
    columns: Math.ceil(Math.ceil((width * one.across) / mostAcross) / 8),
    rows: Math.ceil(Math.ceil((height * one.down) / mostDown) / 8),
    steps: undefined,
    known: new Uint32Array(),
    sent: new Int8Array(64).fill(-1),
  }))
  return { isProgressive, width, height, components }
}
