export interface JpegSegment {
  marker: number
  start: number
  /** Of a scan: behind its data, where the next marker stands. */
  end: number
}

/** Of a JPEG (ITU-T T.81, table B.1). */
export const jpegMarker = {
  baseline: 0xc0,
  extended: 0xc1,
  progressive: 0xc2,
  codes: 0xc4,
  restart: 0xd0,
  end: 0xd9,
  scan: 0xda,
  steps: 0xdb,
  interval: 0xdd,
  application: 0xe0,
  adobe: 0xee,
  comment: 0xfe,
}

/** Frames begin with one of these: not C4, C8 and CC, which are tables. */
export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * One after the other up to the end marker, or to where none follows: the file is cut off there, or damaged.
 * @param options `isHeader`: only to the first scan, and of that only how it begins
 */
export function* jpegSegments(bytes: Buffer, { isHeader = false } = {}): Generator<JpegSegment> {
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]
    if (marker === 0xff) {
      at += 1
      continue
    }
    const start = at
    if (marker === jpegMarker.end) return yield { marker, start, end: start + 2 }
    if (marker === undefined || start + 4 > bytes.length) return
    at += 2 + bytes.readUInt16BE(start + 2)
    if (at > bytes.length) return
    if (marker === jpegMarker.scan) {
      if (isHeader) return yield { marker, start, end: at }
      at = markerAfter(bytes, at)
    }
    yield { marker, start, end: at }
  }
}

/** Where the coded data of the first scan begins; null where something else stands before it. */
export function codedDataAt(bytes: Buffer): number | null {
  for (const { marker, end } of jpegSegments(bytes, { isHeader: true })) if (marker === jpegMarker.scan) return end
  return null
}

/** Whether nothing stands between the markers that come before the first scan. */
export const hasCleanHeader = (bytes: Buffer): boolean => codedDataAt(bytes) !== null

/** The next marker that is neither a stuffed zero, nor a restart, nor filling; the file's end where there is none. */
function markerAfter(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return at
    if (next !== 0 && next !== 0xff && (next < jpegMarker.restart || next > jpegMarker.restart + 7)) return at
  }
  return bytes.length
}
