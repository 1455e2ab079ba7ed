export const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, n * 4)
  return bytes
}

export const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [n, value] of values.entries()) bytes.writeUInt16BE(value, n * 2)
  return bytes
}

/** A box of ISO base media. */
export function box(name: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(content.length + 8), Buffer.from(name, 'latin1'), content])
}

/** A box with version 0 and flags. */
export const full = (name: string, flags: number, ...parts: Buffer[]): Buffer => box(name, u32(flags), ...parts)

/** Where the first box of this name stands among those that begin at `from`. */
export function childBox(bytes: Buffer, from: number, name: string): { at: number; end: number } {
  for (let at = from; at + 8 <= bytes.length; at += bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === name) return { at, end: at + bytes.readUInt32BE(at) }
  throw new Error(`no ${name}`)
}

/** An element of EBML, with a size of four bytes. */
export function ebml(id: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(id, 'hex'), u32(0x10000000 | content.length), content])
}

/** The smallest whole film: one track with one sample, which holds these words. */
export function tinyFilm(words: string): Buffer {
  const sample = Buffer.from(words.padEnd(32, '.'))
  const ftyp = box('ftyp', Buffer.from('isom', 'latin1'), u32(0))
  const moov = (at: number) =>
    box(
      'moov',
      full('mvhd', 0, u32(0, 0, 1, 1), Buffer.alloc(80)),
      box(
        'trak',
        full('tkhd', 3, u32(0, 0, 1, 0, 1), Buffer.alloc(60)),
        box(
          'mdia',
          full('mdhd', 0, u32(0, 0, 1, 1, 0)),
          full('hdlr', 0, u32(0), Buffer.from('vide', 'latin1'), u32(0, 0, 0)),
          box(
            'minf',
            box(
              'stbl',
              full('stsd', 0, u32(1), box('avc1', Buffer.alloc(78))),
              full('stts', 0, u32(1, 1, 1)),
              full('stsc', 0, u32(1, 1, 1, 1)),
              full('stsz', 0, u32(0, 1, sample.length)),
              full('stco', 0, u32(1, at)),
            ),
          ),
        ),
      ),
    )
  return Buffer.concat([ftyp, moov(ftyp.length + moov(0).length + 8), box('mdat', sample)])
}
