import { sampleCurve } from './icc-curve.ts'
import { type MatrixProfile, readMatrix } from './icc-matrix.ts'
import { plain } from './words.ts'

export interface Profile {
  /** As it calls itself; null where it has no readable name. */
  name: string | null
  /** False where something else than a profile in the file says so. */
  isEmbedded: boolean
  /** By its numbers, not its name: what it describes cannot be told from sRGB. */
  isSrgb: boolean
  /** Null where it is described in another way than by curves and a matrix. */
  matrix: MatrixProfile | null
}

/** What pixels have to be for a profile to speak of them. */
export type PixelSpace = 'rgb' | 'grey' | 'cmyk' | 'lab' | 'other'

/** sRGB's primaries adapted to D50, as every ICC profile of it holds them. */
const srgbColumns: [tag: string, xyz: [number, number, number]][] = [
  ['rXYZ', [0.4361, 0.2225, 0.0139]],
  ['gXYZ', [0.3851, 0.7169, 0.0971]],
  ['bXYZ', [0.1431, 0.0606, 0.7139]],
]

/**
 * Null where it does not speak of such pixels, or is none that libvips could convert by: it would pass such a one over
 * without a word. Grey pixels may have a profile of RGB, since they are that with all channels alike.
 */
export function readProfile(icc: Buffer, space: PixelSpace): Profile | null {
  try {
    const tags = readTags(icc)
    const matrix = readMatrix(icc, tags)
    const own = icc.toString('latin1', 16, 20)
    const fits = own === spaces[space] || (space === 'grey' && own === 'RGB ' && matrix !== null)
    if (!fits || !(matrix || hasTable(icc, tags) || hasColumns(tags))) return null
    return { name: readName(icc, tags), isEmbedded: true, isSrgb: describesSrgb(icc, tags), matrix }
  } catch (error) {
    // Read beyond its end.
    if (error instanceof RangeError) return null
    throw error
  }
}

const spaces: Record<PixelSpace, string | null> = { rgb: 'RGB ', grey: 'GRAY', cmyk: 'CMYK', lab: null, other: null }

type Tags = Map<string, number>

function readTags(icc: Buffer): Tags {
  const tags: Tags = new Map()
  const count = Math.min(icc.readUInt32BE(128), 100)
  for (let index = 0; index < count; index += 1) {
    const at = 132 + index * 12
    tags.set(icc.toString('latin1', at, at + 4), icc.readUInt32BE(at + 4))
  }
  return tags
}

/** Those that lead from the device to the meeting place; which of them counts is libvips's to say. */
const tableTags = ['A2B0', 'A2B1', 'A2B2']

/** Whether a table is there as a whole (ICC.1, 10.10 to 10.12). */
function hasTable(icc: Buffer, tags: Tags): boolean {
  const at = tableTags.map((tag) => tags.get(tag)).find((offset) => offset !== undefined)
  if (at === undefined) return false
  const type = icc.toString('latin1', at, at + 4)
  if (type === 'mAB ') return at + 32 <= icc.length
  if (type !== 'mft1' && type !== 'mft2') return false
  const [inputs, outputs, grid] = [icc.readUInt8(at + 8), icc.readUInt8(at + 9), icc.readUInt8(at + 10)]
  const nodes = grid ** inputs * outputs
  const size =
    type === 'mft1'
      ? 48 + 256 * (inputs + outputs) + nodes
      : 52 + 2 * (inputs * icc.readUInt16BE(at + 48) + nodes + outputs * icc.readUInt16BE(at + 50))
  return at + size <= icc.length
}

/** Curves and a matrix whose numbers are too odd for our own arithmetic. */
const hasColumns = (tags: Tags): boolean =>
  ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'].every((tag) => tags.has(tag)) || tags.has('kTRC')

function readName(icc: Buffer, tags: Tags): string | null {
  const at = tags.get('desc')
  if (at === undefined) return null
  const type = icc.toString('latin1', at, at + 4)
  let name = ''
  if (type === 'desc') {
    name = icc.toString('latin1', at + 12, at + 12 + icc.readUInt32BE(at + 8))
  } else if (type === 'mluc') {
    const [length, offset] = [icc.readUInt32BE(at + 20), icc.readUInt32BE(at + 24)]
    const text = Buffer.from(icc.subarray(at + offset, at + offset + (length & ~1)))
    name = text.swap16().toString('utf16le')
  }
  return plain(name) || null
}

function describesSrgb(icc: Buffer, tags: Tags): boolean {
  if (icc.toString('latin1', 16, 24) !== 'RGB XYZ ' || tags.has('A2B0')) return false
  for (const [tag, expected] of srgbColumns) {
    const at = tags.get(tag)
    if (at === undefined) return false
    const column = [8, 12, 16].map((offset) => icc.readInt32BE(at + offset) / 65536)
    if (column.some((value, index) => Math.abs(value - (expected[index] ?? 0)) > 0.002)) return false
  }
  return ['rTRC', 'gTRC', 'bTRC'].every((tag) => {
    const at = tags.get(tag)
    return at !== undefined && isSrgbCurve(icc, at)
  })
}

/** A plain gamma of 2.2 misses this by four times the tolerance. */
function isSrgbCurve(icc: Buffer, at: number): boolean {
  return [0.05, 0.1, 0.2, 0.5, 0.8].every((x) => {
    const linear = x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
    return Math.abs(sampleCurve(icc, at, x) - linear) < 0.001
  })
}
