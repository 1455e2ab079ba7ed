/** What disks lose is whole sectors. */
export const sector = 512

/**
 * Where equal bytes begin and end with sectors of the file, or at the end of the stretch: so a disk loses them. What a
 * picture has of its own begins and ends anywhere.
 */
export function* equalSectors(bytes: Buffer, offset: number, size: number): Generator<{ from: number; end: number }> {
  const to = offset + size
  for (let at = Math.ceil(offset / sector) * sector; at < to; at += sector) {
    const value = bytes[at] ?? 0
    if (bytes[at - 1] === value || !areEqual(bytes, at, to)) continue
    const from = at
    while (at + sector < to && bytes[at + sector] === value && areEqual(bytes, at + sector, to)) at += sector
    const end = Math.min(at + sector, to)
    if (end === to || bytes[end] !== value) yield { from, end }
  }
}

function areEqual(bytes: Buffer, at: number, to: number): boolean {
  const end = Math.min(at + sector, to)
  return bytes[at] === bytes[end - 1] && bytes.compare(bytes, at, end - 1, at + 1, end) === 0
}
