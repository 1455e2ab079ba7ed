import { cutOff } from './damage.ts'
import { equalSectors, sector } from './sectors.ts'
import { type IdleBytes, likelyIdle, shortenedChunks, type WebpChunk } from './shortened-webp.ts'

const alphaFlag = 0x10
/** Of an animation: all of its frames tried several times would take longer than a worker has. */
const mostTriedPixels = 64_000_000
const tailBytes = 8

interface Chunk extends WebpChunk {
  body: number
  /** Without the byte that makes it even. */
  end: number
}

interface Size {
  width: number
  height: number
}

/**
 * Whether the coded data of a lossless WebP has a hole. Its codes fall back into step behind one, so that it may come to its
 * end all the same.
 */
export function hasLosslessHole(bytes: Buffer): boolean {
  const chunks = chunksOf(bytes, 12, 8 + bytes.readUInt32LE(4))
  return chunks.some(({ type, body, end }) => type === 'VP8L' && hasHole(bytes, body, end))
}

function hasHole(bytes: Buffer, from: number, to: number): boolean {
  for (const hole of equalSectors(bytes, from, to - from)) if (hole.end - hole.from >= sector) return true
  return false
}

/** One picture of a WebP as a file of its own. */
export interface WebpFrame extends Size {
  bytes: Buffer
}

export interface WebpParts {
  /** Of an animation, in order; empty for a still picture. */
  frames: WebpFrame[]
  /** Copies that must not decode (shortened-webp.ts). */
  mustFail: WebpFrame[]
}

export interface PartsOptions {
  mostFrames?: number
  idle?: IdleBytes
}

/**
 * Looks through the chunks of a WebP.
 * @param options `mostFrames`: of an animation so many are looked at; `idle`: what its encoder may have written in vain
 * @throws CutOff where one of them is missing or ends early; RangeError where it ends within a header
 */
export function readWebpParts(
  bytes: Buffer,
  size: Size,
  { mostFrames = Number.POSITIVE_INFINITY, idle = likelyIdle }: PartsOptions = {},
): WebpParts {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) throw cutOff()
  const chunks = chunksOf(bytes, 12, end)
  const frames = chunks.filter(({ type }) => type === 'ANMF').map((chunk) => frameOf(bytes, chunk))
  if (!chunks.some(isPicture) && frames.length === 0) throw cutOff()
  if (frames.length === 0)
    return { frames: [], mustFail: shortenedFrames({ chunks: pictureOf(chunks), ...size }, idle) }
  const looked = frames.slice(0, mostFrames)
  const pixels = looked.reduce((sum, { width, height }) => sum + width * height, 0)
  const tried = pixels > mostTriedPixels ? looked.filter(endsInZeros) : looked
  return { frames: looked.map(fileOf), mustFail: tried.flatMap((frame) => shortenedFrames(frame, idle)) }
}

const isPicture = ({ type }: WebpChunk): boolean => type === 'VP8 ' || type === 'VP8L'

function chunksOf(bytes: Buffer, from: number, to: number): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = from; at < to; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const body = at + 8
    const size = bytes.readUInt32LE(at + 4)
    if (body + size > to || !/^[\x20-\x7e]{4}$/.test(type)) throw cutOff()
    chunks.push({ type, body, end: body + size, content: bytes.subarray(body, body + size) })
    at = body + size + (size % 2)
  }
  return chunks
}

interface Frame extends Size {
  chunks: WebpChunk[]
}

/** Its size stands before its chunks, each as three bytes and less one. */
function frameOf(bytes: Buffer, { body, end }: Chunk): Frame {
  const chunks = chunksOf(bytes, body + 16, end)
  if (!chunks.some(isPicture)) throw cutOff()
  const [width, height] = [bytes.readUIntLE(body + 6, 3) + 1, bytes.readUIntLE(body + 9, 3) + 1]
  return { chunks: pictureOf(chunks), width, height }
}

/** The first picture and its alpha, which stands before it. */
function pictureOf(chunks: WebpChunk[]): WebpChunk[] {
  const alpha = chunks.find(({ type }) => type === 'ALPH')
  const picture = chunks.find(isPicture)
  return [alpha, picture].filter((chunk) => chunk !== undefined)
}

const endsInZeros = ({ chunks }: Frame): boolean =>
  chunks.some(({ content }) => content.subarray(-tailBytes).every((byte) => byte === 0))

const shortenedFrames = (frame: Frame, idle: IdleBytes): WebpFrame[] =>
  shortenedChunks(frame.chunks, idle).map((chunks) => fileOf({ ...frame, chunks }))

function fileOf({ chunks, width, height }: Frame): WebpFrame {
  const hasAlpha = chunks.some(({ type }) => type === 'ALPH')
  const all = hasAlpha ? [header(width, height), ...chunks] : chunks
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...all.flatMap(written)])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return { bytes: Buffer.concat([head, content]), width, height }
}

function header(width: number, height: number): WebpChunk {
  const content = Buffer.alloc(10)
  content.writeUInt8(alphaFlag, 0)
  content.writeUIntLE(width - 1, 4, 3)
  content.writeUIntLE(height - 1, 7, 3)
  return { type: 'VP8X', content }
}

function written({ type, content }: WebpChunk): Buffer[] {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return [head, content, Buffer.alloc(content.length % 2)]
}
