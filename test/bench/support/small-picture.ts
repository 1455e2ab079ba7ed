import sharp from 'sharp'

/** Upright, plain sRGB and small: passed on as it is. Each another one, since the same picture would be known. */
export const smallPicture = (n: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: n % 256, g: n >> 8, b: 90 } } })
    .png()
    .toBuffer()
