/** TIFF 6.0, section 2, and BigTIFF, whose counts and offsets are wider. */
export interface TiffDirectory {
  /** Where the fields of its first directory say that their values lie, in order. */
  fields: Map<number, TiffField>
  /** Where the offset of the next directory stands, and how many bytes that has. */
  next: { at: number; bytes: 4 | 8; isNone: boolean }
}

interface TiffField {
  type: number
  count: number
  /** Where its values begin, in place or elsewhere in the file. */
  at: number
}

/** Bytes of a value of each type. */
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
/** As many as a directory of the older kind can have. */
const mostFields = 65_535
const [byte, short, long, wide] = [1, 3, 4, 16]

/** Reads the numbers of a TIFF in its own byte order. RangeError beyond its end. */
function numbersOf(tiff: Buffer) {
  const little = tiff[0] === 0x49
  const u16 = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number): number => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const u64 = (at: number): number => Number(little ? tiff.readBigUInt64LE(at) : tiff.readBigUInt64BE(at))
  return { u16, u32, u64, isBig: u16(2) === 43 }
}

/** Null where it has none, or where it leads beyond the bytes at hand. */
export function readTiffDirectory(tiff: Buffer): TiffDirectory | null {
  try {
    const { u16, u32, u64, isBig } = numbersOf(tiff)
    const start = isBig ? u64(8) : u32(4)
    const count = isBig ? u64(start) : u16(start)
    if (count > mostFields) return null
    const [first, entry, inPlace] = isBig ? [start + 8, 20, 8] : [start + 2, 12, 4]
    const fields = new Map<number, TiffField>()
    for (let at = first; at < first + count * entry; at += entry) {
      const [tag, type, values] = [u16(at), u16(at + 2), isBig ? u64(at + 4) : u32(at + 4)]
      const value = at + entry - inPlace
      const isHere = values * (sizes[type] ?? 0) <= inPlace
      if (!fields.has(tag))
        fields.set(tag, { type, count: values, at: isHere ? value : isBig ? u64(value) : u32(value) })
    }
    const at = first + count * entry
    const next = isBig ? u64(at) : u32(at)
    return { fields, next: { at, bytes: isBig ? 8 : 4, isNone: next === 0 } }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The first value of a field of whole numbers; null where there is none. */
export const tiffNumber = (tiff: Buffer, directory: TiffDirectory, tag: number): number | null =>
  tiffNumbers(tiff, directory, tag, 1)[0] ?? null

/** A value for each channel is the most that is asked for, but of strips and tiles. */
const mostValues = 64

/** The values of a field of whole numbers; none where it is not there. */
export function tiffNumbers(tiff: Buffer, directory: TiffDirectory, tag: number, most = mostValues): number[] {
  const field = directory.fields.get(tag)
  const size = sizes[field?.type ?? 0] ?? 0
  if (!field || ![byte, short, long, wide].includes(field.type)) return []
  try {
    const { u16, u32, u64 } = numbersOf(tiff)
    const read = { 1: (at: number) => tiff.readUInt8(at), 2: u16, 4: u32, 8: u64 }[size] ?? u32
    const count = Math.min(field.count, most)
    // Said to be more than there are, of however many.
    if (field.at + count * size > tiff.length) return []
    return Array.from({ length: count }, (_, index) => read(field.at + index * size))
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
