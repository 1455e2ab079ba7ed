import { readGif } from './container-gif.ts'
import { readJpeg } from './container-jpeg.ts'
import type { Container } from './container-of.ts'
import { readPng } from './container-png.ts'
import { readWebp } from './container-webp.ts'
import type { PictureKind } from './kinds.ts'

/** Null where the structure is not understood: such a file is decoded and encoded anew, never passed on. */
export function readContainer(kind: PictureKind, bytes: Buffer): Container | null {
  try {
    switch (kind) {
      case 'jpeg':
        return readJpeg(bytes)
      case 'png':
        return readPng(bytes)
      case 'webp':
        return readWebp(bytes)
      case 'gif':
        return readGif(bytes)
      default:
        return null
    }
  } catch (error) {
    // Reads beyond the end.
    if (error instanceof RangeError) return null
    throw error
  }
}
