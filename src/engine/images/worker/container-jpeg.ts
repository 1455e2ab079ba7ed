import type { Container } from './container-of.ts'
import { cleanJpeg } from './jpeg-clean.ts'
import { type JpegSegment, jpegMarker, jpegSegments } from './jpeg-segments.ts'

/** Null where there is no complete picture from start to EOI. */
export function readJpeg(bytes: Buffer): Container | null {
  if (bytes[1] !== 0xd8) return null
  const segments = [...jpegSegments(bytes)]
  const last = segments.pop()
  if (last?.marker !== jpegMarker.end) return null
  return {
    hasPrivate: last.end !== bytes.length || segments.some((segment) => isPrivate(bytes, segment)),
    animated: false,
    withoutPrivate: async () => cleanJpeg(bytes, segments),
  }
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
