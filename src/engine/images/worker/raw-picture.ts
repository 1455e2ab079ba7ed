import type { Sharp } from 'sharp'
import { loadSharp } from './libvips.ts'

/** Decoded pixels, upright, sRGB, 8 bits a channel. */
export interface RawPicture {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/** The same before it is sRGB, 16 bits a channel. */
export interface DeepPicture {
  data: Uint16Array
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

export async function toRaw(pipeline: Sharp): Promise<RawPicture> {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

export async function toDeep(pipeline: Sharp): Promise<DeepPicture> {
  const { data, info } = await pipeline.raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data: new Uint16Array(data.buffer, data.byteOffset, data.length / 2), width, height, channels }
}

/**
 * Room for 8 bits of each value in the same memory, which large pictures fill. A byte may be written once the value at
 * its own place was read.
 */
export const bytesIn = ({ buffer, byteOffset, length }: Uint16Array | Int16Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)

/** L*a*b* under D50: L* from 0 to 32,767, a* and b* 256 a step. */
export interface LabPicture {
  data: Int16Array
  width: number
  height: number
}

export async function toLab(pipeline: Sharp): Promise<LabPicture> {
  const numbers = pipeline.toColourspace('labs').raw({ depth: 'short' })
  const { data, info } = await numbers.toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { data: new Int16Array(data.buffer, data.byteOffset, data.length / 2), width, height }
}

export async function fromRaw({ data, width, height, channels }: RawPicture | DeepPicture): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}

export function deepened({ data, width, height, channels }: RawPicture): DeepPicture {
  return { data: Uint16Array.from(data, (value) => value * 257), width, height, channels }
}

/** The first channels of what may have more of them than a picture has. */
export function keepChannels<T extends RawPicture | DeepPicture>(raw: T, channels: RawPicture['channels']): T {
  if (raw.channels <= channels) return raw
  const { data } = raw
  const length = raw.width * raw.height * channels
  const kept = Buffer.isBuffer(data) ? Buffer.allocUnsafe(length) : new Uint16Array(length)
  for (let from = 0, to = 0; to < length; from += raw.channels, to += channels)
    for (let channel = 0; channel < channels; channel += 1) kept[to + channel] = data[from + channel] ?? 0
  return { ...raw, data: kept, channels }
}

/** Shows each pixel's colours and opacity, in order; a grey one has three alike. */
export function eachPixel(
  { data, channels }: RawPicture,
  see: (red: number, green: number, blue: number, alpha: number, n: number) => void,
): void {
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0]
  const alpha = channels === 2 || channels === 4 ? channels - 1 : null
  for (let at = 0, n = 0; at + channels <= data.length; at += channels, n += 1)
    see(data[at] ?? 0, data[at + green] ?? 0, data[at + blue] ?? 0, alpha === null ? 255 : (data[at + alpha] ?? 0), n)
}

export const hasAlpha = ({ channels }: RawPicture): boolean => channels === 2 || channels === 4

/** Whether anything shows through. Many editors write an alpha channel that says nothing. */
export function isOpaque({ data, channels }: RawPicture): boolean {
  if (channels === 1 || channels === 3) return true
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return false
  return true
}

export async function withoutAlpha(raw: RawPicture): Promise<RawPicture> {
  return hasAlpha(raw) ? toRaw((await fromRaw(raw)).removeAlpha()) : raw
}
