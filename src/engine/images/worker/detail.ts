import { openPicture } from './open-picture.ts'
import { readSource } from './read-source.ts'
import { sniff } from './sniff.ts'
import { writeWhole } from './store-output.ts'
import { tolerantly } from './tolerance.ts'
import { withUprightSrgb } from './upright-srgb.ts'

/** The middle of a picture, pixel for pixel and without loss, so that two encodings can be compared by eye. */
export async function writeDetail(path: string, out: string, edge: number): Promise<null> {
  const { bytes } = await readSource(path)
  const picture = await openPicture(sniff(bytes), bytes)
  const { width, height } = picture
  const part = { width: Math.min(edge, width), height: Math.min(edge, height) }
  const middle = { left: Math.floor((width - part.width) / 2), top: Math.floor((height - part.height) / 2), ...part }
  const { value } = await tolerantly(picture, (source, strictness) =>
    withUprightSrgb(source, strictness, Math.max(width, height), (pipeline) =>
      pipeline.extract(middle).webp({ lossless: true, effort: 1 }).toBuffer(),
    ),
  )
  await writeWhole(out, value, false)
  return null
}
