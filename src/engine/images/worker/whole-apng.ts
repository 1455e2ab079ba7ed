import { cutOff } from './damage.ts'
import { type PngHeader, readPngHeader } from './png-chunks.ts'
import { hasAllRows } from './png-pixels.ts'
import { pngChunks } from './png-walk.ts'

/** What an animated PNG says of itself, and a list of its frames' pixel data (PNG third edition, 11.3.4). */
interface Animation {
  canvas: PngHeader
  frameCount: number
  frames: { width: number; height: number; data: Buffer[] }[]
}

const controlLength = 26

/**
 * Proves that an animated PNG has as many frames as it says, and each of them all of its rows: decoders show the picture that
 * stands before them, whatever is left of the rest. To be called of a file that has its end.
 * @throws CutOff
 */
export async function requireWholeApng(bytes: Buffer): Promise<void> {
  const animation = readAnimation(bytes)
  if (animation === null) return
  const { canvas, frameCount, frames } = animation
  if (frames.length < frameCount) throw cutOff()
  for (const { width, height, data } of frames) {
    // A frame that lies beyond the canvas is shown by no program, and nothing of it is missing to anybody.
    if (width > canvas.width || height > canvas.height) continue
    if (!(await hasAllRows(data, { ...canvas, width, height }))) throw cutOff()
  }
}

/** Null: it is one picture. */
function readAnimation(bytes: Buffer): Animation | null {
  let canvas: PngHeader | null = null
  let frameCount = 0
  const frames: Animation['frames'] = []
  for (const { type, body } of pngChunks(bytes)) {
    if (type === 'IHDR') canvas = readPngHeader(body)
    if (type === 'acTL' && body.length === 8) frameCount = body.readUInt32BE(0)
    if (type === 'fcTL' && body.length === controlLength)
      frames.push({ width: body.readUInt32BE(4), height: body.readUInt32BE(8), data: [] })
    // The first frame may be the picture itself.
    if (type === 'IDAT') frames.at(-1)?.data.push(body)
    if (type === 'fdAT') frames.at(-1)?.data.push(body.subarray(4))
  }
  return canvas === null || frameCount === 0 ? null : { canvas, frameCount, frames }
}
