import { fromRaw, type RawPicture } from './raw-picture.ts'

export type Encoder = (raw: RawPicture, quality: number) => Promise<Buffer>

/** Every lossy encoding used here, so that a search and its check use the same settings. */
export const encoders = {
  /** Fast: without Huffman optimisation a few per cent larger, in a quarter of the time (shared/speed.md). */
  jpegFast: async (raw, quality) => (await fromRaw(raw)).jpeg({ quality, optimiseCoding: false }).toBuffer(),
  jpeg: async (raw, quality) => (await fromRaw(raw)).jpeg({ quality }).toBuffer(),
  /** Slow and smallest. */
  jpegSmall: async (raw, quality) => (await fromRaw(raw)).jpeg({ quality, mozjpeg: true }).toBuffer(),
  jpegFullChroma: async (raw, quality) => (await fromRaw(raw)).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer(),
  webp: async (raw, quality) => (await fromRaw(raw)).webp({ quality, effort: 2 }).toBuffer(),
} satisfies Record<string, Encoder>

/** Filtered by line: photographs become a third smaller, at little cost. */
export async function encodePng(raw: RawPicture): Promise<Buffer> {
  return (await fromRaw(raw)).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer()
}
