import { cutOff } from './damage.ts'
import { equalSectors, sector } from './sectors.ts'
import { type IdleBytes, shortenedChunks } from './shortened-webp.ts'
import { type FoundChunk, frameHeadBytes, type WebpChunk, webpOf, wholeChunks } from './webp-chunks.ts'

const alphaFlag = 0x10
/** Of an animation: all of its frames tried several times would take longer than a worker has. */
const mostTriedPixels = 64_000_000
const tailBytes = 8

interface Size {
  width: number
  height: number
}

/**
 * Whether the coded data of a lossless WebP has a hole. Its codes fall back into step behind one, so that it may come to its
 * end all the same.
 */
export function hasLosslessHole(bytes: Buffer): boolean {
  return chunksOf(bytes).some(({ type, at, content }) => type === 'VP8L' && hasHole(bytes, at, content.length))
}

function hasHole(bytes: Buffer, from: number, size: number): boolean {
  for (const hole of equalSectors(bytes, from, size)) if (hole.end - hole.from >= sector) return true
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
  /** Of an animation so many are looked at. */
  mostFrames?: number
  /** What its encoder may have written in vain. */
  idle: IdleBytes
}

/**
 * Looks through the chunks of a WebP.
 * @throws CutOff where one of them is missing or ends early; RangeError where it ends within a header
 */
export function readWebpParts(
  bytes: Buffer,
  size: Size,
  { mostFrames = Number.POSITIVE_INFINITY, idle }: PartsOptions,
): WebpParts {
  const chunks = chunksOf(bytes)
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

function chunksOf(...where: Parameters<typeof wholeChunks>): FoundChunk[] {
  const chunks = wholeChunks(...where)
  if (chunks === null) throw cutOff()
  return chunks
}

interface Frame extends Size {
  chunks: WebpChunk[]
}

/** Its size stands before its chunks, each as three bytes and less one. */
function frameOf(bytes: Buffer, { at, content }: FoundChunk): Frame {
  const chunks = chunksOf(bytes, at + frameHeadBytes, at + content.length)
  if (!chunks.some(isPicture)) throw cutOff()
  const [width, height] = [content.readUIntLE(6, 3) + 1, content.readUIntLE(9, 3) + 1]
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
  return { bytes: webpOf(hasAlpha ? [header(width, height), ...chunks] : chunks), width, height }
}

function header(width: number, height: number): WebpChunk {
  const content = Buffer.alloc(10)
  content.writeUInt8(alphaFlag, 0)
  content.writeUIntLE(width - 1, 4, 3)
  content.writeUIntLE(height - 1, 7, 3)
  return { type: 'VP8X', content }
}
