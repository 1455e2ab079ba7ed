import type { Sharp } from 'sharp'
import { loadSharp } from './libvips.ts'

/** Decoded pixels, upright, sRGB, 8 bits a channel. */
export interface RawPicture {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

export async function toRaw(pipeline: Sharp): Promise<RawPicture> {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

export async function fromRaw({ data, width, height, channels }: RawPicture): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}

/** The first channels of what may have more of them than a picture has. */
export function keepChannels(raw: RawPicture, channels: RawPicture['channels']): RawPicture {
  const { data, width, height } = raw
  if (raw.channels <= channels) return raw
  const kept = Buffer.allocUnsafe(width * height * channels)
  for (let from = 0, to = 0; to < kept.length; from += raw.channels, to += channels)
    for (let channel = 0; channel < channels; channel += 1) kept[to + channel] = data[from + channel] ?? 0
  return { data: kept, width, height, channels }
}

/** Whether anything shows through. Many editors write an alpha channel that says nothing. */
export function isOpaque({ data, channels }: RawPicture): boolean {
  if (channels === 1 || channels === 3) return true
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return false
  return true
}

export async function withoutAlpha(raw: RawPicture): Promise<RawPicture> {
  return raw.channels === 2 || raw.channels === 4 ? toRaw((await fromRaw(raw)).removeAlpha()) : raw
}
