import { decoder, type Strictness } from './decode.ts'
import type { Picture } from './open-picture.ts'

/**
 * Decodes every pixel and keeps only the last stored row, which comes after all others: it rejects where
 * anything is missing. A scaled-down copy would not do, since libvips leaves out rows it has no use for.
 */
export async function decodeWhole(picture: Picture, strictness: Strictness): Promise<void> {
  const [width, height] = picture.isOnItsSide ? [picture.height, picture.width] : [picture.width, picture.height]
  const pipeline = await decoder(picture, strictness, { ignoreIcc: true, unturned: true })
  await pipeline
    .extract({ left: 0, top: height - 1, width, height: 1 })
    .raw()
    .toBuffer()
}

/** Whether a decoder reads it to its end without a complaint, which says less than that nothing of it is wrong. */
export async function decodes(picture: Picture): Promise<boolean> {
  return decodeWhole(picture, 'warning').then(
    () => true,
    () => false,
  )
}
