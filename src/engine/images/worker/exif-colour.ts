const exifPointer = 0x8769
const interopPointer = 0xa005
const colourSpace = 0xa001
const interopIndex = 0x0001
const standardRgb = 1

/**
 * Whether a camera says that its colours are Adobe RGB, as DCF 2.0 has it: the "R03" of its interoperability index, and no
 * colour space called sRGB. Such files mostly have no profile.
 * @param exif the block with or without its "Exif\0\0"
 */
export function isAdobeRgb(exif: Buffer): boolean {
  const start = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0
  const tiff = exif.subarray(start)
  const little = tiff[0] === 0x49
  const u16 = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number): number => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  /** Where the value of a tag of a directory stands: four bytes, or where they point. */
  const valueAt = (directory: number, tag: number): number | null => {
    const entries = u16(directory)
    for (let entry = 0; entry < entries; entry += 1) {
      const at = directory + 2 + entry * 12
      if (u16(at) === tag) return at + 8
    }
    return null
  }
  try {
    const pointer = valueAt(u32(4), exifPointer)
    if (pointer === null) return false
    const own = u32(pointer)
    const space = valueAt(own, colourSpace)
    const interop = valueAt(own, interopPointer)
    if (interop === null || (space !== null && u16(space) === standardRgb)) return false
    const index = valueAt(u32(interop), interopIndex)
    return index !== null && tiff.toString('latin1', index, index + 3) === 'R03'
  } catch {
    // Pointers beyond its end.
    return false
  }
}
