/** What disks lose is whole sectors. */
export const sector = 512
const stride = 32

/** Whether so many bytes in a row are the same. */
export function hasEqualSector(bytes: Buffer): boolean {
  for (let at = 0, from = 0; at < bytes.length; at += stride) {
    if (bytes[at] !== bytes[from]) from = at
    else if (at - from >= sector - stride && areEqual(bytes, from, at + 1)) return true
  }
  return false
}

/** Whether all bytes there are the same. */
export const areEqual = (bytes: Buffer, from: number, to: number): boolean =>
  bytes.compare(bytes, from, to - 1, from + 1, to) === 0
