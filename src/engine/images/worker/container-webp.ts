import type { Container } from './container-of.ts'
import { vp8Parts } from './vp8-parts.ts'
import { type WebpChunk, webpEnd, webpOf, wholeChunks } from './webp-chunks.ts'

const needed = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF'])
const exifAndXmpFlags = 0x08 | 0x04
const animationFlag = 0x02
const alphaFlag = 0x10

export function readWebp(bytes: Buffer): Container | null {
  const all = wholeChunks(bytes)
  if (all === null) return null
  const chunks = all.filter(({ type }) => needed.has(type))
  const extended = chunks.find(({ type }) => type === 'VP8X')
  const flags = extended?.content.readUInt8(0) ?? 0
  const hasMore = chunks.length < all.length || webpEnd(bytes) !== bytes.length
  return {
    hasPrivate: hasMore || (flags & exifAndXmpFlags) !== 0,
    animated: (flags & animationFlag) !== 0,
    withoutPrivate: async () => cleanWebp(chunks),
  }
}

/** The picture, its alpha, and the header that says so; a profile goes, since what has none is sRGB. */
function cleanWebp(chunks: WebpChunk[]): Buffer | null {
  const pictures = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L')
  const alphas = chunks.filter(({ type }) => type === 'ALPH')
  const [picture] = pictures
  const [extended, ...others] = chunks.filter(({ type }) => type === 'VP8X')
  if (!picture || pictures.length > 1 || alphas.length > 1 || others.length > 0) return null
  if (picture.type === 'VP8 ' && !isUnderstood(picture)) return null
  // Without an extended header first, decoders look at nothing but the picture.
  if (chunks[0] !== extended) return extended ? null : webpOf([picture])
  const header = extended && cleanHeader(extended.content)
  if (!header) return null
  const [alpha] = picture.type === 'VP8 ' ? alphas : []
  if (alpha && (hasUnknownBits(alpha) || !isItsOwn(alpha, picture, chunks))) return null
  return webpOf([{ type: 'VP8X', content: header }, ...(alpha ? [alpha] : []), picture])
}

/** Whether its parts are known, so that each can be tried without its last bytes. */
function isUnderstood({ content }: WebpChunk): boolean {
  try {
    return vp8Parts(content) !== null
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Behind its picture no decoder looks for alpha: put before it, any bytes of the right number would be drawn. */
const isItsOwn = (alpha: WebpChunk, picture: WebpChunk, chunks: WebpChunk[]): boolean =>
  chunks.indexOf(alpha) < chunks.indexOf(picture)

/** Those of an alpha's head that nothing is said by. */
const hasUnknownBits = ({ content }: WebpChunk): boolean => ((content[0] ?? 0xff) & 0xc0) !== 0

/** Ten bytes: what there is beside the picture, and its size. */
function cleanHeader(content: Buffer): Buffer | null {
  if (content.length !== 10) return null
  const clean = Buffer.from(content)
  clean.fill(0, 0, 4)
  clean.writeUInt8(content.readUInt8(0) & alphaFlag)
  return clean
}
