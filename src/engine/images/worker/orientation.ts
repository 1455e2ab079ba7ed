import { inflateSync } from 'node:zlib'
import { jpegSegments } from './jpeg-segments.ts'
import type { PictureKind } from './kinds.ts'
import { pngChunks } from './png-walk.ts'
import { readTiffDirectory, tiffNumber } from './tiff-directory.ts'
import { webpChunks } from './webp-chunks.ts'

/**
 * How the picture is stored, 1 to 8 as EXIF counts: by the first EXIF in the file that says so, wherever in it that stands.
 * Null where libvips finds everything there is: TIFF's own tag, and AVIF's `irot` and `imir`, beside which an EXIF
 * orientation means nothing (ISO/IEC 23008-12, A.2.2). XMP's `tiff:Orientation` is not asked: the browsers that most people
 * look through turn by EXIF alone, so what only XMP calls turned was seen, and put right, as it is stored.
 */
export function findOrientation(kind: PictureKind, bytes: Buffer): number | null {
  try {
    if (kind === 'jpeg') return inJpeg(bytes) ?? 1
    if (kind === 'png') return inPng(bytes) ?? 1
    return kind === 'webp' ? (inWebp(bytes) ?? 1) : null
  } catch (error) {
    // Cut off; the decoder has the words for it.
    if (error instanceof RangeError) return 1
    throw error
  }
}

/** Before the picture's data, in any of its APP1 segments. */
function inJpeg(bytes: Buffer): number | null {
  for (const { marker, start, end } of jpegSegments(bytes, { isHeader: true })) {
    const isExif = marker === 0xe1 && bytes.toString('latin1', start + 4, start + 10) === 'Exif\0\0'
    const found = isExif ? exifOrientation(bytes.subarray(start + 4, end)) : null
    if (found !== null) return found
  }
  return null
}

const texts = new Set(['tEXt', 'zTXt', 'iTXt'])

/** In `eXIf`, before or after the pixels, or else where ImageMagick keeps what other formats hold. */
function inPng(bytes: Buffer): number | null {
  let raw: number | null = null
  let isRawFound = false
  for (const { type, body, end } of pngChunks(bytes)) {
    if (type === 'eXIf') {
      const found = exifOrientation(body)
      if (found !== null) return found
    }
    if (texts.has(type) && !isRawFound && rawProfile.test(body.toString('latin1', 0, 24))) {
      isRawFound = true
      raw = rawOrientation(textOf(type, body))
    }
    if (end + 12 > bytes.length) break
  }
  return raw
}

const rawProfile = /^Raw profile type (?:exif|APP1)\0/
/** An EXIF block has at most 64 KiB in JPEG, and twice that as hexadecimal digits. */
const mostTextBytes = 2 ** 20

/** The text of a chunk (PNG 11.3.3); empty where it is packed in a way that cannot be read, or is far too long. */
function textOf(type: string, body: Buffer): string {
  const keyEnd = body.indexOf(0) + 1
  if (type === 'tEXt') return body.toString('latin1', keyEnd)
  if (type === 'zTXt') return inflated(body.subarray(keyEnd + 1))
  const languageEnd = body.indexOf(0, keyEnd + 2) + 1
  const text = body.subarray(body.indexOf(0, languageEnd) + 1)
  return body[keyEnd] === 1 ? inflated(text) : text.toString('latin1')
}

function inflated(packed: Buffer): string {
  try {
    return inflateSync(packed, { maxOutputLength: mostTextBytes }).toString('latin1')
  } catch {
    return ''
  }
}

/** "\nexif\n   134\n4578…": a name, how many bytes, and these as hexadecimal digits in lines. */
function rawOrientation(text: string): number | null {
  const digits = /^\s*\w+\s+\d+\s+([\da-f\s]+)/i.exec(text)?.[1]
  return digits === undefined ? null : exifOrientation(Buffer.from(digits.replace(/\s+/g, ''), 'hex'))
}

function inWebp(bytes: Buffer): number | null {
  for (const { type, content } of webpChunks(bytes)) {
    const found = type === 'EXIF' ? exifOrientation(content) : null
    if (found !== null) return found
  }
  return null
}

/** EXIF 2.3, tag Orientation. */
const orientationTag = 0x0112

/**
 * What an EXIF block says of how its picture is turned, 1 to 8; null where it says nothing that can be.
 * @param exif with or without the "Exif\0\0" before it
 */
function exifOrientation(exif: Buffer): number | null {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  if (!['II*\0', 'MM\0*'].includes(tiff.toString('latin1', 0, 4))) return null
  const directory = readTiffDirectory(tiff)
  const value = directory && tiffNumber(tiff, directory, orientationTag)
  return value !== null && value >= 1 && value <= 8 ? value : null
}
