import { fromRaw, type RawPicture } from './raw-picture.ts'

export type Encoder = (raw: RawPicture, quality: number) => Promise<Buffer>

const jpeg =
  (chromaSubsampling: '4:4:4' | '4:2:0', how: { optimiseCoding?: boolean; mozjpeg?: boolean }): Encoder =>
  async (raw, quality) =>
    (await fromRaw(raw)).jpeg({ quality, chromaSubsampling, ...how }).toBuffer()

/** Fast: without Huffman optimisation a few per cent larger, in a quarter of the time (shared/speed.md). */
const fast = { optimiseCoding: false }
/** Slow and smallest. mozjpeg's own choice of chroma is set aside. */
const small = { mozjpeg: true }

/** Every lossy encoding used here, so that a search and its check use the same settings. */
export const encoders = {
  jpegFull: jpeg('4:4:4', fast),
  jpegHalf: jpeg('4:2:0', fast),
  jpegFullSmall: jpeg('4:4:4', small),
  jpegHalfSmall: jpeg('4:2:0', small),
  webp: async (raw, quality) => (await fromRaw(raw)).webp({ quality, effort: 2 }).toBuffer(),
  /** Its colours are halved too, in a way that spares edges, in three times the time. */
  webpSharp: async (raw, quality) => (await fromRaw(raw)).webp({ quality, effort: 2, smartSubsample: true }).toBuffer(),
} satisfies Record<string, Encoder>

export type EncoderName = keyof typeof encoders

export const formatOf = (name: EncoderName): 'jpeg' | 'webp' => (name.startsWith('jpeg') ? 'jpeg' : 'webp')

/** Neither format can hold a longer edge. */
export const longestEdge = { webp: 16_383, jpeg: 65_500 }

/** Filtered by line: photographs become a third smaller, at little cost. */
export async function encodePng(raw: RawPicture): Promise<Buffer> {
  return (await fromRaw(raw)).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer()
}

/** Drawings become a third of their PNG, in three times the time; more effort gains nothing. What is transparent keeps its colours. */
export async function encodeLosslessWebp(raw: RawPicture): Promise<Buffer> {
  return (await fromRaw(raw)).webp({ lossless: true, exact: true, effort: 1 }).toBuffer()
}
