import type { Sharp } from 'sharp'

/** AVIFs put together box by box (ISO/IEC 14496-12, ISO/IEC 23008-12), of pictures that libheif has encoded. */

const u8 = (value: number): Buffer => Buffer.from([value])
export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

export function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), latin1(type), body])
}

export const fullBox = (type: string, version: number, flags: number, ...parts: Buffer[]): Buffer =>
  box(type, u8(version), u32(flags).subarray(1), ...parts)

export interface Coded {
  width: number
  height: number
  /** A coded picture, which is a sample of a film as well. */
  data: Buffer
  /** `av1C` as it stands in the file, and the other properties. */
  config: Buffer
  others: Buffer[]
}

/** One picture as AV1. */
export async function coded(picture: Sharp): Promise<Coded> {
  const { data: bytes, info } = await picture
    .avif({ quality: 80, chromaSubsampling: '4:4:4', effort: 0 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const whole = (type: string): Buffer[] => {
    const found: Buffer[] = []
    for (let at = bytes.indexOf(type, 0, 'latin1'); at >= 0; at = bytes.indexOf(type, at + 4, 'latin1'))
      found.push(bytes.subarray(at - 4, at - 4 + bytes.readUInt32BE(at - 4)))
    return found
  }
  const [config = Buffer.alloc(0)] = whole('av1C')
  const mdat = bytes.indexOf('mdat', 0, 'latin1')
  const data = bytes.subarray(mdat + 4, mdat - 4 + bytes.readUInt32BE(mdat - 4))
  return { width, height, data, config, others: [...whole('pixi'), ...whole('colr')] }
}

export interface Item {
  type: string
  data: Buffer
  /** Whole boxes; `mime` items say what they are in place of them. */
  properties?: Buffer[]
  isHidden?: boolean
  mime?: string
}

interface Parts {
  brands?: string[]
  /** From 1 on, in their order. */
  items: Item[]
  primary?: number
  /** Whole boxes of `iref`. */
  references?: Buffer[]
  /** Further boxes of `meta`, and of the file, before `mdat` and after it. */
  inMeta?: Buffer[]
  before?: Buffer[]
  after?: Buffer[]
}

const ispe = (width: number, height: number): Buffer => fullBox('ispe', 0, 0, u32(width), u32(height))

export const picture = ({ width, height, data, config, others }: Coded, more: Buffer[] = []): Item => ({
  type: 'av01',
  data,
  properties: [ispe(width, height), config, ...others, ...more],
})

export function avif({ brands = ['avif', 'mif1', 'miaf'], items, primary = 1, ...parts }: Parts): Buffer {
  const ftyp = box('ftyp', latin1(brands[0] ?? ''), u32(0), latin1(brands.join('')))
  const head = Buffer.concat([ftyp, ...(parts.before ?? [])])
  const length = metaOf(items, primary, parts, 0).length
  const meta = metaOf(items, primary, parts, head.length + length + 8)
  return Buffer.concat([head, meta, box('mdat', ...items.map(({ data }) => data)), ...(parts.after ?? [])])
}

function metaOf(
  items: Item[],
  primary: number,
  { references = [], inMeta = [] }: Partial<Parts>,
  from: number,
): Buffer {
  const places: Buffer[] = []
  let at = from
  for (const [index, { data }] of items.entries()) {
    places.push(u16(index + 1), u16(0), u16(1), u32(at), u32(data.length))
    at += data.length
  }
  const infos = items.map(({ type, isHidden, mime }, index) =>
    fullBox('infe', 2, isHidden ? 1 : 0, u16(index + 1), u16(0), latin1(type), latin1(mime ? `\0${mime}\0` : '\0')),
  )
  const all = items.flatMap(({ properties = [] }) => properties)
  let next = 1
  const owners = items.map(({ properties = [] }, index) =>
    Buffer.concat([u16(index + 1), u8(properties.length), ...properties.map(() => u8(next++))]),
  )
  return fullBox(
    'meta',
    0,
    0,
    fullBox('hdlr', 0, 0, u32(0), latin1('pict'), Buffer.alloc(12), u8(0)),
    fullBox('pitm', 0, 0, u16(primary)),
    fullBox('iloc', 0, 0, u8(0x44), u8(0), u16(items.length), ...places),
    fullBox('iinf', 0, 0, u16(items.length), ...infos),
    ...(references.length > 0 ? [fullBox('iref', 0, 0, ...references)] : []),
    box('iprp', box('ipco', ...all), fullBox('ipma', 0, 0, u32(items.length), ...owners)),
    ...inMeta,
  )
}

/** Tiles of one size, side by side. */
export function grid(tiles: Coded[], columns: number, more: Buffer[] = []): Buffer {
  const [first] = tiles
  if (!first) throw new Error('a grid of nothing')
  const rows = tiles.length / columns
  const size = [u16(first.width * columns), u16(first.height * rows)]
  const whole: Item = {
    type: 'grid',
    data: Buffer.concat([u8(0), u8(0), u8(rows - 1), u8(columns - 1), ...size]),
    properties: [ispe(first.width * columns, first.height * rows), ...first.others, ...more],
  }
  const ids = tiles.map((_, index) => u16(index + 2))
  return avif({
    items: [whole, ...tiles.map((tile) => ({ ...picture(tile), isHidden: true }))],
    references: [box('dimg', u16(1), u16(tiles.length), ...ids)],
  })
}

/** A film of one picture after the other, with the first of them as its still unless that is not wanted. */
export function animation(
  frames: Coded[],
  { hasStill = true, brands = ['avis', 'avif', 'mif1', 'miaf', 'msf1'] } = {},
): Buffer {
  const [first] = frames
  if (!first) throw new Error('a film of nothing')
  if (!hasStill) {
    const ftyp = box('ftyp', latin1(brands[0] ?? ''), u32(0), latin1(brands.join('')))
    const from = ftyp.length + film(frames, 0).length + 8
    return Buffer.concat([ftyp, film(frames, from), box('mdat', ...frames.map(({ data }) => data))])
  }
  const items = [picture(first)]
  const before = avif({ brands, items, before: [film(frames, 0)] })
  const after = before.length + 8
  return avif({
    brands,
    items,
    before: [film(frames, after)],
    after: [box('mdat', ...frames.map(({ data }) => data))],
  })
}

const unity = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32)

function film(frames: Coded[], from: number): Buffer {
  const [first] = frames
  const [width, height] = [first?.width ?? 0, first?.height ?? 0]
  const entry = box(
    'av01',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width),
    u16(height),
    u32(0x480000),
    u32(0x480000),
    u32(0),
    u16(1),
    Buffer.alloc(32),
    u16(24),
    u16(0xffff),
    first?.config ?? Buffer.alloc(0),
  )
  const table = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entry),
    fullBox('stts', 0, 0, u32(1), u32(frames.length), u32(10)),
    fullBox('stsc', 0, 0, u32(1), u32(1), u32(frames.length), u32(1)),
    fullBox('stsz', 0, 0, u32(0), u32(frames.length), ...frames.map(({ data }) => u32(data.length))),
    fullBox('stco', 0, 0, u32(1), u32(from)),
  )
  const length = frames.length * 10
  const media = box(
    'mdia',
    fullBox('mdhd', 0, 0, u32(0), u32(0), u32(100), u32(length), u32(0)),
    fullBox('hdlr', 0, 0, u32(0), latin1('pict'), Buffer.alloc(12), u8(0)),
    box(
      'minf',
      fullBox('vmhd', 0, 1, Buffer.alloc(8)),
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      table,
    ),
  )
  const head = fullBox(
    'tkhd',
    0,
    3,
    u32(0),
    u32(0),
    u32(1),
    u32(0),
    u32(length),
    Buffer.alloc(16),
    ...unity,
    u32(width << 16),
    u32(height << 16),
  )
  const movie = fullBox(
    'mvhd',
    0,
    0,
    u32(0),
    u32(0),
    u32(100),
    u32(length),
    u32(0x10000),
    u16(0x100),
    Buffer.alloc(10),
    ...unity,
    Buffer.alloc(24),
    u32(2),
  )
  return box('moov', movie, box('trak', head, media))
}
