import { filled, join } from './place.ts'

/** A field of a TIFF's directory: bytes, words, or numbers of four bytes each. */
export interface Field {
  tag: number
  type: 1 | 2 | 3 | 4 | 7
  value: Buffer
}

const sizes = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1 } as const

export const words = (tag: number, mark: Buffer): Field => ({ tag, type: 2, value: join(mark, '\0') })
export const bytesField = (tag: number, mark: Buffer): Field => ({ tag, type: 7, value: mark })
export const long = (tag: number, value: number): Field => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return { tag, type: 4, value: bytes }
}
export const short = (tag: number, value: number): Field => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return { tag, type: 3, value: bytes }
}

/** A directory in Intel's order with its values behind it, as it stands at a place of the file. */
export function directory(at: number, fields: Field[], next = 0): Buffer {
  const sorted = fields.toSorted((one, other) => one.tag - other.tag)
  const head = Buffer.alloc(2 + sorted.length * 12 + 4)
  head.writeUInt16LE(sorted.length)
  head.writeUInt32LE(next, head.length - 4)
  const values: Buffer[] = []
  let behind = at + head.length
  for (const [index, { tag, type, value }] of sorted.entries()) {
    const entry = 2 + index * 12
    head.writeUInt16LE(tag, entry)
    head.writeUInt16LE(type, entry + 2)
    head.writeUInt32LE(value.length / sizes[type], entry + 4)
    if (value.length <= 4) value.copy(head, entry + 8)
    else {
      head.writeUInt32LE(behind, entry + 8)
      const padded = join(value, Buffer.alloc(value.length % 2))
      values.push(padded)
      behind += padded.length
    }
  }
  return join(head, ...values)
}

const start = Buffer.from('II*\0\x08\0\0\0', 'latin1')

/** An EXIF block with a mark at one of its places. */
export function exifOf(where: 'IFD0' | 'Exif' | 'GPS' | 'thumbnail' | 'maker note' | 'behind', mark: Buffer): Buffer {
  if (where === 'IFD0') return join(start, directory(8, [words(0x010e, mark), words(0x0110, mark)]))
  if (where === 'behind') return join(start, directory(8, [short(0x0112, 1)]), mark)
  const inner = 8 + 2 + 12 + 4
  if (where === 'thumbnail') {
    const second = directory(inner, [short(0x0103, 6), long(0x0201, inner + 42), long(0x0202, 100)])
    return join(start, directory(8, [short(0x0112, 1)], inner), second, filled(mark, 100))
  }
  const pointer = where === 'GPS' ? 0x8825 : 0x8769
  const field =
    where === 'GPS' ? words(0x001d, mark) : where === 'Exif' ? words(0xa431, mark) : bytesField(0x927c, mark)
  return join(start, directory(8, [long(pointer, inner)]), directory(inner, [field]))
}
