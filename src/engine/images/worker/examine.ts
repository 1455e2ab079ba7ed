import type { Examination } from '../answers.ts'
import { differenceHash } from './difference-hash.ts'
import { dominantColour } from './dominant-colour.ts'
import { openPicture } from './open-picture.ts'
import { paletteOf } from './palette.ts'
import { readSource } from './read-source.ts'
import { sniff } from './sniff.ts'
import { uprightSrgbPixels } from './upright-srgb.ts'
import { requireWhole } from './whole.ts'
import { requireWholeBoxes } from './whole-avif.ts'

/** Nine by eight cells for the hash, eight by eight pixels each. */
const sample = { width: 72, height: 64 }

/** Of a result, whose size nothing limits: it is read as a whole, and more would not leave room to decode it. */
const mostBytes = 640 * 2 ** 20

/** Proves first that the file is whole; the rest is worked out from a small copy. */
export async function examine(path: string): Promise<Examination> {
  const { bytes } = await readSource(path, { maxBytes: mostBytes })
  const kind = sniff(bytes)
  if (kind === 'avif') requireWholeBoxes(bytes)
  const picture = await openPicture(kind, bytes, { isPassedOn: false, mostPixels: Number.POSITIVE_INFINITY })
  await requireWhole(picture)
  // Its channels beyond the colours weigh little here, and leaving them out first would take all of its pixels at once.
  const small = await uprightSrgbPixels({ ...picture, ownChannels: null }, 'none', sample)
  return {
    format: picture.kind,
    width: picture.width,
    height: picture.height,
    hasAlpha: picture.hasAlpha,
    dominantColour: dominantColour(small),
    palette: paletteOf(small),
    perceptualHash: differenceHash(small),
    profile: picture.profile?.name ?? null,
  }
}

/** The colours of a small picture that was made of one before: nothing has to be proved of it. */
export async function paletteAt(path: string): Promise<string> {
  const { bytes } = await readSource(path, { maxBytes: mostBytes })
  const picture = await openPicture(sniff(bytes), bytes, { isPassedOn: false, mostPixels: 2 ** 24 })
  return paletteOf(await uprightSrgbPixels({ ...picture, ownChannels: null }, 'none', sample))
}
