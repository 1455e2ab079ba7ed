import sharp from 'sharp'
import { film } from '../../../src/practice/video/film.ts'
import { box, childBox, ebml, full, u16, u32 } from './boxes.ts'

/** A film of practice: a playable MP4 with its table first. */
export const practiceFilm = (seconds = 2): Buffer =>
  film(
    { kind: 'film', prompt: 'a harbour at dawn', seed: 'whole', tints: [], seconds },
    { width: 64, height: 48, contentType: 'video/mp4' },
  )

/** The same with its table last, as recorders write it; `brand` `qt  ` makes a MOV of it. */
export function tableLast(mp4: Buffer, brand: string): Buffer {
  const [moov, mdat] = [childBox(mp4, 0, 'moov'), childBox(mp4, 0, 'mdat')]
  const head = box('ftyp', Buffer.from(brand, 'latin1'), u32(512), Buffer.from(brand, 'latin1'))
  const table = Buffer.from(mp4.subarray(moov.at, moov.end))
  const chunks = table.indexOf('stco') + 12
  table.writeUInt32BE(table.readUInt32BE(chunks) - mdat.at + head.length, chunks)
  return Buffer.concat([head, mp4.subarray(mdat.at, mdat.end), table])
}

/** The same without the box that names its kind, as old recorders begin. */
export function headless(film: Buffer): Buffer {
  const { end } = childBox(film, 0, 'ftyp')
  const rest = Buffer.from(film.subarray(end))
  const chunks = rest.indexOf('stco') + 12
  rest.writeUInt32BE(rest.readUInt32BE(chunks) - end, chunks)
  return rest
}

/** The same with its last picture at its full length, and zeros in the end of it. */
export function endingInZeros(mp4: Buffer, zeros: number, codec = 'avc1'): Buffer {
  const film = Buffer.from(mp4)
  const { end } = childBox(film, 0, 'mdat')
  film.fill(0, end - zeros, end)
  film.write(codec, film.indexOf('stsd') + 16, 'latin1')
  return film
}

/** What a film of fragments says of how much of it there is: in bytes, in places, in time. */
export interface Said {
  /** 0 and 1 are the versions of the box. */
  sidx?: 0 | 1
  mfra?: 0 | 1
  mehd?: 0 | 1
  /** In `mvhd`; left out: as the film has it. */
  seconds?: number
  /** So many ticks pass before the first picture. */
  wait?: number
  /** So many samples are named by the table itself, as a recorder does that was not told to make fragments at once. */
  tabled?: number
}

/**
 * The same in fragments, as streams are kept: the table names no sample, each fragment brings its own.
 * @param samples in each fragment; left out: there are two of them
 */
export function fragmented(mp4: Buffer, said: Said = {}, samples?: number): Buffer {
  const sizes = samplesOf(mp4)
  const each = samples ?? Math.ceil(sizes.length / 2)
  const mdat = childBox(mp4, 0, 'mdat')
  const fragments: Buffer[] = []
  const tabled = sizes.slice(0, said.tabled ?? 0)
  const begins = tabled.reduce((at, size) => at + size, mdat.at + 8)
  for (let n = tabled.length, at = begins; n < sizes.length; n += each) {
    const own = sizes.slice(n, n + each)
    const bytes = own.reduce((sum, size) => sum + size, 0)
    fragments.push(fragment(fragments.length + 1, own, mp4.subarray(at, at + bytes)))
    at += bytes
  }
  const kind = box('ftyp', Buffer.from('iso5', 'latin1'), u32(512), Buffer.from('iso5mp41', 'latin1'))
  const first = tabled.length === 0 ? Buffer.alloc(0) : box('mdat', mp4.subarray(mdat.at + 8, begins))
  const table = (at: number) => tableOf(mp4, said, { sizes: tabled, at })
  const head = Buffer.concat([kind, table(kind.length + table(0).length + 8), first])
  const index = said.sidx === undefined ? [] : [partsIndex(said.sidx, fragments)]
  const places =
    said.mfra === undefined ? [] : [placesIndex(said.mfra, Buffer.concat([head, ...index]).length, fragments)]
  return Buffer.concat([head, ...index, ...fragments, ...places])
}

/** A `moov` that names these samples, in one chunk, or none. */
function tableOf(mp4: Buffer, said: Said, { sizes, at }: { sizes: number[]; at: number }): Buffer {
  const moov = childBox(mp4, 0, 'moov')
  const stsd = mp4.indexOf('stsd') - 4
  const entry = mp4.subarray(stsd, stsd + mp4.readUInt32BE(stsd))
  const header = (name: string) => {
    const at = mp4.indexOf(name, moov.at) - 4
    return Buffer.from(mp4.subarray(at, at + mp4.readUInt32BE(at)))
  }
  const table = (name: string, ...figures: number[]) => full(name, 0, sizes.length === 0 ? u32(0) : u32(1, ...figures))
  const tables = [table('stts', sizes.length, 125), table('stsc', 1, sizes.length, 1), table('stco', at)]
  const stbl = box('stbl', entry, ...tables, full('stsz', 0, u32(0, sizes.length, ...sizes)))
  const minf = box('minf', header('vmhd'), header('dinf'), stbl)
  const edits = full('elst', 0, u32(2, said.wait ?? 0, 0xffffffff, 0x10000, 0, 0, 0x10000))
  const waits = said.wait === undefined ? [] : [box('edts', edits)]
  const trak = box('trak', header('tkhd'), ...waits, box('mdia', header('mdhd'), header('hdlr'), minf))
  const mvhd = header('mvhd')
  const [timescale, ticks] = [mvhd.readUInt32BE(20), mvhd.readUInt32BE(24)]
  if (said.seconds !== undefined) mvhd.writeUInt32BE(said.seconds * timescale, 24)
  const whole =
    said.mehd === undefined ? [] : [box('mehd', version(said.mehd), long(said.mehd, ticks + (said.wait ?? 0)))]
  return box('moov', mvhd, trak, box('mvex', ...whole, full('trex', 0, u32(1, 1, 125, 0, 0))))
}

