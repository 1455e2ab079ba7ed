import { FilmCut, type FilmFile, Unknown } from './film-file.ts'
import { boxAt, boxesIn, type Mp4Box } from './mp4-boxes.ts'
import { mostHeaderBytes } from './mp4-fragments.ts'
import { int } from './mp4-tables.ts'

// What a film of fragments says of itself (ISO/IEC 14496-12). Cut between two of them it is another whole one in all else.

/**
 * Each part that an index names is there: a `sidx` (§8.16.3) in bytes, an `mfra` (§8.8.9) by where fragments begin.
 * @throws Cut, Unknown
 */
export async function requireIndexed(file: FilmFile, boxes: Mp4Box[]): Promise<void> {
  const fragments = boxes.filter(({ type }) => type === 'moof')
  const there = { count: fragments.length, lastAt: fragments.at(-1)?.at ?? -1 }
  for (const box of boxes) {
    if (box.type !== 'sidx' && box.type !== 'mfra') continue
    if (box.end - box.body > mostHeaderBytes) throw new Unknown('an index larger than is looked at')
    const index = await file.read(box.body, box.end - box.body)
    if (box.type === 'sidx') requireParts(index, box.end, file.sizeBytes)
    else for (const { type, bytes } of boxesIn(index)) if (type === 'tfra') requireBegun(bytes, there)
  }
}

/** One behind the other from the end of the index on, each as long as it says. */
function requireParts(sidx: Buffer, from: number, sizeBytes: number): void {
  const version = int(sidx, 0) >>> 24
  if (version > 1) return
  const isLong = version === 1
  let end = from + longAt(sidx, isLong ? 20 : 16, isLong)
  const head = isLong ? 32 : 24
  const count = int(sidx, head - 4) & 0xffff
  for (let n = 0; n < count; n += 1) end += int(sidx, head + n * 12) & 0x7fffffff
  if (end > sizeBytes) throw new FilmCut('its index names more than is there')
}

/** Of one track: entries are in the order of their times, several may be for one fragment. */
function requireBegun(tfra: Buffer, there: { count: number; lastAt: number }): void {
  const isLong = int(tfra, 0) >>> 24 === 1
  const lengths = int(tfra, 8)
  const count = int(tfra, 12)
  const places = isLong ? 16 : 8
  const width = places + 3 + ((lengths >> 4) & 3) + ((lengths >> 2) & 3) + (lengths & 3)
  if (tfra.length < 16 + count * width) throw new FilmCut('an index ends early')
  let [named, lastAt] = [0, -1]
  for (let n = 0; n < count; n += 1) {
    const at = longAt(tfra, 16 + n * width + places / 2, isLong)
    if (at > lastAt) named += 1
    lastAt = Math.max(lastAt, at)
  }
  if (lastAt > there.lastAt || named > there.count) throw new FilmCut('its index names more than is there')
}

/** How long all of it is, in seconds, and how much less is taken for that; null where nothing is said. */
export function toldLength(moov: Buffer): { seconds: number; slack: number } | null {
  const mvhd = boxAt(moov, 'mvhd')
  if (mvhd === null) throw new FilmCut('no header')
  const isLong = mvhd[0] === 1
  const timescale = Math.max(1, int(mvhd, isLong ? 20 : 12))
  const mehd = boxAt(moov, 'mvex', 'mehd')
  const ticks = mehd === null ? ticksAt(mvhd, isLong ? 24 : 16, isLong) : ticksAt(mehd, 4, mehd[0] === 1)
  if (ticks === null) return null
  const seconds = ticks / timescale
  // A frame's worth of rounding, and sound that is a little shorter than the pictures.
  const slack = seconds * 0.05 + 0.1
  // Of `mvhd` it is not sure that it means the fragments too; `mehd` (§8.8.2) means nothing else, with the wait before a track.
  return { seconds, slack: mehd === null ? slack : Math.min(slack, 0.25 + waitTicks(moov) / timescale) }
}

/** The longest time for which a track shows nothing before it begins: edits without media (§8.6.6). */
function waitTicks(moov: Buffer): number {
  const waits = boxesIn(moov).flatMap(({ type, bytes }) => {
    const elst = type === 'trak' ? boxAt(bytes, 'edts', 'elst') : null
    return elst === null ? [] : [emptyTicks(elst)]
  })
  return waits.reduce((most, wait) => Math.max(most, wait), 0)
}

function emptyTicks(elst: Buffer): number {
  const isLong = elst[0] === 1
  const width = isLong ? 20 : 12
  const count = Math.min(int(elst, 4), Math.floor((elst.length - 8) / width))
  let ticks = 0
  for (let at = 8; at < 8 + count * width; at += width)
    if (int(elst, at + (isLong ? 8 : 4)) === 0xffffffff) ticks += longAt(elst, at, isLong)
  return ticks
}

/** Null for none, and for the figure of all ones that means "not known". */
function ticksAt(bytes: Buffer, at: number, isLong: boolean): number | null {
  const [high, low] = isLong ? [int(bytes, at), int(bytes, at + 4)] : [0, int(bytes, at)]
  if ((low === 0 && high === 0) || (low === 0xffffffff && (!isLong || high === 0xffffffff))) return null
  return high * 2 ** 32 + low
}

const longAt = (bytes: Buffer, at: number, isLong: boolean): number =>
  isLong ? int(bytes, at) * 2 ** 32 + int(bytes, at + 4) : int(bytes, at)
