/** An AVIF of sharp's with other words on its colours: the content of its `colr` box (ISO/IEC 23008-12, 6.5.5). */
export function withAvifColour(avif: Buffer, content: Buffer): Buffer {
  const at = avif.indexOf('colr') - 4
  const size = avif.readUInt32BE(at)
  const grown = content.length + 8 - size
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write('colr', 4, 'latin1')
  const made = Buffer.concat([avif.subarray(0, at), head, content, avif.subarray(at + size)])
  for (const outer of ['meta', 'iprp', 'ipco']) {
    const start = avif.indexOf(outer) - 4
    made.writeUInt32BE(avif.readUInt32BE(start) + grown, start)
  }
  // One item of one extent, counted from the start of the file.
  const extent = avif.indexOf('iloc') - 4 + 26
  made.writeUInt32BE(avif.readUInt32BE(extent) + grown, extent)
  return made
}

/** Coding-independent code points, full range, pixels stored as they are. */
export function nclx(primaries: number, transfer: number): Buffer {
  const content = Buffer.from('nclx\0\0\0\0\0\0\x80', 'latin1')
  content.writeUInt16BE(primaries, 4)
  content.writeUInt16BE(transfer, 6)
  return content
}

export const avifProfile = (icc: Buffer): Buffer => Buffer.concat([Buffer.from('prof', 'latin1'), icc])