const version = (number: 0 | 1): Buffer => u32(number << 24)
/** A figure as this version of a box has it. */
const long = (number: 0 | 1, value: number): Buffer => (number === 1 ? u32(0, value) : u32(value))

function partsIndex(number: 0 | 1, fragments: Buffer[]): Buffer {
  const times = [long(number, 0), long(number, 0)]
  const parts = fragments.map(({ length }) => u32(length, 500, 0x90000000))
  return box('sidx', version(number), u32(1, 1000), ...times, u16(0, fragments.length), ...parts)
}

function placesIndex(number: 0 | 1, from: number, fragments: Buffer[]): Buffer {
  let at = from
  const places = fragments.map(({ length }, n) => {
    const place = Buffer.concat([long(number, n * 500), long(number, at), Buffer.from([1, 1, 1])])
    at += length
    return place
  })
  const tfra = box('tfra', version(number), u32(1, 0, fragments.length), ...places)
  return box('mfra', tfra, full('mfro', 0, u32(tfra.length + 24)))
}

function fragment(number: number, sizes: number[], data: Buffer): Buffer {
  const moof = (offset: number) =>
    box(
      'moof',
      full('mfhd', 0, u32(number)),
      // default-base-is-moof; data offset and a size for each sample.
      box('traf', full('tfhd', 0x020000, u32(1)), full('trun', 0x000201, u32(sizes.length, offset, ...sizes))),
    )
  return Buffer.concat([moof(moof(0).length + 8), box('mdat', data)])
}

function samplesOf(mp4: Buffer): number[] {
  const at = mp4.indexOf('stsz') + 12
  return Array.from({ length: mp4.readUInt32BE(at) }, (_, n) => mp4.readUInt32BE(at + 4 + n * 4))
}

/**
 * Four VP8 key frames in two clusters, with cues behind them. `isLive`: sizes of segment and clusters are not known.
 * `zeros`: so many at the end of the last frame, as encoders of VP8 leave them.
 */
export async function webm(isLive = false, zeros = 0, docType = 'webm'): Promise<Buffer> {
  const frames = await Promise.all([40, 90, 140, 190].map(keyFrame))
  frames.push(Buffer.concat([frames.pop() ?? Buffer.alloc(0), Buffer.alloc(zeros)]))
  const number = (value: number) => (value < 256 ? Buffer.from([value]) : u16(value))
  const video = ebml('e0', ebml('b0', number(96)), ebml('ba', number(64)))
  const entry = ebml('ae', ebml('d7', number(1)), ebml('73c5', number(1)), ebml('83', number(1)), codec, video)
  const info = ebml('1549a966', ebml('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])), ebml('4d80', Buffer.from('hand')))
  const blocks = frames.map((frame, n) => ebml('a3', Buffer.from([0x81, 0, (n % 2) * 125, 0x80]), frame))
  const cluster = (n: number) => {
    const parts = [ebml('e7', number(n * 250)), ...blocks.slice(n * 2, n * 2 + 2)]
    return isLive
      ? Buffer.concat([Buffer.from('1f43b67501ffffffffffffff', 'hex'), ...parts])
      : ebml('1f43b675', ...parts)
  }
  const cues = ebml(
    '1c53bb6b',
    ebml('bb', ebml('b3', number(0)), ebml('b7', ebml('f7', number(1)), ebml('f1', number(60)))),
  )
  const head = ebml('1a45dfa3', ebml('4286', number(1)), ebml('4282', Buffer.from(docType)), ebml('4287', number(2)))
  const content = [info, ebml('1654ae6b', entry), cluster(0), cluster(1)]
  if (isLive) return Buffer.concat([head, Buffer.from('1853806701ffffffffffffff', 'hex'), ...content])
  return Buffer.concat([head, ebml('18538067', ...content, cues)])
}

const codec = ebml('86', Buffer.from('V_VP8'))

/** A WebP of one frame is a VP8 key frame in a box of its own. */
async function keyFrame(hue: number): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 96 * 64 * 3 }, (_, n) => (n * hue + (n >> 7) * 31) & 0xff))
  const webp = await sharp(pixels, { raw: { width: 96, height: 64, channels: 3 } })
    .webp()
    .toBuffer()
  const at = webp.indexOf('VP8 ')
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4))
}
