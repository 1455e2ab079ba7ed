import type { Container } from './container.ts'
import { cleanJpeg, type JpegSegment } from './jpeg-clean.ts'

const soi = 0xd8
const eoi = 0xd9
const sos = 0xda

/** Null where there is no complete picture from start to EOI. */
export function readJpeg(bytes: Buffer): Container | null {
  if (bytes[1] !== soi) return null
  const segments: JpegSegment[] = []
  let at = 2
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === eoi) break
    const start = at
    at += 2 + bytes.readUInt16BE(at + 2)
    if (marker === sos) at = endOfScan(bytes, at)
    segments.push({ marker, start, end: at })
  }
  const end = at + 2
  return {
    hasPrivate: end !== bytes.length || segments.some((segment) => isPrivate(bytes, segment)),
    animated: false,
    withoutPrivate: async () => cleanJpeg(bytes, segments),
  }
}

/** The next marker that is not part of the scan's own data (stuffed zeros, restarts). */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    while (bytes.readUInt8(at + 1) === 0xff) at += 1
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new RangeError('no end of image')
}

/** Looking right needs JFIF (without its thumbnail), the ICC profile and Adobe's colour transform; nothing else of the markers. */
function isPrivate(bytes: Buffer, { marker, start, end }: JpegSegment): boolean {
  const isComment = marker === 0xfe
  const isApplication = marker >= 0xe0 && marker <= 0xef
  if (!isApplication) return isComment
  const starts = (text: string) => bytes.toString('latin1', start + 4, start + 4 + text.length) === text
  if (marker === 0xe0) return !(starts('JFIF\0') && end - start === 18)
  if (marker === 0xe2) return !starts('ICC_PROFILE\0')
  if (marker === 0xee) return !(starts('Adobe') && end - start === 16)
  return true
}
