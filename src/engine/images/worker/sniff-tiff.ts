import type { Kind } from './kinds.ts'

const make = 0x010f
const subIfds = 0x014a
const dngVersion = 0xc612
const rawMakers =
  /^(?:NIKON|SONY|PENTAX|RICOH|SAMSUNG|Canon|OLYMPUS|Panasonic|LEICA|EASTMAN KODAK|Hasselblad|Phase One|Mamiya|Leaf)/i

/** Most cameras' raw files are TIFFs whose first directory belongs to a camera and points at further pictures. */
export function tiffKind(bytes: Buffer): Kind {
  const little = bytes[0] === 0x49
  const u16 = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const u32 = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  if (bytes.toString('latin1', 8, 10) === 'CR') return 'raw'
  try {
    // BigTIFF: no camera writes it.
    if (u16(2) === 43) return 'tiff'
    const directory = u32(4)
    let hasSubIfds = false
    let maker = ''
    for (let entry = 0; entry < u16(directory); entry += 1) {
      const at = directory + 2 + entry * 12
      const tag = u16(at)
      if (tag === dngVersion) return 'raw'
      if (tag === subIfds) hasSubIfds = true
      if (tag === make) maker = bytes.toString('latin1', u32(at + 8), u32(at + 8) + 24)
    }
    return hasSubIfds && rawMakers.test(maker) ? 'raw' : 'tiff'
  } catch {
    // Its directory lies beyond the bytes at hand.
    return 'tiff'
  }
}
