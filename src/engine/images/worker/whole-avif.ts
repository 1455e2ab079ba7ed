import { FilmCut, Unknown } from '../films/film-file.ts'
import { tracksOf } from '../films/mp4-tables.ts'
import { boxesOf } from './avif-boxes.ts'
import { cutOff } from './damage.ts'

/** So many bytes at the end of a coded picture are never all the same: what is coded ends in its last symbols. */
const emptyEnd = 64
/** More items and pieces than any picture has: the rest is not looked at. */
const mostRead = 4096

/** A page of a disk that was laid out and never written. */
const hole = Buffer.alloc(4096)

/**
 * Proves that the items of an AVIF and the pictures of its tracks lie in the file: libheif shows of a sequence the still picture
 * alone (ISO/IEC 14496-12, `stco`, `co64`, `stsz`).
 * @throws CutOff
 */
export function requireWholeAvif(bytes: Buffer): void {
  requireSoundAvif(bytes)
  requireFilled(bytes, framesOf(bytes))
}

/**
 * Proves that what each item is coded in lies in the file, and was written: libheif shows a grid without the tiles that it
 * lacks (`iloc`).
 * @throws CutOff
 */
export const requireSoundAvif = (bytes: Buffer): void => requireFilled(bytes, extentsOf(bytes))

function requireFilled(bytes: Buffer, extents: Extent[]): void {
  for (const { from, to, isCoded } of extents) {
    if (to > bytes.length) throw cutOff()
    // What stands beside pictures, EXIF and XMP, is filled up as their writers like.
    if (!isCoded) continue
    const end = bytes.subarray(Math.max(from, to - emptyEnd), to)
    if (end.length === emptyEnd && end.every((value) => value === end[0])) throw cutOff()
    if (bytes.subarray(from, to).includes(hole)) throw cutOff()
  }
}

/**
 * Proves that each box of an AVIF ends in the file, before anything is read from them (ISO/IEC 14496-12, §4.2). What stands
 * behind the last one and is none was appended, and is no part of the picture.
 * @throws CutOff
 */
export function requireWholeBoxes(bytes: Buffer): void {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const said = bytes.readUInt32BE(at)
    if (said === 0 || !/^[\x20-\x7e]{4}$/.test(bytes.toString('latin1', at + 4, at + 8))) return
    if (said === 1 && at + 16 > bytes.length) throw cutOff()
    const size = said === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : said
    if (at + size > bytes.length || size < 8) throw cutOff()
    at += size
  }
}

/** Where the pictures of its tracks lie, and their transparency. */
function framesOf(bytes: Buffer): Extent[] {
  try {
    const moov = boxesOf(bytes).find(({ type }) => type === 'moov')?.body
    if (moov === undefined) return []
    return tracksOf(moov).flatMap(({ handler, chunks }) =>
      chunks.map(({ at, end }) => ({ from: at, to: end, isCoded: pictures.has(handler) })),
    )
  } catch (error) {
    if (error instanceof FilmCut || error instanceof RangeError) throw cutOff()
    // A compact table: the decoder's word is all there is.
    if (error instanceof Unknown) return []
    throw error
  }
}

const pictures: ReadonlySet<string> = new Set(['pict', 'vide', 'auxv'])

interface Extent {
  from: number
  to: number
  /** A piece of a picture, and not of what is told of it. */
  isCoded: boolean
}

/** Where in the file the items lie; none where that is not understood, and the decoder's word is all there is. */
function extentsOf(bytes: Buffer): Extent[] {
  try {
    const meta = boxesOf(bytes).find(({ type }) => type === 'meta')?.body
    const boxes = meta ? boxesOf(meta.subarray(4)) : []
    const find = (wanted: string) => boxes.find(({ type }) => type === wanted)?.body
    const [iloc, iinf] = [find('iloc'), find('iinf')]
    return iloc ? readLocations(iloc, bytes.length, iinf ? codedIn(iinf) : new Set()) : []
  } catch (error) {
    // Reads beyond the end of a box.
    if (error instanceof RangeError) return []
    throw error
  }
}

/** Which items are pictures coded in AV1. */
function codedIn(iinf: Buffer): Set<number> {
  const coded = new Set<number>()
  for (const { type, body } of boxesOf(iinf.subarray(iinf.readUInt8(0) === 0 ? 6 : 8))) {
    const isLong = body.readUInt8(0) === 3
    const at = isLong ? 10 : 8
    if (type === 'infe' && body.toString('latin1', at, at + 4) === 'av01')
      coded.add(isLong ? body.readUInt32BE(4) : body.readUInt16BE(4))
  }
  return coded
}

function readLocations(iloc: Buffer, fileSize: number, coded: Set<number>): Extent[] {
  let at = 0
  const read = (size: number): number => {
    at += size
    if (size === 0) return 0
    return size === 8 ? Number(iloc.readBigUInt64BE(at - size)) : iloc.readUIntBE(at - size, size)
  }
  const version = read(1)
  at = 4
  const [sizes, more] = [read(1), read(1)]
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4]
  const indexSize = version === 0 ? 0 : more & 15
  const items = Math.min(read(version < 2 ? 2 : 4), mostRead)
  const extents: Extent[] = []
  for (let item = 0; item < items; item += 1) {
    const isCoded = coded.has(read(version < 2 ? 2 : 4))
    // 0: in the file itself; what is put together from other items, or lies in a box, is no piece of it.
    const isInFile = version === 0 || (read(2) & 15) === 0
    const isThisFile = read(2) === 0
    const base = read(baseSize)
    for (let left = read(2); left > 0 && extents.length < mostRead; left -= 1) {
      read(indexSize)
      const from = base + read(offsetSize)
      const length = read(lengthSize)
      if (isInFile && isThisFile) extents.push({ from, to: length === 0 ? fileSize : from + length, isCoded })
    }
  }
  return extents
}
