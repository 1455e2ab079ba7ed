import { cutOff } from './damage.ts'

/** So many zeros end no compressed picture by chance; where they do, they are needed, and that can be tried. */
const tailBytes = 8
const tail = Buffer.alloc(tailBytes)
/** More than an encoder writes behind the last bit that its picture needs: two bytes of its coder's end, and one to be even. */
const neededBytes = 4
const alphaFlag = 0x10

interface Chunk {
  type: string
  at: number
  body: number
  /** Without the byte that makes it even. */
  end: number
}

/** One picture of a WebP as a file of its own. */
export interface WebpFrame {
  bytes: Buffer
  width: number
  height: number
}

export interface WebpParts {
  /** Of an animation, in order; empty for a still picture. */
  frames: WebpFrame[]
  /**
   * Copies that must not decode: where the data of a picture end in zeros, that picture without the last of them. Over zeros
   * that were never written the decoder reads on and is content before it has used them up; a picture's own it needs.
   */
  mustFail: WebpFrame[]
}

/**
 * Looks through the chunks of a WebP.
 * @throws CutOff where one of them is missing or ends early; RangeError where it ends within a header
 */
export function readWebpParts(bytes: Buffer, size: { width: number; height: number }): WebpParts {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) throw cutOff()
  const chunks = chunksOf(bytes, 12, end)
  const frames = chunks.filter(({ type }) => type === 'ANMF').map((chunk) => frameOf(bytes, chunk))
  const picture = chunks.find(isPicture)
  if (picture === undefined && frames.length === 0) throw cutOff()
  const still = picture === undefined ? [] : shortened(bytes.subarray(0, end), picture, size)
  return {
    frames: frames.map(({ frame }) => frame),
    mustFail: [...still, ...frames.flatMap(({ frame }) => shortenedFrame(frame))],
  }
}

const isPicture = ({ type }: Chunk): boolean => type === 'VP8 ' || type === 'VP8L'

function chunksOf(bytes: Buffer, from: number, to: number): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = from; at < to; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const body = at + 8
    const size = bytes.readUInt32LE(at + 4)
    if (body + size > to || !/^[\x20-\x7e]{4}$/.test(type)) throw cutOff()
    chunks.push({ type, at, body, end: body + size })
    at = body + size + (size % 2)
  }
  return chunks
}

/** Its size stands before its chunks, each as three bytes and less one. */
function frameOf(bytes: Buffer, { body, end }: Chunk): { frame: WebpFrame } {
  const [width, height] = [bytes.readUIntLE(body + 6, 3) + 1, bytes.readUIntLE(body + 9, 3) + 1]
  const chunks = chunksOf(bytes, body + 16, end)
  const picture = chunks.find(isPicture)
  if (picture === undefined) throw cutOff()
  const alpha = chunks.find(({ type }) => type === 'ALPH')
  const parts = [picture].map((chunk) => bytes.subarray(chunk.at, chunk.end))
  if (alpha !== undefined) parts.unshift(header(width, height), padded(bytes.subarray(alpha.at, alpha.end)))
  return { frame: { bytes: riff(parts), width, height } }
}

function header(width: number, height: number): Buffer {
  const chunk = Buffer.alloc(18)
  chunk.write('VP8X', 'latin1')
  chunk.writeUInt32LE(10, 4)
  chunk.writeUInt8(alphaFlag, 8)
  chunk.writeUIntLE(width - 1, 12, 3)
  chunk.writeUIntLE(height - 1, 15, 3)
  return chunk
}

const padded = (chunk: Buffer): Buffer => (chunk.length % 2 === 0 ? chunk : Buffer.concat([chunk, Buffer.alloc(1)]))

function riff(chunks: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks.map(padded)])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

function shortenedFrame(frame: WebpFrame): WebpFrame[] {
  const picture = chunksOf(frame.bytes, 12, frame.bytes.length).find(isPicture)
  return picture === undefined ? [] : shortened(frame.bytes, picture, frame)
}

/** The same without the last zeros of the picture's data; none where these do not end in zeros. */
function shortened(bytes: Buffer, picture: Chunk, { width, height }: { width: number; height: number }): WebpFrame[] {
  const { at, body, end } = picture
  if (end - body <= tailBytes || !bytes.subarray(end - tailBytes, end).equals(tail)) return []
  const chunk = Buffer.from(bytes.subarray(at, end - neededBytes))
  chunk.writeUInt32LE(chunk.length - 8, 4)
  return [{ bytes: riff([bytes.subarray(12, at), chunk]), width, height }]
}
