import { openPicture } from './open-picture.ts'
import { readSource } from './read-source.ts'
import { sniff } from './sniff.ts'
import { writeWhole } from './store-output.ts'
import { tolerantly } from './tolerance.ts'
import { withUprightSrgb } from './upright-srgb.ts'

/** Results may be larger than what is prepared: four times as much, row by row, takes no more memory. */
const mostPixels = 2 ** 28

/** A small WebP, or PNG where `out` is called so; not synced, since thumbnails are a cache that can be made again. */
export async function writeThumbnail(path: string, out: string, edge: number): Promise<null> {
  const { bytes } = await readSource(path)
  const picture = await openPicture(sniff(bytes), bytes, { isPassedOn: false, mostPixels })
  const { value } = await tolerantly(picture, (source, strictness) =>
    withUprightSrgb(source, strictness, edge, (pipeline) =>
      (out.endsWith('.png') ? pipeline.png() : pipeline.webp({ quality: 80, effort: 1 })).toBuffer(),
    ),
  )
  await writeWhole(out, value, false)
  return null
}
