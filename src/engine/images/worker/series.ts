import { readAvif } from './avif-boxes.ts'
import type { PictureKind } from './kinds.ts'
import { PictureProblem } from './problem.ts'
import { readTiffDirectory } from './tiff-directory.ts'

/**
 * Whether the file holds several pictures to be seen one after the other, or pages, by what its container says. Undefined
 * where that is left to libvips. Changes a few bytes in memory, so that libvips looks at the first one alone.
 * @throws PictureProblem for an animation without a picture that can be read
 */
export function isSeries(kind: PictureKind, bytes: Buffer): boolean | undefined {
  if (kind === 'tiff') return hasMorePages(bytes)
  return kind === 'avif' ? isAnimatedAvif(bytes) : undefined
}

/** libtiff counts all directories before it reads the first, however many there are: it is told that no other follows. */
function hasMorePages(bytes: Buffer): boolean {
  const next = readTiffDirectory(bytes)?.next
  if (!next || next.isNone) return false
  bytes.fill(0, next.at, next.at + next.bytes)
  return true
}

/** Tiles, layers and other items, which libheif counts as pages, are parts of one picture or pictures of other things. */
function isAnimatedAvif(bytes: Buffer): boolean {
  const boxes = readAvif(bytes)
  if (boxes?.isAnimated && boxes.primaryItem === null)
    throw new PictureProblem(
      'This is an animated AVIF without a still picture',
      'export the frame you need as PNG or JPEG and add that',
    )
  // libvips knows no file that calls itself a sequence first, though the still in it is one like any other.
  if (bytes.toString('latin1', 8, 12) === 'avis') bytes.write('avif', 8, 'latin1')
  return boxes?.isAnimated === true
}
