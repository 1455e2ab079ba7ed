/** What a plain TIFF says of its samples (TIFF 6.0): one strip, little endian, uncompressed. */
export interface TiffSamples {
  width: number
  height: number
  /** PhotometricInterpretation: 0 and 1 grey, 2 RGB, 3 palette, 5 separated inks, 8 CIE L*a*b*. */
  photometric: number
  /** Of each channel. */
  bits: number[]
  /** SampleFormat: 1 unsigned (not written), 2 signed, 3 floating point. */
  format?: number
  /** ExtraSamples: 0 unspecified, 1 associated alpha, 2 unassociated alpha. */
  extra?: number[]
  icc?: Buffer | null
  /** Of a palette: all reds, all greens, all blues, each of 16 bits. */
  colourMap?: number[]
  data: Buffer
}

type Entry = [tag: number, type: 3 | 4 | 7, values: number[] | Buffer]

export function tiff({ width, height, photometric, bits, format, extra, icc, colourMap, data }: TiffSamples): Buffer {
  const entries: Entry[] = [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, bits],
    [259, 3, [1]],
    [262, 3, [photometric]],
    [273, 4, [8]],
    [277, 3, [bits.length]],
    [278, 4, [height]],
    [279, 4, [data.length]],
    [284, 3, [1]],
  ]
  if (colourMap) entries.push([320, 3, colourMap])
  if (photometric === 5) entries.push([332, 3, [1]])
  if (extra) entries.push([338, 3, extra])
  if (format) entries.push([339, 3, bits.map(() => format)])
  if (icc) entries.push([34675, 7, icc])
  return laidOut(data, entries)
}

/** The pixels first, then the directory, then what does not fit into it. */
function laidOut(data: Buffer, entries: Entry[]): Buffer {
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1')
  const padded = Buffer.concat([data, Buffer.alloc(data.length % 2)])
  const directoryAt = head.length + padded.length
  head.writeUInt32LE(directoryAt, 4)
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length)
  const outside: Buffer[] = []
  let outsideAt = directoryAt + directory.length
  entries.forEach(([tag, type, values], index) => {
    const at = 2 + index * 12
    const body = Buffer.isBuffer(values) ? values : packed(type, values)
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(values.length, at + 4)
    if (body.length <= 4) {
      body.copy(directory, at + 8)
      return
    }
    directory.writeUInt32LE(outsideAt, at + 8)
    outside.push(body, Buffer.alloc(body.length % 2))
    outsideAt += body.length + (body.length % 2)
  })
  return Buffer.concat([head, padded, directory, ...outside])
}

function packed(type: 3 | 4 | 7, values: number[]): Buffer {
  const body = Buffer.alloc(values.length * (type === 3 ? 2 : 4))
  values.forEach((value, index) => {
    if (type === 3) body.writeUInt16LE(value, index * 2)
    else body.writeUInt32LE(value, index * 4)
  })
  return body
}
