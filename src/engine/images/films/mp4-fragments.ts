import { type ByteSpan, FilmCut, type FilmFile, Unknown } from './film-file.ts'
import { boxAt, boxesIn, type Mp4Box } from './mp4-boxes.ts'
import { int, type Track } from './mp4-tables.ts'

/** What the fragments of a film bring, with what its tables had before them. */
export interface Fragments {
  spans: { track: Track | undefined; span: ByteSpan }[]
  /** Longest of the tracks, in seconds. */
  seconds: number
}

/** No table of a fragment, and no index of them, is larger. */
export const mostHeaderBytes = 16 * 1024 * 1024

interface Defaults {
  duration: number
  size: number
}

/**
 * The samples of all `moof` boxes (ISO/IEC 14496-12 §8.8).
 * @throws Cut where a fragment's own table is not whole
 */
export async function fragmentsOf(file: FilmFile, boxes: Mp4Box[], moov: Buffer, tracks: Track[]): Promise<Fragments> {
  const defaults = defaultsOf(moov)
  const spans: Fragments['spans'] = []
  const ticks = new Map(tracks.map((track) => [track.id, track.ticks]))
  for (const box of boxes) {
    if (box.type !== 'moof') continue
    if (box.end - box.body > mostHeaderBytes) throw new Unknown('a table larger than is looked at')
    const moof = await file.read(box.body, box.end - box.body)
    let end = box.at
    for (const { type, bytes } of boxesIn(moof)) {
      if (type !== 'traf') continue
      const part = partOf(bytes, box.at, end, defaults)
      end = part.end
      ticks.set(part.id, (ticks.get(part.id) ?? 0) + part.ticks)
      const track = tracks.find(({ id }) => id === part.id)
      spans.push(...part.spans.map((span) => ({ track, span })))
    }
  }
  const seconds = tracks.map(({ id, timescale }) => (ticks.get(id) ?? 0) / Math.max(1, timescale))
  return { spans, seconds: Math.max(0, ...seconds) }
}

function defaultsOf(moov: Buffer): Map<number, Defaults> {
  const mvex = boxAt(moov, 'mvex')
  const all = mvex === null ? [] : boxesIn(mvex).filter(({ type }) => type === 'trex')
  return new Map(all.map(({ bytes }) => [int(bytes, 4), { duration: int(bytes, 12), size: int(bytes, 16) }]))
}

interface Part {
  id: number
  spans: ByteSpan[]
  ticks: number
  end: number
}

/** One track's part of a fragment. @param before where the part before it ended */
function partOf(traf: Buffer, moofAt: number, before: number, defaults: Map<number, Defaults>): Part {
  const tfhd = boxAt(traf, 'tfhd')
  if (tfhd === null) throw new FilmCut('a fragment without its header')
  const flags = int(tfhd, 0) & 0xffffff
  const id = int(tfhd, 4)
  const own = { ...(defaults.get(id) ?? { duration: 0, size: 0 }) }
  let at = 8
  let base = flags & 0x020000 ? moofAt : before
  if (flags & 1) {
    base = int(tfhd, at) * 2 ** 32 + int(tfhd, at + 4)
    at += 8
  }
  if (flags & 2) at += 4
  if (flags & 8) {
    own.duration = int(tfhd, at)
    at += 4
  }
  if (flags & 0x10) own.size = int(tfhd, at)
  const part: Part = { id, spans: [], ticks: 0, end: base }
  for (const { type, bytes } of boxesIn(traf)) if (type === 'trun') addRun(part, bytes, base, own)
  return part
}

function addRun(part: Part, trun: Buffer, base: number, { duration, size }: Defaults): void {
  const flags = int(trun, 0) & 0xffffff
  const count = int(trun, 4)
  let at = 8
  const begins = flags & 1 ? base + (int(trun, at) | 0) : part.end
  if (flags & 1) at += 4
  if (flags & 4) at += 4
  const width = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  if (trun.length < at + count * width) throw new FilmCut('a run of samples ends early')
  let bytes = flags & 0x200 ? 0 : size * count
  let ticks = flags & 0x100 ? 0 : duration * count
  if (width > 0)
    for (let n = 0; n < count; n += 1, at += width) {
      if (flags & 0x100) ticks += trun.readUInt32BE(at)
      if (flags & 0x200) bytes += trun.readUInt32BE(at + (flags & 0x100 ? 4 : 0))
    }
  part.ticks += ticks
  part.end = begins + bytes
  part.spans.push({ at: begins, end: part.end })
}
