import { crc32 } from 'node:zlib'
import type { Container } from './container-of.ts'
import { cleanPngChunk, type PngHeader, readPngHeader } from './png-chunks.ts'
import { endOfPixels } from './png-pixels.ts'
import { type PngChunk, pngChunks } from './png-walk.ts'

/** What decides how the pixels look, and their density. Time, text, EXIF and the rest go. */
const harmless = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
  'cICP',
  'mDCV',
  'cLLI',
])

/** Of two of these it is not clear which one counts. */
const decisive = new Set(['IHDR', 'PLTE', 'tRNS', 'cICP'])

/** Encoders of large pictures write some thousands. */
const mostChunks = 100_000

export function readPng(bytes: Buffer): Container | null {
  const chunks: PngChunk[] = []
  let [dropped, animated] = [false, false]
  for (const chunk of pngChunks(bytes)) {
    const { type, end } = chunk
    if (end > bytes.length || chunks.length > mostChunks) return null
    if (type === 'acTL') animated = true
    if (harmless.has(type)) chunks.push(chunk)
    else dropped = true
    // What a decoder must know to show it, by its capital letter, and nobody here knows: nothing is left of it.
    if (!harmless.has(type) && (type.charCodeAt(0) & 0x20) === 0) return null
  }
  const hasPrivate = dropped || chunks.at(-1)?.end !== bytes.length
  return { hasPrivate, animated, withoutPrivate: () => cleanPng(chunks) }
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

async function cleanPng(chunks: PngChunk[]): Promise<Buffer | null> {
  const [first] = chunks
  const header = first?.type === 'IHDR' ? readPngHeader(first.body) : null
  if (!header) return null
  const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body)
  const end = await endOfPixels(pixels, header)
  return end === null ? null : put(chunks, header, end)
}

/** @param end how many bytes of all pixel data, one chunk's after the other's, are the pixels' */
function put(chunks: PngChunk[], header: PngHeader, end: number): Buffer | null {
  const written: Buffer[] = [signature]
  const seen = new Set<string>()
  let palette = 0
  let left = end
  for (const { type, body: content } of chunks) {
    if (type === 'IDAT') {
      const body = content.subarray(0, left)
      left -= body.length
      if (body.length > 0) written.push(...chunkOf(type, body))
      continue
    }
    if (seen.has(type) && decisive.has(type)) return null
    const body = cleanPngChunk(type, content, header, palette)
    if (type === 'PLTE') palette = (body?.length ?? 0) / 3
    if (body && !seen.has(type)) written.push(...chunkOf(type, body))
    else if (type === 'PLTE' && header.isIndexed) return null
    if (body || decisive.has(type)) seen.add(type)
  }
  return Buffer.concat(written)
}

function chunkOf(type: string, body: Buffer): Buffer[] {
  const [head, check] = [Buffer.alloc(8), Buffer.alloc(4)]
  head.writeUInt32BE(body.length)
  head.write(type, 4, 'latin1')
  check.writeUInt32BE(crc32(body, crc32(head.subarray(4))))
  return [head, body, check]
}
