import type { Container } from './container.ts'
import { join } from './join.ts'

const needed = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF'])
const exifAndXmpFlags = 0x08 | 0x04
const animationFlag = 0x02

export function readWebp(bytes: Buffer): Container | null {
  const fileEnd = 8 + bytes.readUInt32LE(4)
  if (fileEnd > bytes.length) return null
  const kept: [number, number][] = [[0, 12]]
  let dropped = false
  let extended = -1
  let at = 12
  while (at < fileEnd) {
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > fileEnd) return null
    if (type === 'VP8X') extended = at
    if (needed.has(type)) kept.push([at, end])
    else dropped = true
    at = end
  }
  const flags = extended < 0 ? 0 : bytes.readUInt8(extended + 8)
  return {
    hasPrivate: dropped || fileEnd !== bytes.length || (flags & exifAndXmpFlags) !== 0,
    animated: (flags & animationFlag) !== 0,
    withoutPrivate: () => {
      const clean = join(bytes, kept)
      clean.writeUInt32LE(clean.length - 8, 4)
      // VP8X is the first chunk wherever it stands at all.
      if (extended === 12) clean.writeUInt8(flags & ~exifAndXmpFlags, 20)
      return clean
    },
  }
}
