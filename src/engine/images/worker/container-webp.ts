import type { Container } from './container.ts'

const needed = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF'])
const exifAndXmpFlags = 0x08 | 0x04
const animationFlag = 0x02
const alphaFlag = 0x10

interface Chunk {
  type: string
  /** Without its padding. */
  body: Buffer
}

export function readWebp(bytes: Buffer): Container | null {
  const fileEnd = 8 + bytes.readUInt32LE(4)
  if (fileEnd > bytes.length) return null
  const chunks: Chunk[] = []
  let dropped = false
  for (let at = 12; at < fileEnd; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > fileEnd) return null
    if (needed.has(type)) chunks.push({ type, body: bytes.subarray(at + 8, at + 8 + size) })
    else dropped = true
    at = end
  }
  const extended = chunks.find(({ type }) => type === 'VP8X')
  const flags = extended?.body.readUInt8(0) ?? 0
  return {
    hasPrivate: dropped || fileEnd !== bytes.length || (flags & exifAndXmpFlags) !== 0,
    animated: (flags & animationFlag) !== 0,
    withoutPrivate: async () => cleanWebp(chunks),
  }
}

/** The picture, its alpha, and the header that says so; a profile goes, since what has none is sRGB. */
function cleanWebp(chunks: Chunk[]): Buffer | null {
  const pictures = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L')
  const alphas = chunks.filter(({ type }) => type === 'ALPH')
  const [picture] = pictures
  const [extended, ...others] = chunks.filter(({ type }) => type === 'VP8X')
  if (!picture || pictures.length > 1 || alphas.length > 1 || others.length > 0) return null
  // Without an extended header first, decoders look at nothing but the picture.
  if (chunks[0] !== extended) return extended ? null : riff([picture])
  const header = extended && cleanHeader(extended.body)
  if (!header) return null
  const [alpha] = picture.type === 'VP8 ' ? alphas : []
  return riff([{ type: 'VP8X', body: header }, ...(alpha ? [alpha] : []), picture])
}

/** Ten bytes: what there is beside the picture, and its size. */
function cleanHeader(body: Buffer): Buffer | null {
  if (body.length !== 10) return null
  const clean = Buffer.from(body)
  clean.fill(0, 0, 4)
  clean.writeUInt8(body.readUInt8(0) & alphaFlag)
  return clean
}

/** Chunks of an even length each, the byte that makes them so being zero. */
export function riff(chunks: Chunk[]): Buffer {
  const written = chunks.flatMap(({ type, body }) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return [head, body, Buffer.alloc(body.length % 2)]
  })
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...written])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
