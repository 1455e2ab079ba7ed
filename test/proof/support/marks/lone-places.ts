import { avif, box, type Coded, fullBox, type Item, picture } from '../../../engine/images/support/avif-made.ts'
import { filled, join, latin1, u16be, u32be } from './place.ts'
import { profilePlaces } from './profile-places.ts'
import { bytesField, directory, exifOf, type Field, long, short, words } from './tiff-file.ts'

/**
 * TIFF and AVIF are never passed on, and each takes a process: all places of one are marked in one file, each with a mark that
 * begins alike.
 */

const named: Record<string, number> = {
  'the name of the document': 0x010d,
  description: 0x010e,
  maker: 0x010f,
  model: 0x0110,
  'the name of the page': 0x011d,
  software: 0x0131,
  time: 0x0132,
  artist: 0x013b,
  computer: 0x013c,
  'the names of inks': 0x014d,
  copyright: 0x8298,
  'a private tag': 0xfde9,
  'the serial number of a camera': 0xc62f,
}
const held: Record<string, number> = {
  XMP: 0x02bc,
  IPTC: 0x83bb,
  Photoshop: 0x8649,
  'a layer': 0x935c,
  'printing hints': 0xc4a5,
}

export const tiffNames = [
  ...Object.keys({ ...named, ...held }),
  'EXIF',
  'place',
  'a profile',
  'a second page',
  'a smaller copy of it',
  'between its parts',
  'behind its end',
].map((name) => `TIFF: ${name}`)

/** @param pixels of three bytes each */
export function markedTiff(width: number, height: number, pixels: Buffer, mark: Buffer): Buffer {
  let n = 0
  const next = (): Buffer => join(mark, `-${n++}`)
  const gap = next()
  const inner = (tag: number, at: number): Buffer => directory(at, [words(tag, next())])
  const start = 8 + gap.length + (gap.length % 2)
  const [exifAt, gpsAt, subAt, pageAt] = [start + pixels.length, 0, 0, 0].map(
    (at, index) => at || start + pixels.length + index * 200,
  )
  const fields: Field[] = [
    short(0x0100, width),
    short(0x0101, height),
    { tag: 0x0102, type: 3, value: Buffer.from([8, 0, 8, 0, 8, 0]) },
    short(0x0103, 1),
    short(0x0106, 2),
    long(0x0111, start),
    short(0x0115, 3),
    short(0x0116, height),
    long(0x0117, pixels.length),
    ...Object.values(named).map((tag) => words(tag, next())),
    ...Object.values(held).map((tag) => bytesField(tag, next())),
    bytesField(0x8773, profilePlaces[2]?.make(next()) ?? mark),
    long(0x8769, exifAt ?? 0),
    long(0x8825, gpsAt ?? 0),
    long(0x014a, subAt ?? 0),
  ]
  const page = directory(pageAt ?? 0, [short(0x0100, 1), short(0x0101, 1), words(0x010e, next())])
  const parts = [inner(0xa431, exifAt ?? 0), inner(0x001d, gpsAt ?? 0), inner(0x010e, subAt ?? 0), page]
  const padded = parts.map((part) => join(part, Buffer.alloc(200 - part.length)))
  const first = start + pixels.length + 800
  const head = join('II*\0', Buffer.alloc(4), gap, Buffer.alloc(gap.length % 2), pixels, ...padded)
  head.writeUInt32LE(first, 4)
  return join(head, directory(first, fields, pageAt), next())
}

const utf8Box = (type: string, ...content: Buffer[]): Buffer => fullBox(type, 0, 0, ...content)

export const avifNames = [
  'EXIF',
  'XMP',
  'another item',
  'a link',
  'the name of an item',
  'a property of its own',
  'a description',
  'a profile',
  'a profile that is not allowed',
  'an auxiliary picture',
  'a handler',
  'an identity',
  'user data',
  'space that is free',
  'a private box',
  'an unknown box',
  'between its boxes and its data',
  'a box behind its end',
  'behind its end',
].map((name) => `AVIF: ${name}`)

export function markedAvif(coded: Coded, mark: Buffer): Buffer {
  let n = 0
  const next = (): Buffer => join(mark, `-${n++}`)
  const item = (type: string, data: Buffer, mime?: string): Item => ({
    type,
    data,
    isHidden: true,
    ...(mime ? { mime } : {}),
  })
  const properties = [
    box('colr', latin1('prof'), profilePlaces[2]?.make(next()) ?? mark),
    utf8Box('udes', latin1('en\0'), next(), latin1('\0tags\0')),
    box('uuid', filled(mark, 16), next()),
  ]
  return join(
    avif({
      items: [
        picture({ ...coded, others: [] }, properties),
        item('Exif', join(u32be(0), exifOf('IFD0', next()))),
        item('mime', next(), 'application/rdf+xml'),
        item('mime', next(), `text/${next().toString('latin1')}`),
        item('uri ', next(), next().toString('latin1')),
        item('zzzz', next()),
      ],
      references: [box('cdsc', u16be(2), u16be(1), u16be(1)), box('cdsc', u16be(3), u16be(1), u16be(1))],
      inMeta: [box('uuid', Buffer.alloc(16), next()), box('udta', box('name', next())), box('free', next())],
      before: [box('free', next()), box('uuid', filled(mark, 16), next()), box('skip', next())],
      after: [box('udta', next()), box('zzzz', next()), box('mdat', next())],
    }),
    next(),
  )
}
