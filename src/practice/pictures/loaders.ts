import sharp, { type Sharp } from 'sharp'

// Uploads are untrusted. libvips itself does not treat TIFF, GIF or HEIF as such, so everything is blocked first.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})
sharp.cache(false)

/** §8: 64 million pixels. */
export const mostPixels = 64_000_000

type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif'

/** By the first bytes; names and declared types are not believed. */
export function sniffFormat(bytes: Buffer): ImageFormat | null {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP') {
    return 'webp'
  }
  return /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')) ? 'gif' : null
}

/** Only for bytes whose format was sniffed, or that practice made itself. */
export function openImage(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
}

/** Raw pixels that practice painted. */
export function openPixels(pixels: Uint8Array | Uint8ClampedArray, width: number, height: number, channels: 1 | 3 | 4) {
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: mostPixels })
}
