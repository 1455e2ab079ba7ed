import type { Difference } from '../answers.ts'
import { difference, labOf } from './colour-difference.ts'
import type { Encoder } from './encoders.ts'
import { loadSharp } from './libvips.ts'
import { type Mosaic, makeMosaic, tile } from './mosaic.ts'
import { type RawPicture, toRaw } from './raw-picture.ts'

/** 131,072 px, of which a hundredth is still told: some milliseconds for each encoding that is looked at. */
const tiles = 64
/** Smaller pictures are a sample themselves. */
const wholeUpToPixels = 200_000
const leastEdge = 256

/** A part of a picture, some hundredths of a large one, on which encodings are tried. */
export interface SampleArea {
  raw: RawPicture
  /** Bytes that the whole picture would have, from those of the sample in the same encoding. */
  wholeFrom(bytes: number, blankBytes: number): number
  /** A single block of nothing, in whose encoding nothing but a file's beginning counts; null where the sample is the whole. */
  blank: RawPicture | null
  /** How far an encoding of the sample is from it. */
  differenceOf(encoded: Buffer): Promise<Difference>
}

/** As many tiles as tell a hundredth of a picture, and no more: so small it costs the same for any picture. */
export function takeSample(raw: RawPicture): SampleArea {
  const isWhole = raw.width * raw.height <= wholeUpToPixels || Math.min(raw.width, raw.height) < leastEdge
  const mosaic = isWhole ? null : makeMosaic(raw, 0, tiles)
  const part = mosaic?.raw ?? raw
  const counts = mosaic && awayFromSeams(mosaic)
  let own: Float32Array | undefined
  return {
    raw: part,
    wholeFrom: mosaic?.wholeFrom ?? ((bytes) => bytes),
    blank: mosaic?.blank ?? null,
    differenceOf: async (encoded) => {
      const sharp = await loadSharp()
      own ??= labOf(part)
      return difference(own, labOf(await toRaw(sharp(encoded))), counts)
    },
  }
}

/** Halved colours of neighbouring tiles run into one another, which they do not in the picture. */
function awayFromSeams({ raw: { width, height } }: Mosaic): Uint8Array {
  const counts = new Uint8Array(width * height)
  for (let top = 0; top < height; top += tile.height)
    for (let y = top + 2; y < top + tile.height - 2; y += 1)
      for (let left = 0; left < width; left += tile.width)
        counts.fill(1, y * width + left + 2, y * width + left + tile.width - 2)
  return counts
}

/** The sample in one encoder's encodings, each made once. */
export function triedOn(sample: SampleArea, encode: Encoder) {
  const encoded = new Map<number, Promise<Buffer>>()
  const differences = new Map<number, Promise<Difference>>()
  let blankBytes: Promise<number> | undefined
  const at = (quality: number): Promise<Buffer> => {
    const known = encoded.get(quality) ?? encode(sample.raw, quality)
    encoded.set(quality, known)
    return known
  }
  return {
    /** Of the whole picture. */
    sizeAt: async (quality: number): Promise<number> => {
      blankBytes ??= sample.blank ? encode(sample.blank, quality).then(({ length }) => length) : Promise.resolve(0)
      return sample.wholeFrom((await at(quality)).length, await blankBytes)
    },
    differenceAt: (quality: number): Promise<Difference> => {
      const known = differences.get(quality) ?? at(quality).then(sample.differenceOf)
      differences.set(quality, known)
      return known
    },
  }
}
