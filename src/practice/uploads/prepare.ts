import { refuseSkill } from '../http/answer.ts'
import { mostPixels, openImage, sniffFormat } from '../pictures/loaders.ts'

export type UploadPurpose = 'reference' | 'upscale'

interface PreparedUpload {
  bytes: Buffer
  contentType: string
  width: number
  height: number
  firstFrameOnly: boolean
}

const mebibyte = 1024 * 1024
const preparedEdge = 4096
const preparedBytes = 8 * mebibyte

/** §4.8: decoded and encoded again, upright, without metadata; alpha is kept. */
export async function prepareUpload(bytes: Buffer, purpose: UploadPurpose): Promise<PreparedUpload> {
  if (bytes.length > (purpose === 'reference' ? 8 : 64) * mebibyte) {
    throw refuseSkill(413, `a source for ${purpose} has at most ${purpose === 'reference' ? 8 : 64} MiB`)
  }
  const format = sniffFormat(bytes)
  if (format === null) throw refuseSkill(422, 'not a PNG, JPEG, WebP or GIF image')
  const { pages = 1, hasAlpha, width, height } = await readable(() => openImage(bytes).metadata(), bytes)
  if (width * height > mostPixels) throw refuseSkill(413, 'the image has more than 64 million pixels')
  if (purpose === 'upscale' && (format === 'gif' || pages > 1)) {
    throw refuseSkill(422, 'an upscale source must be a still JPEG, PNG or WebP')
  }
  const opaque = !hasAlpha || (await readable(() => openImage(bytes).stats(), bytes)).isOpaque
  const encoded = await readable(() => encode(bytes, purpose, opaque, format === 'jpeg'), bytes)
  return { ...encoded, firstFrameOnly: pages > 1 }
}

async function encode(bytes: Buffer, purpose: UploadPurpose, opaque: boolean, wasJpeg: boolean) {
  const edge = purpose === 'reference' ? preparedEdge : null
  const upright = () => {
    const image = openImage(bytes).autoOrient()
    return edge === null ? image : image.resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
  }
  if (!wasJpeg || !opaque) {
    const { data, info } = await upright().png({ compressionLevel: 6 }).toBuffer({ resolveWithObject: true })
    if (edge === null || data.length <= preparedBytes) return { ...shape(data, info), contentType: 'image/png' }
  }
  for (const quality of [92, 84, 74, 60]) {
    const image = opaque ? upright().jpeg({ quality }) : upright().webp({ quality })
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    if (edge !== null && data.length > preparedBytes) continue
    return { ...shape(data, info), contentType: opaque ? 'image/jpeg' : 'image/webp' }
  }
  throw refuseSkill(422, 'the prepared image would have more than 8 MiB')
}

function shape(bytes: Buffer, { width, height }: { width: number; height: number }) {
  return { bytes, width, height }
}

/** What libvips cannot decode is the caller's input, not a fault of the server; its pixel limit is §8's. */
async function readable<T>(work: () => Promise<T>, bytes: Buffer): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error
    const tooLarge = error instanceof Error && /exceeds pixel limit/i.test(error.message)
    if (tooLarge) throw refuseSkill(413, 'the image has more than 64 million pixels')
    throw refuseSkill(422, `the image of ${bytes.length} bytes cannot be decoded`)
  }
}
