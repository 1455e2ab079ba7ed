import { readGif } from './container-gif.ts'
import { readJpeg } from './container-jpeg.ts'
import { readPng } from './container-png.ts'
import { readWebp } from './container-webp.ts'
import type { PictureKind } from './kinds.ts'

/** What lies around the picture in its file, found without decoding. */
export interface Container {
  /** Anything the picture does not need: place, camera, author, comments, embedded previews, appended data. */
  hasPrivate: boolean
  /** Told by the container alone; libvips does not know an animated PNG. */
  animated: boolean
  /**
   * The same pixels, bit for bit, in a file put together of known parts alone, each of which is looked through: nothing in it
   * is there only because it was in the source. Null where a part is not understood, or holds more than it should. For what
   * is sRGB already: profiles go.
   */
  withoutPrivate(): Promise<Buffer | null>
}

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
