import sharp from 'sharp'
import type { ReferenceLimits } from '../../../../src/engine/images/answers.ts'
import { texture } from './pictures.ts'

export type Random = () => number

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<const T>(random: Random, from: readonly [T, ...T[]]): T {
  return from[Math.floor(random() * from.length)] ?? from[0]
}

const board = { edge: 1400, pixels: texture(1400, 1400, 4) }
type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff'

export interface Source {
  bytes: Buffer
  format: Format
  /** Upright. */
  width: number
  height: number
  limits: ReferenceLimits
  told: string
}

/** A picture of any size up to 1400 px, any format, orientation and depth, with limits that sometimes bind. */
export async function randomSource(seed: number): Promise<Source> {
  const random = randomFrom(seed)
  const length = () => 1 + Math.floor(random() ** 2 * (board.edge - 1))
  const [width, height] = [length(), length()]
  // Those read by a process of their own take their time: fewer of them.
  const format: Format = random() < 0.9 ? pick(random, ['jpeg', 'jpeg', 'png', 'webp']) : pick(random, ['gif', 'tiff'])
  const hasAlpha = format !== 'jpeg' && random() < 0.4
  const orientation = format === 'jpeg' || format === 'webp' ? 1 + Math.floor(random() * 8) : 1
  const isDeep = format === 'png' && random() < 0.3
  const [storedWidth, storedHeight] = orientation >= 5 ? [height, width] : [width, height]
  let image = sharp(board.pixels, { raw: { width: board.edge, height: board.edge, channels: 4 } }).extract({
    left: Math.floor(random() * (board.edge - storedWidth)),
    top: Math.floor(random() * (board.edge - storedHeight)),
    width: storedWidth,
    height: storedHeight,
  })
  if (!hasAlpha) image = image.removeAlpha()
  if (isDeep) image = image.toColourspace('rgb16')
  if (orientation > 1) image = image.withMetadata({ orientation })
  const [quality, progressive] = [40 + Math.floor(random() * 61), random() < 0.3]
  const encoded = {
    jpeg: () => image.jpeg({ quality, progressive }),
    png: () => image.png({ progressive }),
    webp: () => image.webp({ quality, effort: 1 }),
    gif: () => image.gif({ effort: 1 }),
    tiff: () => image.tiff({ compression: 'lzw' }),
  }
  const bytes = await encoded[format]().toBuffer()
  const limits = {
    maxEdge: pick(random, [4096, 4096, Math.max(1, Math.round(random() * 1400))]),
    maxBytes: pick(random, [3 * 2 ** 20, 3 * 2 ** 20, 20_000 + Math.round(random() * 200_000)]),
  }
  const told = `${format} ${width} × ${height}, orientation ${orientation}, alpha ${hasAlpha}, deep ${isDeep}, ${JSON.stringify(limits)}`
  return { bytes, format, width, height, limits, told }
}
