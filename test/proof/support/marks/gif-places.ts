import { filled, join, type Place } from './place.ts'

const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Where the first image's descriptor stands, its pixels begin and its trailer is. */
function partsOf(gif: Buffer): { blocks: number; image: number; pixels: number; end: number } {
  const blocks = 13 + tableBytes(gif.readUInt8(10))
  let image = blocks
  while (gif[image] === 0x21) image = endOf(gif, image + 2)
  const pixels = image + 10 + tableBytes(gif.readUInt8(image + 9))
  return { blocks, image, pixels, end: endOf(gif, pixels + 1) }
}

function endOf(gif: Buffer, from: number): number {
  let at = from
  for (let size = gif.readUInt8(at); size > 0; size = gif.readUInt8(at)) at += size + 1
  return at + 1
}

const put = (gif: Buffer, at: number, ...content: (Buffer | string)[]): Buffer =>
  join(gif.subarray(0, at), ...content, gif.subarray(at))
const block = (content: Buffer): Buffer => join(Buffer.from([content.length]), content)
const extension = (label: number, ...blocks: Buffer[]): Buffer => join(Buffer.from([0x21, label]), ...blocks, '\0')
const beforeImage = (gif: Buffer, content: Buffer): Buffer => put(gif, partsOf(gif).image, content)

/** With colours of its own, the same, beside those of the screen, which then hold other things. */
function withOwnColours(gif: Buffer, mark: Buffer): Buffer {
  const { image } = partsOf(gif)
  const size = tableBytes(gif.readUInt8(10))
  const colours = gif.subarray(13, 13 + size)
  const own = join(gif.subarray(0, image + 10), colours, gif.subarray(image + 10))
  own[image + 9] = (own.readUInt8(image + 9) & 0x78) | 0x80 | (gif.readUInt8(10) & 7)
  filled(mark, size).copy(own, 13)
  return own
}

/** At the end of a table that has room, or of one twice as long: no pixel is of these. */
function withIdleColours(gif: Buffer, mark: Buffer): Buffer {
  const flags = gif.readUInt8(10)
  const size = tableBytes(flags)
  const canGrow = (flags & 7) < 7
  const long = canGrow ? put(gif, 13 + size, Buffer.alloc(size)) : Buffer.from(gif)
  if (canGrow) long[10] = flags + 1
  mark.copy(long, 13 + tableBytes(long.readUInt8(10)) - mark.length)
  return long
}

export const gifPlaces: Place[] = [
  { name: 'GIF: comment', plant: (gif, mark) => beforeImage(gif, extension(0xfe, block(mark))) },
  {
    name: 'GIF: comment in pieces',
    plant: (gif, mark) => beforeImage(gif, extension(0xfe, block(mark), block(mark.subarray(0, 5)))),
  },
  {
    name: 'GIF: comment behind the image',
    plant: (gif, mark) => put(gif, partsOf(gif).end, extension(0xfe, block(mark))),
  },
  {
    name: 'GIF: XMP',
    plant: (gif, mark) => beforeImage(gif, extension(0xff, block(Buffer.from('XMP DataXMP')), block(mark))),
  },
  {
    name: 'GIF: a profile',
    plant: (gif, mark) => beforeImage(gif, extension(0xff, block(Buffer.from('ICCRGBG1012')), block(mark))),
  },
  {
    name: 'GIF: behind the number of repeats',
    plant: (gif, mark) =>
      beforeImage(gif, extension(0xff, block(Buffer.from('NETSCAPE2.0')), block(join('\x01\0\0', mark)))),
  },
  {
    name: 'GIF: the name of an application',
    plant: (gif, mark) => beforeImage(gif, extension(0xff, block(filled(mark, 24)))),
  },
  {
    name: 'GIF: plain text',
    plant: (gif, mark) => beforeImage(gif, extension(0x01, block(Buffer.alloc(12)), block(mark))),
  },
  { name: 'GIF: an extension that nobody knows', plant: (gif, mark) => beforeImage(gif, extension(0x77, block(mark))) },
  {
    name: 'GIF: a graphic control that is longer',
    isAnew: true,
    plant: (gif, mark) => beforeImage(gif, extension(0xf9, block(join(Buffer.alloc(4), mark)))),
  },
  {
    name: 'GIF: a second block of a graphic control',
    isAnew: true,
    plant: (gif, mark) => beforeImage(gif, extension(0xf9, block(Buffer.alloc(4)), block(mark))),
  },
  {
    name: 'GIF: a second graphic control',
    isAnew: true,
    plant: (gif, mark) => beforeImage(gif, join(extension(0xf9, block(Buffer.alloc(4))), extension(0xf9, block(mark)))),
  },
  { name: 'GIF: behind the last code', plant: (gif, mark) => put(gif, partsOf(gif).end - 1, block(mark)) },
  {
    name: 'GIF: far behind the last code',
    plant: (gif, mark) => put(gif, partsOf(gif).end - 1, block(filled(Buffer.from('x'), 255)), block(mark)),
  },
  { name: 'GIF: colours of the screen that its own replace', plant: withOwnColours },
  { name: 'GIF: colours that no pixel has', plant: withIdleColours },
  { name: 'GIF: between its blocks', isAnew: true, plant: (gif, mark) => put(gif, partsOf(gif).end, mark) },
  { name: 'GIF: behind its end', plant: (gif, mark) => join(gif, mark) },
  { name: 'GIF: a comment behind its end', plant: (gif, mark) => join(gif, extension(0xfe, block(mark)), '\x3b') },
]
