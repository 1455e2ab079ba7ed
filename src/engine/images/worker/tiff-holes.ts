import { equalSectors, sector } from './sectors.ts'

/**
 * Bytes of uncompressed pixels that a disk lost: equal ones that begin and end where its sectors do, and not where rows do.
 * Black and white end with their shapes.
 */
export function holesIn(bytes: Buffer, { offset, size }: { offset: number; size: number }, rowBytes: number): number {
  // Here its rows are sectors too.
  if (offset % sector === 0 && rowBytes % sector === 0) return 0
  let lost = 0
  for (const { from, end } of equalSectors(bytes, offset, size)) {
    const isOfRows = (from - offset) % rowBytes === 0 && (end - offset) % rowBytes === 0
    if (!isOfRows) lost += end - from
  }
  return lost
}
