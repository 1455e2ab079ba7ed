import type { SourceKind } from './kinds.ts'
import { readTiffDirectory } from './tiff-directory.ts'

const make = 0x010f
const subIfds = 0x014a
const dngVersion = 0xc612
const rawMakers =
  /^(?:NIKON|SONY|PENTAX|RICOH|SAMSUNG|Canon|OLYMPUS|Panasonic|LEICA|EASTMAN KODAK|Hasselblad|Phase One|Mamiya|Leaf)/i

/** Most cameras' raw files are TIFFs whose first directory belongs to a camera and points at further pictures. */
export function tiffKind(bytes: Buffer): SourceKind {
  if (bytes.toString('latin1', 8, 10) === 'CR') return 'raw'
  const fields = readTiffDirectory(bytes)?.fields
  if (!fields) return 'tiff'
  if (fields.has(dngVersion)) return 'raw'
  const maker = fields.get(make)
  const isCamera = maker !== undefined && rawMakers.test(bytes.toString('latin1', maker.at, maker.at + 24))
  return isCamera && fields.has(subIfds) ? 'raw' : 'tiff'
}
