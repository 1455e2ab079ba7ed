import { areEqual, sector } from './sectors.ts'

/**
 * Bytes of uncompressed pixels that a disk lost: equal ones that begin and end where its sectors do, and not where rows do.
 * Black and white end with their shapes.
 */
export function holesIn(bytes: Buffer, { offset, size }: { offset: number; size: number }, rowBytes: number): number {
  // Here its rows are sectors too.
  if (offset % sector === 0 && rowBytes % sector === 0) return 0
  const to = offset + size
  let lost = 0
  for (let at = Math.ceil(offset / sector) * sector; at < to; at += sector) {
    const value = bytes[at] ?? 0
    if (bytes[at - 1] === value || !isPlain(bytes, at, to)) continue
    const from = at
    while (at + sector < to && bytes[at + sector] === value && isPlain(bytes, at + sector, to)) at += sector
    const end = Math.min(at + sector, to)
    const isOfRows = (from - offset) % rowBytes === 0 && (end - offset) % rowBytes === 0
    if ((end === to || bytes[end] !== value) && !isOfRows) lost += end - from
  }
  return lost
}

const isPlain = (bytes: Buffer, at: number, to: number): boolean => areEqual(bytes, at, Math.min(at + sector, to))
