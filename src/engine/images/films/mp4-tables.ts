import { type ByteSpan, FilmCut, Unknown } from './film-file.ts'
import { boxAt, boxesIn, needed } from './mp4-boxes.ts'

/** A track as its tables have it. */
export interface Track {
  id: number
  /** `vide`, `soun` and others. */
  handler: string
  /** Four letters of the first sample entry, such as `avc1`. */
  codec: string
  /** Ticks a second. */
  timescale: number
  /** Each chunk's place in the file: samples that lie one behind the other. */
  chunks: ByteSpan[]
  samples: number
  /** How long they are together. */
  ticks: number
}

/** What may be all zeros and right: sound without compression. */
const plainSound = new Set([
  'sowt',
  'twos',
  'raw ',
  'lpcm',
  'in24',
  'in32',
  'fl32',
  'fl64',
  'ulaw',
  'alaw',
  'ipcm',
  'fpcm',
])
const plainPictures = new Set(['raw ', '2vuy', 'yuv2', 'v210', 'v410', 'v308', 'v408', 'uncv', 'rle '])

export const isCompressedPicture = ({ handler, codec }: Track): boolean =>
  handler === 'vide' && !plainPictures.has(codec)
export const isPlainTable = ({ codec }: Track): boolean => plainSound.has(codec) || plainPictures.has(codec)

/**
 * The tracks of a `moov` (ISO/IEC 14496-12 §8).
 * @throws Cut where its tables contradict each other or are not there
 */
export function tracksOf(moov: Buffer): Track[] {
  return boxesIn(moov).flatMap(({ type, bytes }) => (type === 'trak' ? [trackOf(bytes)] : []))
}

function trackOf(trak: Buffer): Track {
  const tkhd = needed(trak, 'tkhd')
  const mdhd = needed(trak, 'mdia', 'mdhd')
  const hdlr = needed(trak, 'mdia', 'hdlr')
  const stbl = needed(trak, 'mdia', 'minf', 'stbl')
  const stsd = needed(stbl, 'stsd')
  const table = new Table(stbl)
  return {
    id: int(tkhd, tkhd[0] === 1 ? 20 : 12),
    handler: hdlr.toString('latin1', 8, 12),
    codec: stsd.toString('latin1', 12, 16),
    timescale: int(mdhd, mdhd[0] === 1 ? 20 : 12),
    ...table.chunks(),
  }
}

/** @throws Cut where the number would lie behind the end */
export function int(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) throw new FilmCut('a table ends early')
  return bytes.readUInt32BE(at)
}

/** The chunks of one track: where each begins (`stco`, `co64`), its samples (`stsc`), their sizes (`stsz`, `stz2`). */
class Table {
  readonly #stbl: Buffer
  readonly #sizes: (sample: number) => number
  readonly #fixed: number
  readonly samples: number

  constructor(stbl: Buffer) {
    this.#stbl = stbl
    const stsz = boxAt(stbl, 'stsz')
    if (stsz === null && boxAt(stbl, 'stz2') !== null) throw new Unknown('compact sizes')
    if (stsz === null) throw new FilmCut('no sizes of samples')
    this.#fixed = int(stsz, 4)
    this.samples = int(stsz, 8)
    if (this.#fixed === 0 && stsz.length < 12 + this.samples * 4) throw new FilmCut('sizes are missing')
    this.#sizes = (sample) => stsz.readUInt32BE(12 + sample * 4)
  }

  chunks(): Pick<Track, 'chunks' | 'samples' | 'ticks'> {
    const starts = this.#starts()
    const perChunk = this.#perChunk(starts.length)
    const chunks: ByteSpan[] = []
    let sample = 0
    for (const [index, at] of starts.entries()) {
      const count = perChunk[index] ?? 0
      if (sample + count > this.samples) throw new FilmCut('more samples in chunks than have a size')
      let size = this.#fixed * count
      if (this.#fixed === 0) for (let n = sample; n < sample + count; n += 1) size += this.#sizes(n)
      sample += count
      chunks.push({ at, end: at + size })
    }
    if (sample !== this.samples) throw new FilmCut('samples without a chunk')
    if (sample === 0) return { chunks, samples: 0, ticks: 0 }
    const { timed, ticks } = this.#times()
    if (timed !== sample) throw new FilmCut('samples without a time')
    return { chunks, samples: sample, ticks }
  }

  #starts(): number[] {
    const stco = boxAt(this.#stbl, 'stco')
    const table = stco ?? boxAt(this.#stbl, 'co64')
    if (table === null) throw new FilmCut('no places of chunks')
    const width = stco === null ? 8 : 4
    const count = int(table, 4)
    if (table.length < 8 + count * width) throw new FilmCut('places of chunks are missing')
    return Array.from({ length: count }, (_, n) =>
      width === 4 ? table.readUInt32BE(8 + n * 4) : Number(table.readBigUInt64BE(8 + n * 8)),
    )
  }

  /** How many samples each chunk has: runs, each from its first chunk on. */
  #perChunk(chunks: number): number[] {
    const stsc = needed(this.#stbl, 'stsc')
    const runs = int(stsc, 4)
    if (stsc.length < 8 + runs * 12) throw new FilmCut('runs of chunks are missing')
    const counts: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const first = int(stsc, 8 + run * 12)
      const next = run + 1 < runs ? int(stsc, 8 + (run + 1) * 12) : chunks + 1
      if (first !== counts.length + 1 || next <= first || next > chunks + 1)
        throw new FilmCut('runs of chunks in disorder')
      const count = int(stsc, 12 + run * 12)
      while (counts.length + 1 < next) counts.push(count)
    }
    if (counts.length !== chunks) throw new FilmCut('chunks without a run')
    return counts
  }

  #times(): { timed: number; ticks: number } {
    const stts = needed(this.#stbl, 'stts')
    const runs = int(stts, 4)
    if (stts.length < 8 + runs * 8) throw new FilmCut('times are missing')
    let [timed, ticks] = [0, 0]
    for (let run = 0; run < runs; run += 1) {
      const count = int(stts, 8 + run * 8)
      timed += count
      ticks += count * int(stts, 12 + run * 8)
    }
    return { timed, ticks }
  }
}
