/** IHDR (PNG third edition, 11.2.1). */
export interface PngHeader {
  width: number
  height: number
  depth: number
  /** Of a pixel as it is stored. */
  samples: 1 | 2 | 3 | 4
  isIndexed: boolean
  hasAlpha: boolean
  isInterlaced: boolean
}

const samplesOf: Record<number, PngHeader['samples']> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Null where it is not one that a decoder could read. */
export function readPngHeader(body: Buffer): PngHeader | null {
  if (body.length !== 13) return null
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = body.subarray(8)
  const samples = samplesOf[colour]
  const isKnown = compression === 0 && filter === 0 && interlace <= 1 && [1, 2, 4, 8, 16].includes(depth)
  if (samples === undefined || !isKnown) return null
  return {
    width: body.readUInt32BE(0),
    height: body.readUInt32BE(4),
    depth,
    samples,
    isIndexed: colour === 3,
    hasAlpha: colour >= 4,
    isInterlaced: interlace === 1,
  }
}

/**
 * A chunk's content where it is of the one right length and says what it can say; null: it is left out. Profiles always are,
 * since what is passed on is sRGB, which is what a PNG without one is; likewise what describes a display or its light.
 * @param palette how many colours there are
 */
export function cleanPngChunk(type: string, body: Buffer, header: PngHeader, palette: number): Buffer | null {
  const isFit = checks[type]?.(body, header, palette) === true
  return isFit ? body : null
}

type Check = (body: Buffer, header: PngHeader, palette: number) => boolean

/** Gamma and chromaticities are fractions of 100,000 (11.3.2). */
const most = 100_000

const checks: Record<string, Check> = {
  IHDR: () => true,
  IEND: (body) => body.length === 0,
  // Of other kinds it is no more than a suggestion.
  PLTE: (body, { isIndexed, depth }) =>
    isIndexed && body.length > 0 && body.length % 3 === 0 && body.length <= 3 * 2 ** depth,
  tRNS: (body, { isIndexed, hasAlpha, samples, depth }, palette) =>
    isIndexed ? body.length > 0 && body.length <= palette : !hasAlpha && areSamples(body, samples, depth),
  gAMA: (body) => body.length === 4 && body.readUInt32BE() > 0 && body.readUInt32BE() <= 5 * most,
  cHRM: (body) => body.length === 32 && [0, 4, 8, 12, 16, 20, 24, 28].every((at) => body.readUInt32BE(at) <= most),
  sRGB: (body) => body.length === 1 && body.readUInt8() <= 3,
  cICP: (body) => body.length === 4,
  sBIT: (body, { samples, depth, isIndexed }) =>
    body.length === (isIndexed ? 3 : samples) && body.every((bits) => bits >= 1 && bits <= (isIndexed ? 8 : depth)),
  bKGD: (body, { isIndexed, samples, hasAlpha, depth }, palette) =>
    isIndexed
      ? body.length === 1 && body.readUInt8() < palette
      : areSamples(body, hasAlpha ? samples - 1 : samples, depth),
  // Pixels a metre.
  pHYs: (body) =>
    body.length === 9 &&
    body.readUInt32BE(0) <= 1_000_000 &&
    body.readUInt32BE(4) <= 1_000_000 &&
    body.readUInt8(8) <= 1,
}

/** Two bytes each, of which no more than the depth are used. */
function areSamples(body: Buffer, count: number, depth: number): boolean {
  if (body.length !== count * 2) return false
  return Array.from({ length: count }, (_, index) => body.readUInt16BE(index * 2)).every((value) => value < 2 ** depth)
}
