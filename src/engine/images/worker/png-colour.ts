/** Coding-independent code points of a PNG's colours (PNG third edition, cICP; ITU-T H.273). */
export interface CodePoints {
  primaries: number
  transfer: number
}

const [bt709, p3, srgbCurve] = [1, 12, 13]

/** What its cICP says, which stands above every profile in the file; null where it has none. */
export function readCodePoints(png: Buffer): CodePoints | null {
  try {
    for (let at = 8; ; at += 12 + png.readUInt32BE(at)) {
      const type = png.toString('latin1', at + 4, at + 8)
      if (type === 'cICP') return { primaries: png.readUInt8(at + 8), transfer: png.readUInt8(at + 9) }
      // It has to come before the pixels.
      if (type === 'IDAT' || type === 'IEND') return null
    }
  } catch {
    // Cut off; the decoder has the words for it.
    return null
  }
}

export const areSrgb = ({ primaries, transfer }: CodePoints): boolean => primaries === bt709 && transfer === srgbCurve
export const areDisplayP3 = ({ primaries, transfer }: CodePoints): boolean => primaries === p3 && transfer === srgbCurve
