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

/** sRGB's primaries adapted to D50, as every ICC profile of it holds them. */
const srgbColumns: [tag: string, xyz: [number, number, number]][] = [
  ['rXYZ', [0.4361, 0.2225, 0.0139]],
  ['gXYZ', [0.3851, 0.7169, 0.0971]],
  ['bXYZ', [0.1431, 0.0606, 0.7139]],
]

export function readProfile(icc: Buffer): Profile {
  try {
    const tags = readTags(icc)
    return {
      name: readName(icc, tags),
      isEmbedded: true,
      isSrgb: describesSrgb(icc, tags),
      matrix: readMatrix(icc, tags),
    }
  } catch {
    // Read beyond its end. libvips ignores or refuses such a profile; it is no sRGB of ours.
    return { name: null, isEmbedded: true, isSrgb: false, matrix: null }
  }
}

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
