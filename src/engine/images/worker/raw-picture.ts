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

/** Whether anything shows through. Many editors write an alpha channel that says nothing. */
export function isOpaque({ data, channels }: RawPicture): boolean {
  if (channels === 1 || channels === 3) return true
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return false
  return true
}

export async function withoutAlpha(raw: RawPicture): Promise<RawPicture> {
  return raw.channels === 2 || raw.channels === 4 ? toRaw((await fromRaw(raw)).removeAlpha()) : raw
}
