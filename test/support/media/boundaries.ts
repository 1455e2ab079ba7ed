/** Where the boxes, chunks, segments and blocks of a file begin and end, found by walking it: the cuts that look most like an end. */
export function boundariesOf(bytes: Buffer): number[] {
  const at = new Set<number>([0, bytes.length])
  const start = bytes.toString('latin1', 0, 4)
  if (start === 'RIFF') riff(bytes, 12, bytes.length, at)
  else if (start === '\x89PNG') png(bytes, at)
  else if (start === 'GIF8') gif(bytes, at)
  else if (start.startsWith('\xff\xd8')) jpeg(bytes, at)
  else if (start === '\x1a\x45\xdf\xa3') ebml(bytes, 0, bytes.length, at)
  else if (bytes.toString('latin1', 4, 8) === 'ftyp') boxes(bytes, 0, bytes.length, at)
  return [...at].sort((a, b) => a - b)
}

const boxHolders = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'dinf', 'mvex', 'moof', 'traf', 'iprp', 'ipco']

function boxes(bytes: Buffer, from: number, to: number, found: Set<number>): void {
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    found.add(at).add(at + 8)
    if (boxHolders.includes(name)) boxes(bytes, at + 8, at + size, found)
    if (name === 'meta') boxes(bytes, at + 12, at + size, found)
    at += size
    found.add(at)
  }
}

function riff(bytes: Buffer, from: number, to: number, found: Set<number>): void {
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32LE(at + 4)
    found.add(at).add(at + 8)
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') riff(bytes, at + 24, at + 8 + size, found)
    at += 8 + size + (size % 2)
    found.add(at)
  }
}

function png(bytes: Buffer, found: Set<number>): void {
  for (let at = 8; at + 12 <= bytes.length; ) {
    found.add(at).add(at + 8)
    at += 12 + bytes.readUInt32BE(at)
    found.add(at - 4).add(at)
  }
}

function gif(bytes: Buffer, found: Set<number>): void {
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + table(bytes.readUInt8(10))
  while (at < bytes.length && bytes[at] !== 0x3b) {
    found.add(at)
    at += bytes[at] === 0x21 ? 2 : 11 + table(bytes.readUInt8(at + 9))
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) {
      found.add(at)
      at += size + 1
    }
    found.add(at)
    at += 1
  }
  found.add(at)
}

function jpeg(bytes: Buffer, found: Set<number>): void {
  for (let at = 2; at + 4 <= bytes.length; ) {
    found.add(at)
    const marker = bytes[at + 1]
    if (marker === 0xd9) return
    at += 2 + bytes.readUInt16BE(at + 2)
    if (marker !== 0xda) continue
    found.add(at)
    while (at + 2 <= bytes.length && !(bytes[at] === 0xff && bytes[at + 1] !== 0 && !isRestart(bytes[at + 1]))) at += 1
  }
}

const isRestart = (marker = 0): boolean => marker >= 0xd0 && marker <= 0xd7

const ebmlHolders = ['1a45dfa3', '18538067', '1654ae6b', 'ae', '1f43b675', '1549a966', '1c53bb6b']

function ebml(bytes: Buffer, from: number, to: number, found: Set<number>): void {
  for (let at = from; at < to; ) {
    const idBytes = Math.clz32(bytes[at] ?? 0) - 23
    const id = bytes.toString('hex', at, at + idBytes)
    const sizeBytes = Math.clz32(bytes[at + idBytes] ?? 0) - 23
    const content = at + idBytes + sizeBytes
    const said = BigInt(`0x${bytes.toString('hex', at + idBytes, content)}`) & mask(sizeBytes)
    // All ones: not known, as long as what holds it.
    const size = said === mask(sizeBytes) ? to - content : Number(said)
    found.add(at).add(content)
    if (ebmlHolders.includes(id)) ebml(bytes, content, content + size, found)
    at = content + size
    found.add(at)
  }
}

const mask = (sizeBytes: number): bigint => (1n << BigInt(7 * sizeBytes)) - 1n
