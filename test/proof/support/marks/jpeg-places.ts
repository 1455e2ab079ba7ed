import { filled, join, latin1, type Place, u16be, u32be } from './place.ts'
import { profilePlaces } from './profile-places.ts'
import { exifOf } from './tiff-file.ts'

const segment = (marker: number, ...content: (Buffer | string)[]): Buffer => {
  const body = join(...content)
  return join(Buffer.from([0xff, marker]), u16be(body.length + 2), body)
}

/** Where a marker of this kind first stands. */
function find(jpeg: Buffer, wanted: readonly number[]): { at: number; end: number } {
  for (let at = 2; ; ) {
    const marker = jpeg.readUInt8(at + 1)
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (wanted.includes(marker)) return { at, end }
    at = end
  }
}

const put = (jpeg: Buffer, at: number, ...content: (Buffer | string)[]): Buffer =>
  join(jpeg.subarray(0, at), ...content, jpeg.subarray(at))
const first =
  (...content: (Buffer | string)[]) =>
  (jpeg: Buffer): Buffer =>
    put(jpeg, 2, ...content)
const beforeScan = (jpeg: Buffer, ...content: (Buffer | string)[]): Buffer =>
  put(jpeg, find(jpeg, [0xda]).at, ...content)

/** A segment that already stands there, longer than it should be. */
function longer(jpeg: Buffer, markers: readonly number[], mark: Buffer): Buffer {
  const { at, end } = find(jpeg, markers)
  const long = put(jpeg, end, mark)
  long.writeUInt16BE(end - at - 2 + mark.length, at + 2)
  return long
}

const application: Place[] = Array.from({ length: 16 }, (_, index) => ({
  name: `JPEG: application segment ${index}`,
  plant: (jpeg, mark) => first(segment(0xe0 + index, `Words${index}\0`, mark))(jpeg),
}))

const exif: Place[] = (['IFD0', 'Exif', 'GPS', 'thumbnail', 'maker note', 'behind'] as const).map((where) => ({
  name: `JPEG: EXIF, ${where}`,
  plant: (jpeg, mark) => first(segment(0xe1, 'Exif\0\0', exifOf(where, mark)))(jpeg),
}))

const profiles: Place[] = profilePlaces.map(({ name, make }, index) => ({
  name: `JPEG: ${name}`,
  isAnew: index === profilePlaces.length - 1,
  plant: (jpeg, mark) => first(segment(0xe2, 'ICC_PROFILE\0\x01\x01', make(mark)))(jpeg),
}))

const sof = [0xc0, 0xc1, 0xc2]
/** Codes of five bits each. */
const idleHuffman = (mark: Buffer): Buffer =>
  join(Buffer.from([0x13, 0, 0, 0, 0, mark.length, ...Buffer.alloc(11)]), mark)

