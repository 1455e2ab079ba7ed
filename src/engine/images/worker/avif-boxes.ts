/** What an AVIF says of itself in its boxes (ISO/IEC 14496-12, ISO/IEC 23008-12, AVIF 1.1); nothing is decoded. */
export interface AvifBoxes {
  /** Of the picture that is shown; null where it has none, and is a film alone. */
  primaryItem: number | null
  /** What belongs to it, in the file's order: `ispe`, `irot`, `imir`, `colr` and others, each without its header. */
  properties: Property[]
  /** Its colours by code points: of itself, else of the first tile that it is made of; null where none are given. */
  nclx: Nclx | null
  /** A track of more than one picture. Tiles, layers, thumbnails and other items make no animation. */
  isAnimated: boolean
}

export interface Property {
  type: string
  body: Buffer
}

/** Coding-independent code points (ITU-T H.273). */
export interface Nclx {
  primaries: number
  transfer: number
  matrix: number
  isFullRange: boolean
}

/** More boxes, items and properties than any picture has: the rest is not looked at. */
const mostRead = 4096

/** Null where it has none of the boxes of a picture, or they lead beyond its end. */
export function readAvif(bytes: Buffer): AvifBoxes | null {
  try {
    const boxes = boxesOf(bytes)
    const meta = find(boxes, 'meta')
    const moov = find(boxes, 'moov')
    const still = meta ? readMeta(boxesOf(meta.subarray(4))) : null
    if (!still && !moov) return null
    return {
      ...(still ?? { primaryItem: null, properties: [], nclx: null }),
      isAnimated: moov !== undefined && boxesOf(moov).some(({ type, body }) => type === 'trak' && isFilm(body)),
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** One after the other; the last may be cut off, as in a file of which only the beginning is at hand. */
export function boxesOf(bytes: Buffer): Property[] {
  const boxes: Property[] = []
  for (let at = 0; at + 8 <= bytes.length && boxes.length < mostRead; ) {
    const size = bytes.readUInt32BE(at)
    const isLong = size === 1
    const length = size === 0 ? bytes.length - at : isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size
    const head = isLong ? 16 : 8
    if (length < head) throw new RangeError('a box smaller than its header')
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + head, at + length) })
    at += length
  }
  return boxes
}

const find = (boxes: Property[], wanted: string): Buffer | undefined => boxes.find(({ type }) => type === wanted)?.body

function readMeta(boxes: Property[]): Omit<AvifBoxes, 'isAnimated'> | null {
  const pitm = find(boxes, 'pitm')
  const iprp = find(boxes, 'iprp')
  if (!pitm) return null
  const primaryItem = pitm.readUInt8(0) === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4)
  const owned = iprp ? propertiesByItem(boxesOf(iprp)) : new Map<number, Property[]>()
  const properties = owned.get(primaryItem) ?? []
  const tile = firstTile(find(boxes, 'iref'), primaryItem)
  return { primaryItem, properties, nclx: nclxOf(properties) ?? nclxOf(owned.get(tile ?? -1) ?? []) }
}

function propertiesByItem(iprp: Property[]): Map<number, Property[]> {
  const shared = boxesOf(find(iprp, 'ipco') ?? Buffer.alloc(0))
  const owned = new Map<number, Property[]>()
  for (const { type, body } of iprp) if (type === 'ipma') readAssociations(body, shared, owned)
  return owned
}

function readAssociations(ipma: Buffer, shared: Property[], owned: Map<number, Property[]>): void {
  const hasLongItems = ipma.readUInt8(0) > 0
  const hasLongIndices = (ipma.readUInt8(3) & 1) === 1
  const items = Math.min(ipma.readUInt32BE(4), mostRead)
  let at = 8
  for (let item = 0; item < items; item += 1) {
    const id = hasLongItems ? ipma.readUInt32BE(at) : ipma.readUInt16BE(at)
    at += hasLongItems ? 4 : 2
    const own = owned.get(id) ?? []
    for (let left = ipma.readUInt8(at++); left > 0; left -= 1) {
      // The first bit says that a reader has to know it.
      const index = hasLongIndices ? ipma.readUInt16BE(at) & 0x7fff : ipma.readUInt8(at) & 0x7f
      at += hasLongIndices ? 2 : 1
      const property = shared[index - 1]
      if (property) own.push(property)
    }
    owned.set(id, own)
  }
}

/** The first of the items that a grid is put together from. */
function firstTile(iref: Buffer | undefined, item: number): number | null {
  if (!iref) return null
  const isLong = iref.readUInt8(0) > 0
  for (const { type, body } of boxesOf(iref.subarray(4))) {
    const from = isLong ? body.readUInt32BE(0) : body.readUInt16BE(0)
    if (type === 'dimg' && from === item) return isLong ? body.readUInt32BE(6) : body.readUInt16BE(4)
  }
  return null
}

function nclxOf(properties: Property[]): Nclx | null {
  for (const { type, body } of properties) {
    if (type !== 'colr' || body.toString('latin1', 0, 4) !== 'nclx') continue
    const [primaries, transfer, matrix] = [body.readUInt16BE(4), body.readUInt16BE(6), body.readUInt16BE(8)]
    return { primaries, transfer, matrix, isFullRange: (body.readUInt8(10) & 0x80) !== 0 }
  }
  return null
}

/** Whether a track shows more than one picture. */
function isFilm(trak: Buffer): boolean {
  const mdia = boxesOf(find(boxesOf(trak), 'mdia') ?? Buffer.alloc(0))
  const handler = find(mdia, 'hdlr')?.toString('latin1', 8, 12)
  if (handler !== 'pict' && handler !== 'vide') return false
  const stbl = find(boxesOf(find(mdia, 'minf') ?? Buffer.alloc(0)), 'stbl')
  const samples = stbl && find(boxesOf(stbl), 'stsz')
  return samples !== undefined && samples.readUInt32BE(8) > 1
}
