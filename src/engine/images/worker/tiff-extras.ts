/** TIFF 6.0, ExtraSamples. */
const extraSamples = 0x0152
/** Associated and unassociated alpha; 0 is anything else, such as a saved selection. */
const alphaKinds = [1, 2]
const short = 3

/**
 * What the first channel beyond the colours is: TIFFs of image editors keep saved selections there, which nobody may take
 * for transparency. False too where the file does not say.
 */
export function firstExtraIsAlpha(bytes: Buffer): boolean {
  const little = bytes[0] === 0x49
  const u16 = (at: number): number => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const u32 = (at: number): number => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const u64 = (at: number): number => Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  try {
    // BigTIFF has wider counts and offsets.
    const isBig = u16(2) === 43
    const directory = isBig ? u64(8) : u32(4)
    const entries = isBig ? u64(directory) : u16(directory)
    const [first, size] = isBig ? [directory + 8, 20] : [directory + 2, 12]
    for (let at = first; at < first + entries * size; at += size) {
      if (u16(at) !== extraSamples || u16(at + 2) !== short) continue
      const count = isBig ? u64(at + 4) : u32(at + 4)
      const value = at + (isBig ? 12 : 8)
      const isInPlace = count * 2 <= (isBig ? 8 : 4)
      return alphaKinds.includes(u16(isInPlace ? value : isBig ? u64(value) : u32(value)))
    }
  } catch {
    // Its directory leads beyond its end.
  }
  return false
}
