import sharp from 'sharp'

export async function exifOf(image: Buffer): Promise<Buffer | null> {
  return (await sharp(image).metadata()).exif ?? null
}

/** The smallest animated GIF: two frames of one pixel. */
export function gifOfTwoFrames(): Buffer {
  const frame = '21f90400' + '0a000000' + '2c00000000010001000002024401' + '00'
  const loop = '21ff0b4e45545343415045322e300301000000'
  const head = '474946383961' + '0100' + '0100' + '80' + '00' + '00' + '000000ffffff'
  return Buffer.from(`${head}${loop}${frame}${frame}3b`, 'hex')
}
