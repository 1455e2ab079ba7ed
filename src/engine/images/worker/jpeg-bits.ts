/** What may be read behind the end of coded data. */
export const spare = 4

/** The next sixteen bits. */
export function peek(data: Uint8Array, at: number): number {
  const byte = at >> 3
  const three = ((data[byte] ?? 0) << 16) | ((data[byte + 1] ?? 0) << 8) | (data[byte + 2] ?? 0)
  return (three >> (8 - (at & 7))) & 0xffff
}

/** The value of so many bits (T.81, F.2.2.1). */
export function signed(bits: number, size: number): number {
  if (size === 0) return 0
  const value = bits >> (16 - size)
  return value >> (size - 1) === 1 ? value : value - (1 << size) + 1
}
