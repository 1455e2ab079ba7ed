import { ruined } from './damage.ts'
import { measureJpeg } from './jpeg-loss.ts'
import { countInflated, countLzw, countPackBits } from './tiff-counts.ts'
import { readTiffDirectory, type TiffDirectory, tiffNumber, tiffNumbers } from './tiff-directory.ts'
import { holesIn } from './tiff-holes.ts'

const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  colours: 262,
  stripOffsets: 273,
  samples: 277,
  rows: 278,
  stripSizes: 279,
  planes: 284,
  fillOrder: 266,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileSizes: 325,
  jpegTables: 347,
}
const kind = { none: 1, lzw: 5, jpeg: 7, deflate: 8, oldDeflate: 32946, packBits: 32773 }
const halvedColours = 6
/** One for each row of 64 megapixels of the narrowest picture. */
const mostPieces = 2 ** 24
/** What is smaller may be a shadow of the picture. Of a hole more is seen than it has bytes: it ends within rows. */
const leastHole = 0.005

interface Layout {
  compression: number
  pieces: { offset: number; size: number; bytes: number | null }[]
  rowBytes: number
  jpegTables: Buffer | null
}

/**
 * Proves that the strips or tiles of a TIFF hold as much as they have to. libtiff leaves those black that it cannot read, and
 * takes of the others what there is.
 * @throws NoPicture
 */
export async function requireWholeTiff(tiff: Buffer): Promise<void> {
  const layout = layoutOf(tiff)
  if (layout === null) return
  const { pieces } = layout
  let wrong = 0
  for (const piece of pieces) if (!(await isWhole(tiff, layout, piece))) wrong += 1
  if (wrong > 0) throw ruined(wrong / pieces.length)
}

/**
 * The same, and that uncompressed pixels have no holes, by what they look like: enough to ask for another copy before it is
 * paid for, and not to doubt a paid one.
 * @throws NoPicture
 */
export async function requireSoundTiff(tiff: Buffer): Promise<void> {
  await requireWholeTiff(tiff)
  const layout = layoutOf(tiff)
  if (layout?.compression !== kind.none) return
  const { pieces } = layout
  const all = pieces.reduce((sum, { size }) => sum + size, 0)
  const holes = together(pieces).reduce((sum, piece) => sum + holesIn(tiff, piece, layout.rowBytes), 0)
  if (holes > all * leastHole) throw ruined(holes / all)
}

/** Those that lie right behind one another as one: a hole does not end where they do. */
function together(pieces: Layout['pieces']): { offset: number; size: number }[] {
  const all: { offset: number; size: number }[] = []
  for (const { offset, size } of pieces) {
    const last = all.at(-1)
    if (last && last.offset + last.size === offset) last.size += size
    else all.push({ offset, size })
  }
  return all
}

function layoutOf(tiff: Buffer): Layout | null {
  const directory = readTiffDirectory(tiff)
  if (directory === null) return null
  const one = (which: number, or: number): number => tiffNumber(tiff, directory, which) ?? or
  const isTiled = directory.fields.has(tag.tileOffsets)
  const offsets = tiffNumbers(tiff, directory, isTiled ? tag.tileOffsets : tag.stripOffsets, mostPieces)
  const sizes = tiffNumbers(tiff, directory, isTiled ? tag.tileSizes : tag.stripSizes, mostPieces)
  const [width, height] = [one(tag.width, 0), one(tag.height, 0)]
  // Without their sizes, as only uncompressed ones may be, nothing can be told.
  if (offsets.length === 0 || sizes.length !== offsets.length || width * height === 0) return null
  const [across, down] = isTiled ? [one(tag.tileWidth, 0), one(tag.tileHeight, 0)] : [width, one(tag.rows, height)]
  const samples = one(tag.planes, 1) === 2 ? 1 : one(tag.samples, 1)
  const compression = one(tag.compression, kind.none)
  // Halved colours are laid out in blocks; bytes written the other way round are no codes for us.
  const isKnown =
    isEven(tiff, directory) &&
    one(tag.fillOrder, 1) === 1 &&
    (one(tag.colours, 0) !== halvedColours || compression === kind.jpeg)
  const rowBytes = Math.ceil((across * samples * one(tag.bits, 1)) / 8)
  const inPlane = isTiled ? offsets.length : Math.ceil(height / down)
  const rowsOf = (n: number): number => (isTiled ? down : Math.min(down, height - (n % inPlane) * down))
  const pieces = offsets.map((offset, n) => ({
    offset,
    size: sizes[n] ?? 0,
    bytes: isKnown ? rowBytes * rowsOf(n) : null,
  }))
  return { compression, pieces, rowBytes, jpegTables: jpegTablesOf(tiff, directory) }
}

/** Whether all its samples have as many bits. */
function isEven(tiff: Buffer, directory: TiffDirectory): boolean {
  const bits = tiffNumbers(tiff, directory, tag.bits)
  return bits.every((each) => each === bits[0])
}

function jpegTablesOf(tiff: Buffer, { fields }: TiffDirectory): Buffer | null {
  const field = fields.get(tag.jpegTables)
  return field && field.count > 4 ? tiff.subarray(field.at, field.at + field.count) : null
}

async function isWhole(
  tiff: Buffer,
  layout: Layout,
  { offset, size, bytes }: Layout['pieces'][number],
): Promise<boolean> {
  if (size === 0 || offset + size > tiff.length) return false
  if (bytes === null) return true
  const data = tiff.subarray(offset, offset + size)
  switch (layout.compression) {
    case kind.none:
      return size >= bytes
    case kind.lzw: {
      // Its last strip may be filled up with rows. Codes that come to more, and not to whole rows, are another place's.
      const more = countLzw(data) - bytes
      return more >= 0 && (more % layout.rowBytes === 0 || more === Number.POSITIVE_INFINITY)
    }
    case kind.deflate:
    case kind.oldDeflate:
      return (await countInflated(data)) >= bytes
    case kind.packBits:
      return countPackBits(data, layout.rowBytes) === bytes
    case kind.jpeg:
      return (measureJpeg(withTables(data, layout.jpegTables))?.where ?? 'none') === 'none'
    default:
      return true
  }
}

/** Each strip is a JPEG of its own, whose tables may stand once for all (TIFF Technical Note 2). */
const withTables = (data: Buffer, tables: Buffer | null): Buffer =>
  tables === null ? data : Buffer.concat([tables.subarray(0, -2), data.subarray(2)])