export const jpegPlaces: Place[] = [
  ...application,
  ...exif,
  ...profiles,
  { name: 'JPEG: comment', plant: (jpeg, mark) => first(segment(0xfe, mark))(jpeg) },
  { name: 'JPEG: comment before the scan', plant: (jpeg, mark) => beforeScan(jpeg, segment(0xfe, mark)) },
  {
    name: 'JPEG: XMP',
    plant: (jpeg, mark) => first(segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>', mark))(jpeg),
  },
  {
    name: 'JPEG: extended XMP',
    plant: (jpeg, mark) =>
      first(
        segment(
          0xe1,
          'http://ns.adobe.com/xmp/extension/\0',
          Buffer.alloc(32, 'A'),
          u32be(mark.length),
          u32be(0),
          mark,
        ),
      )(jpeg),
  },
  {
    name: 'JPEG: IPTC',
    plant: (jpeg, mark) =>
      first(
        segment(
          0xed,
          'Photoshop 3.0\x008BIM\x04\x04\0\0',
          u32be(mark.length + 5),
          '\x1c\x02\x78\0',
          Buffer.from([mark.length]),
          mark,
        ),
      )(jpeg),
  },
  { name: 'JPEG: MPF', plant: (jpeg, mark) => first(segment(0xe2, 'MPF\0', mark))(jpeg) },
  { name: 'JPEG: FlashPix', plant: (jpeg, mark) => first(segment(0xe2, 'FPXR\0', mark))(jpeg) },
  {
    name: 'JPEG: provenance',
    plant: (jpeg, mark) => first(segment(0xeb, 'JP\0\x01\0\0\0\x01', u32be(mark.length + 8), 'jumb', mark))(jpeg),
  },
  {
    name: 'JPEG: the thumbnail of JFIF',
    plant: (jpeg, mark) => first(segment(0xe0, 'JFIF\0\x01\x02\0\0\x48\0\x48\x04\x04', filled(mark, 48)))(jpeg),
  },
  {
    name: 'JPEG: the thumbnail of an extended JFIF',
    plant: (jpeg, mark) => first(segment(0xe0, 'JFXX\0\x13\x04\x04', filled(mark, 48)))(jpeg),
  },
  {
    name: "JPEG: behind Adobe's transform",
    plant: (jpeg, mark) => first(segment(0xee, 'Adobe\0\x64\0\0\0\0\x01', mark))(jpeg),
  },
  {
    name: 'JPEG: a profile in pieces',
    plant: (jpeg, mark) => {
      const icc = profilePlaces[2]?.make(mark) ?? mark
      return first(
        segment(0xe2, 'ICC_PROFILE\0\x01\x02', icc.subarray(0, 200)),
        segment(0xe2, 'ICC_PROFILE\0\x02\x02', icc.subarray(200)),
      )(jpeg)
    },
  },
  {
    name: 'JPEG: a quantisation that nothing uses',
    plant: (jpeg, mark) => beforeScan(jpeg, segment(0xdb, '\x03', filled(mark, 64))),
  },
  {
    name: 'JPEG: a wide quantisation that nothing uses',
    plant: (jpeg, mark) => beforeScan(jpeg, segment(0xdb, '\x12', filled(mark, 128))),
  },
  {
    name: 'JPEG: a quantisation that another replaces',
    plant: (jpeg, mark) => first(segment(0xdb, '\0', filled(mark, 64)))(jpeg),
  },
  { name: 'JPEG: behind a quantisation', isAnew: true, plant: (jpeg, mark) => longer(jpeg, [0xdb], mark) },
  { name: 'JPEG: codes that nothing uses', plant: (jpeg, mark) => beforeScan(jpeg, segment(0xc4, idleHuffman(mark))) },
  { name: 'JPEG: behind the codes', isAnew: true, plant: (jpeg, mark) => longer(jpeg, [0xc4], mark) },
  { name: 'JPEG: behind the frame', isAnew: true, plant: (jpeg, mark) => longer(jpeg, sof, mark) },
  { name: 'JPEG: in the head of a scan', isAnew: true, plant: (jpeg, mark) => longer(jpeg, [0xda], mark) },
  {
    name: 'JPEG: behind the interval of restarts',
    isAnew: true,
    plant: (jpeg, mark) => beforeScan(jpeg, segment(0xdd, '\0\0', mark)),
  },
  {
    name: 'JPEG: a number of lines',
    isAnew: true,
    plant: (jpeg, mark) => put(jpeg, jpeg.length - 2, segment(0xdc, mark)),
  },
  { name: 'JPEG: an extension of its own', isAnew: true, plant: (jpeg, mark) => first(segment(0xf3, mark))(jpeg) },
  { name: 'JPEG: a reserved marker', isAnew: true, plant: (jpeg, mark) => first(segment(0x4f, mark))(jpeg) },
  {
    name: 'JPEG: conditions of a coding that it has not',
    isAnew: true,
    plant: (jpeg, mark) => beforeScan(jpeg, segment(0xcc, mark)),
  },
  { name: 'JPEG: between two markers', isAnew: true, plant: (jpeg, mark) => first(mark)(jpeg) },
  // Those of two bytes a letter are more than any coder leaves there: such a picture is called damaged.
  {
    name: 'JPEG: behind the last code of its scan',
    isAnew: true,
    plant: (jpeg, mark) => put(jpeg, jpeg.length - 2, mark),
  },
  {
    name: 'JPEG: behind the last code, stuffed',
    isAnew: true,
    plant: (jpeg, mark) => put(jpeg, jpeg.length - 2, '\xff\0', mark, '\xff\0'),
  },
  { name: 'JPEG: behind its end', plant: (jpeg, mark) => join(jpeg, mark) },
  {
    name: 'JPEG: a second picture behind its end',
    plant: (jpeg, mark) => join(jpeg, first(segment(0xfe, mark))(jpeg)),
  },
  { name: 'JPEG: a film behind its end', plant: (jpeg, mark) => join(jpeg, u32be(mark.length + 8), 'ftyp', mark) },
  { name: 'JPEG: a comment behind its scans', plant: (jpeg, mark) => put(jpeg, jpeg.length - 2, segment(0xfe, mark)) },
  {
    name: 'JPEG: an application segment behind its scans',
    plant: (jpeg, mark) => put(jpeg, jpeg.length - 2, segment(0xe4, latin1('x'), mark)),
  },
]
