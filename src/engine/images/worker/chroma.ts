import type { Chroma } from '../answers.ts'
import { isFrame, jpegSegments } from './jpeg-segments.ts'
import type { PictureKind } from './kinds.ts'
import { frameHeadBytes, webpChunks } from './webp-chunks.ts'

/** How finely a file holds its colours beside its brightness, by its own header; null where that does not tell. */
export function readChroma(kind: PictureKind, bytes: Buffer): Chroma | null {
  try {
    switch (kind) {
      case 'jpeg':
        return ofJpeg(bytes)
      case 'webp':
        return ofWebp(bytes)
      case 'avif':
        return ofAvif(bytes)
      case 'tiff':
        return ofTiff(bytes)
      default:
        return '4:4:4'
    }
  } catch (error) {
    // Reads beyond the end.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** By how often brightness is sampled for each sample of a colour, across and down. */
function named(across: number, down: number): Chroma | null {
  const names: Record<string, Chroma> = {
    '1 1': '4:4:4',
    '1 2': '4:4:0',
    '2 1': '4:2:2',
    '2 2': '4:2:0',
    '4 1': '4:1:1',
    '4 2': '4:1:0',
  }
  return names[`${across} ${down}`] ?? null
}

/** The factors of its frame header (ITU T.81, B.2.2). */
function ofJpeg(bytes: Buffer): Chroma | null {
  for (const { marker, start } of jpegSegments(bytes, { isHeader: true }))
    if (isFrame(marker)) return ofFrame(bytes, start)
  return null
}

function ofFrame(bytes: Buffer, at: number): Chroma | null {
  const count = bytes.readUInt8(at + 9)
  if (count === 1) return '4:0:0'
  const factors = (component: number) => bytes.readUInt8(at + 11 + 3 * component)
  const [first, second] = [factors(0), factors(1)]
  return named((first >> 4) / (second >> 4), (first & 15) / (second & 15))
}

/** By its first frame: lossy ones always halve their colours, lossless ones never. */
function ofWebp(bytes: Buffer, from?: number): Chroma | null {
  for (const { type, at } of webpChunks(bytes, from)) {
    if (type === 'VP8 ') return '4:2:0'
    if (type === 'VP8L') return '4:4:4'
    if (type === 'ANMF') return ofWebp(bytes, at + frameHeadBytes)
  }
  return null
}

/** Its first `av1C` (AV1-ISOBMFF, 2.3.3): the picture's own comes before that of its alpha in what encoders write. */
function ofAvif(bytes: Buffer): Chroma | null {
  const at = bytes.indexOf('av1C', 0, 'latin1')
  if (at < 0) return null
  const flags = bytes.readUInt8(at + 6)
  if ((flags & 0x10) !== 0) return '4:0:0'
  return named((flags & 8) === 0 ? 1 : 2, (flags & 4) === 0 ? 1 : 2)
}

const yCbCr = 6

/** Whole but in a TIFF of JPEG tiles in YCbCr, whose tag 530 tells it: (2, 2) where it is left out. */
function ofTiff(bytes: Buffer): Chroma | null {
  const tags = tiffShorts(bytes)
  if (!tags) return null
  if (!isJpeg(tags) || tags.get(262)?.[0] !== yCbCr) return '4:4:4'
  const [across = 2, down = 2] = tags.get(530) ?? []
  return named(across, down)
}

/** Of the first directory: what its short values are. Null for a BigTIFF, which few write. */
function tiffShorts(bytes: Buffer): Map<number, [number, number]> | null {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  if (short(2) !== 42) return null
  const directory = long(4)
  const tags = new Map<number, [number, number]>()
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12
    if (short(at + 2) === 3) tags.set(short(at), [short(at + 8), short(at + 10)])
  }
  return tags
}

const isJpeg = (tags: Map<number, [number, number]>): boolean => [6, 7].includes(tags.get(259)?.[0] ?? 1)

/** Whether encoding it has lost something already: then a copy that is a little less exact may do. */
export function isLossy(kind: PictureKind, bytes: Buffer): boolean {
  if (kind === 'webp') return readChroma(kind, bytes) !== '4:4:4'
  if (kind !== 'tiff') return kind === 'jpeg' || kind === 'avif'
  try {
    return isJpeg(tiffShorts(bytes) ?? new Map())
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
