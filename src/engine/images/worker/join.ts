/** Pieces of a file put together again. */
export function join(bytes: Buffer, kept: [start: number, end: number][]): Buffer {
  return Buffer.concat(kept.map(([start, end]) => bytes.subarray(start, end)))
}
