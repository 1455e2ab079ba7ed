import sharp from 'sharp'
import { film } from '../../../src/practice/video/film.ts'
import { box, childBox, ebml, full, u16, u32 } from './boxes.ts'

/** A film of practice: a playable MP4 with its table first. */
export const practiceFilm = (): Buffer =>
  film(
    { kind: 'film', prompt: 'a harbour at dawn', seed: 'whole', tints: [], seconds: 2 },
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

/** The same in two fragments, as streams are kept: the table names no sample, each fragment brings its own. */
export function fragmented(mp4: Buffer): Buffer {
  const moov = childBox(mp4, 0, 'moov')
  const mdat = childBox(mp4, 0, 'mdat')
  const sizes = samplesOf(mp4)
  const stsd = mp4.indexOf('stsd') - 4
  const entry = mp4.subarray(stsd, stsd + mp4.readUInt32BE(stsd))
  const header = (name: string) => {
    const at = mp4.indexOf(name, moov.at) - 4
    return mp4.subarray(at, at + mp4.readUInt32BE(at))
  }
  const none = ['stts', 'stsc', 'stco'].map((name) => full(name, 0, u32(0)))
  const stbl = box('stbl', entry, ...none, full('stsz', 0, u32(0, 0)))
  const minf = box('minf', header('vmhd'), header('dinf'), stbl)
  const trak = box('trak', header('tkhd'), box('mdia', header('mdhd'), header('hdlr'), minf))
  const mvex = box('mvex', full('trex', 0, u32(1, 1, 125, 0, 0)))
  const half = sizes.length >> 1
  const data = mp4.subarray(mdat.at + 8, mdat.end)
  const split = sizes.slice(0, half).reduce((sum, size) => sum + size, 0)
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5', 'latin1'), u32(512), Buffer.from('iso5mp41', 'latin1')),
    box('moov', header('mvhd'), trak, mvex),
    fragment(1, sizes.slice(0, half), data.subarray(0, split)),
    fragment(2, sizes.slice(half), data.subarray(split)),
  ])
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
