import sharp from 'sharp'

/** libvips's built-in CMYK profile, as it embeds it. */
export async function cmykProfile(): Promise<Buffer> {
  const tagged = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).withIccProfile('cmyk')
  const { icc } = await sharp(await tagged.toColourspace('cmyk').jpeg().toBuffer()).metadata()
  if (!icc) throw new Error('this libvips has no CMYK profile')
  return icc
}

/** A JPEG of exactly these inks (four bytes a patch, 0 to 255), each a square of `edge` px; sharp takes inks as TIFF only. */
export async function inkSheet(inks: Buffer, across: number, edge: number, icc: Buffer | null): Promise<Buffer> {
  const down = inks.length / 4 / across
  return sharp(inkTiff(inks, across, down, icc))
    .pipelineColourspace('cmyk')
    .toColourspace('cmyk')
    .keepIccProfile()
    .resize(across * edge, down * edge, { kernel: 'nearest' })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Baseline TIFF 6.0, one strip, uncompressed. */
function inkTiff(inks: Buffer, width: number, height: number, icc: Buffer | null): Buffer {
  const entryCount = icc ? 11 : 10
  const bitsAt = 10 + entryCount * 12 + 4
  const inksAt = bitsAt + 8
  const entries = [
    [256, 3, 1, width],
    [257, 3, 1, height],
    [258, 3, 4, bitsAt],
    [259, 3, 1, 1],
    [262, 3, 1, 5],
    [273, 4, 1, inksAt],
    [277, 3, 1, 4],
    [278, 3, 1, height],
    [279, 4, 1, inks.length],
    [332, 3, 1, 1],
    ...(icc ? [[34675, 7, icc.length, inksAt + inks.length]] : []),
  ]
  const head = Buffer.alloc(inksAt)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(entryCount, 8)
  entries.forEach(([tag = 0, type = 0, count = 0, value = 0], index) => {
    const at = 10 + index * 12
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(count, at + 4)
    head.writeUInt32LE(value, at + 8)
  })
  for (const channel of [0, 1, 2, 3]) head.writeUInt16LE(8, bitsAt + channel * 2)
  return Buffer.concat([head, inks, icc ?? Buffer.alloc(0)])
}
