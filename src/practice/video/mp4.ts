/** What a player needs to know beside the pictures. */
interface Film {
  width: number
  height: number
  framesPerSecond: number
  sps: Buffer
  pps: Buffer
  /** One coded picture each, with its length before it. */
  pictures: Buffer[]
  /** What the file says of itself. */
  comment: string
}

const timescale = 1000

/** An MP4 file with one film track: the table of contents first, so that it plays while it loads. */
export function mp4(film: Film): Buffer {
  const head = box('ftyp', text('isom'), u32(512), text('isomiso2avc1mp41'))
  // The table's size does not depend on where the samples lie.
  const firstSample = head.length + contents(film, 0).length + 8
  return Buffer.concat([head, contents(film, firstSample), box('mdat', ...film.pictures)])
}

function contents(film: Film, firstSample: number): Buffer {
  const duration = Math.round((film.pictures.length / film.framesPerSecond) * timescale)
  return box(
    'moov',
    full(
      'mvhd',
      0,
      u32(0, 0, timescale, duration, 0x10000),
      u16(0x100, 0),
      u32(0, 0),
      matrix,
      u32(0, 0, 0, 0, 0, 0, 2),
    ),
    box('udta', box('\xa9cmt', u16(film.comment.length, 0x55c4), text(film.comment))),
    box(
      'trak',
      full(
        'tkhd',
        3,
        u32(0, 0, 1, 0, duration, 0, 0),
        u16(0, 0, 0, 0),
        matrix,
        u32(film.width * 65536, film.height * 65536),
      ),
      box(
        'mdia',
        full('mdhd', 0, u32(0, 0, timescale, duration), u16(0x55c4, 0)),
        full('hdlr', 0, u32(0), text('vide'), u32(0, 0, 0), text('Practice\0')),
        box(
          'minf',
          full('vmhd', 1, u16(0, 0, 0, 0)),
          box('dinf', full('dref', 0, u32(1), full('url ', 1))),
          table(film, firstSample),
        ),
      ),
    ),
  )
}

function table(film: Film, firstSample: number): Buffer {
  const count = film.pictures.length
  return box(
    'stbl',
    full('stsd', 0, u32(1), entry(film)),
    full('stts', 0, u32(1, count, timescale / film.framesPerSecond)),
    full('stss', 0, u32(1, 1)),
    full('stsc', 0, u32(1, 1, count, 1)),
    full('stsz', 0, u32(0, count, ...film.pictures.map(({ length }) => length))),
    full('stco', 0, u32(1, firstSample)),
  )
}

function entry({ width, height, sps, pps }: Film): Buffer {
  const settings = box(
    'avcC',
    Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([1]),
    u16(pps.length),
    pps,
  )
  return box(
    'avc1',
    u32(0),
    u16(0, 1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    settings,
  )
}

const text = (letters: string) => Buffer.from(letters, 'latin1')

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4)
  return bytes
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2)
  return bytes
}

const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

function box(name: string, ...parts: Buffer[]): Buffer {
  const sizeBytes = parts.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([u32(sizeBytes), text(name), ...parts])
}

/** A box with version 0 and flags. */
function full(name: string, flags: number, ...parts: Buffer[]): Buffer {
  return box(name, u32(flags), ...parts)
}
