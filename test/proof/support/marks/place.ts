/** A place of a container in which somebody's words may stand. */
export interface Place {
  name: string
  /** A copy with the mark in it. */
  plant(bytes: Buffer, mark: Buffer): Buffer
  /** Where the picture may be encoded anew or refused, since its file is not as it should be, or colours are in question. */
  isAnew?: boolean
  /** Only in a picture of three bytes a pixel. */
  needsFullColour?: boolean
}

export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
export const join = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1(part) : part)))

export function u16be(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
export function u32be(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
export function u32le(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** The mark again and again, to a length. */
export const filled = (mark: Buffer, length: number): Buffer => Buffer.alloc(length, mark)
