import { once } from 'node:events'
import { createInflate } from 'node:zlib'

/** How many bytes a strip of a TIFF stands for; less than zero where its codes make no sense, or do not end where it does. */
export async function countInflated(data: Buffer): Promise<number> {
  const inflate = createInflate()
  let count = 0
  inflate.on('data', (piece: Buffer) => {
    count += piece.length
  })
  try {
    inflate.end(data)
    // With its checksum, which libtiff does not read.
    await once(inflate, 'end')
    return count
  } catch {
    return -1
  }
}

const [clear, end, first, mostCodes] = [256, 257, 258, 4096]

/** TIFF 6.0, section 13: codes grow one earlier than a GIF's, and begin with their highest bit. */
export function countLzw(data: Buffer): number {
  // As libtiff knew it long ago: the other way round.
  if (data[0] === 0 && ((data[1] ?? 0) & 1) === 1) return Number.POSITIVE_INFINITY
  const lengths = new Uint32Array(mostCodes + 1).fill(1, 0, clear)
  let [next, width, before, count] = [first, 9, -1, 0]
  let [bits, held] = [0, 0]
  for (let at = 0; at < data.length; at += 1) {
    bits = ((bits << 8) | (data[at] ?? 0)) & 0xffffff
    held += 8
    if (held < width) continue
    held -= width
    const code = (bits >> held) & ((1 << width) - 1)
    if (code === end) return data.length - at <= idleBytes ? count : -1
    if (code === clear) {
      ;[next, width, before] = [first, 9, -1]
      continue
    }
    if (before < 0 ? code > end : code > next) return -1
    if (before >= 0 && next < mostCodes) lengths[next++] = (lengths[before] ?? 0) + 1
    count += lengths[code] ?? 0
    if (next === (1 << width) - 1 && width < 12) width += 1
    before = code
  }
  return count
}

/** Some writers make strips even, or a multiple of four. */
const idleBytes = 8

/** TIFF 6.0, section 9: each row by itself. Some writers do not heed that, from the first row on. */
export function countPackBits(data: Buffer, rowBytes: number): number {
  let [count, crossed, isHeeded] = [0, 0, false]
  for (let at = 0; at < data.length; ) {
    const head = data.readInt8(at)
    const made = head >= 0 ? head + 1 : head === -128 ? 0 : 1 - head
    if (made > rowBytes - (count % rowBytes)) crossed += 1
    count += made
    if (count === rowBytes) isHeeded = true
    at += head >= 0 ? head + 2 : head === -128 ? 1 : 2
    if (at > data.length) return -1
  }
  return isHeeded && crossed > 0 ? -1 : count
}
