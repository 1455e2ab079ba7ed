import { PictureProblem } from './problem.ts'
import { readTiffDirectory, tiffNumber } from './tiff-directory.ts'

const compression = 0x0103

/** What libtiff was built with here; over data of other kinds it reads on in silence, or calls them damaged. */
const known = new Set([1, 2, 3, 4, 5, 7, 8, 32766, 32771, 32773, 32809, 32909, 32946, 34676, 34677, 50001])
const names: Record<number, string> = {
  6: 'old-style JPEG',
  33003: 'JPEG 2000',
  33004: 'JPEG 2000',
  33005: 'JPEG 2000',
  34661: 'JBIG',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'Zstandard',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
}

/** @throws PictureProblem for a TIFF of which nothing is wrong, but whose compression nobody here can read */
export function requireKnownCompression(tiff: Buffer): void {
  const directory = readTiffDirectory(tiff)
  const kind = directory && tiffNumber(tiff, directory, compression)
  if (kind === null || known.has(kind)) return
  throw new PictureProblem(
    `This TIFF is compressed by ${names[kind] ?? `a method of its own (number ${kind})`}, which Printroom cannot read`,
    'save it with LZW or ZIP compression, or export it as PNG, and add that',
  )
}
