import { filled, join, type Place, u32le } from './place.ts'
import { profilePlaces } from './profile-places.ts'
import { exifOf } from './tiff-file.ts'

interface Chunk {
  type: string
  body: Buffer
}

const pictureTypes = ['VP8 ', 'VP8L']

function chunksOf(webp: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 12; at < webp.readUInt32LE(4) + 8; ) {
    const size = webp.readUInt32LE(at + 4)
    chunks.push({ type: webp.toString('latin1', at, at + 4), body: webp.subarray(at + 8, at + 8 + size) })
    at += 8 + size + (size % 2)
  }
  return chunks
}

function put(chunks: Chunk[], behind: Buffer = Buffer.alloc(0)): Buffer {
  const content = join(
    'WEBP',
    ...chunks.flatMap(({ type, body }) => [type, u32le(body.length), body, Buffer.alloc(body.length % 2)]),
  )
  return join('RIFF', u32le(content.length), content, behind)
}

/** With a header that allows for more than the picture. */
function extended(webp: Buffer, flags: number): Chunk[] {
  const chunks = chunksOf(webp)
  const old = chunks.find(({ type }) => type === 'VP8X')
  if (old) old.body = join(Buffer.from([old.body.readUInt8(0) | flags]), old.body.subarray(1))
  return old ? chunks : [{ type: 'VP8X', body: join(Buffer.from([flags, 0, 0, 0]), canvas(chunks)) }, ...chunks]
}

/** Three bytes each for the width and the height, less one. */
function canvas(chunks: Chunk[]): Buffer {
  const picture = chunks.find(({ type }) => pictureTypes.includes(type))
  const size = Buffer.alloc(6)
  if (!picture) return size
  const isLossy = picture.type === 'VP8 '
  const bits = isLossy ? 0 : picture.body.readUInt32LE(1)
  const [width, height] = isLossy
    ? [(picture.body.readUInt16LE(6) & 0x3fff) - 1, (picture.body.readUInt16LE(8) & 0x3fff) - 1]
    : [bits & 0x3fff, (bits >> 14) & 0x3fff]
  size.writeUIntLE(width, 0, 3)
  size.writeUIntLE(height, 3, 3)
  return size
}

/** Another chunk, right before the picture or at the very end. */
const before = (chunks: Chunk[], chunk: Chunk): Buffer => {
  const at = chunks.findIndex(({ type }) => pictureTypes.includes(type) || type === 'ALPH')
  return put(chunks.toSpliced(at, 0, chunk))
}
const behind = (chunks: Chunk[], chunk: Chunk): Buffer => put([...chunks, chunk])

/** The picture's own data with more at the end of them, or of their first partition. */
function longer(webp: Buffer, types: readonly string[], change: (body: Buffer, type: string) => Buffer): Buffer {
  return put(chunksOf(webp).map(({ type, body }) => ({ type, body: types.includes(type) ? change(body, type) : body })))
}

function inFirstPartition(body: Buffer, mark: Buffer): Buffer {
  const tag = body.readUIntLE(0, 3)
  const end = 10 + (tag >> 5)
  const long = join(body.subarray(0, end), mark, body.subarray(end))
  long.writeUIntLE(tag + (mark.length << 5), 0, 3)
  return long
}

const [icc, exif, xmp] = [0x20, 0x08, 0x04]

const profiles: Place[] = profilePlaces.map(({ name, make }, index) => ({
  name: `WebP: ${name}`,
  isAnew: index === profilePlaces.length - 1,
  plant: (webp, mark) => before(extended(webp, icc), { type: 'ICCP', body: make(mark) }),
}))

/** What has an alpha channel of its own has these two, lossy or not. */
export const webpPlaces: Place[] = [
  ...profiles,
  {
    name: 'WebP: EXIF',
    plant: (webp, mark) => behind(extended(webp, exif), { type: 'EXIF', body: exifOf('IFD0', mark) }),
  },
  {
    name: 'WebP: EXIF that its header does not tell of',
    plant: (webp, mark) => behind(extended(webp, 0), { type: 'EXIF', body: exifOf('Exif', mark) }),
  },
  {
    name: 'WebP: EXIF in a plain file',
    plant: (webp, mark) => behind(chunksOf(webp), { type: 'EXIF', body: exifOf('GPS', mark) }),
  },
  { name: 'WebP: XMP', plant: (webp, mark) => behind(extended(webp, xmp), { type: 'XMP ', body: mark }) },
  {
    name: 'WebP: XMP before the picture',
    plant: (webp, mark) => before(extended(webp, xmp), { type: 'XMP ', body: mark }),
  },
  {
    name: 'WebP: a profile in a plain file',
    plant: (webp, mark) => behind(chunksOf(webp), { type: 'ICCP', body: profilePlaces[2]?.make(mark) ?? mark }),
  },
  {
    name: 'WebP: a profile that its header does not tell of',
    plant: (webp, mark) => before(extended(webp, 0), { type: 'ICCP', body: profilePlaces[2]?.make(mark) ?? mark }),
  },
  {
    name: 'WebP: a chunk that nobody knows',
    plant: (webp, mark) => before(extended(webp, 0), { type: 'zzzz', body: mark }),
  },
  {
    name: 'WebP: a chunk that nobody knows, in a plain file',
    plant: (webp, mark) => behind(chunksOf(webp), { type: 'JUNK', body: mark }),
  },
  {
    name: 'WebP: a list of what it is about',
    plant: (webp, mark) => behind(chunksOf(webp), { type: 'LIST', body: join('INFOIART', u32le(mark.length), mark) }),
  },
  {
    name: 'WebP: in its header',
    isAnew: true,
    plant: (webp, mark) =>
      put(extended(webp, 0).map(({ type, body }) => ({ type, body: type === 'VP8X' ? join(body, mark) : body }))),
  },
  {
    name: 'WebP: a second picture',
    isAnew: true,
    plant: (webp, mark) => behind(chunksOf(webp), { type: 'VP8L', body: join('\x2f', mark) }),
  },
  {
    name: 'WebP: alpha that is not its own',
    plant: (webp, mark) => behind(extended(webp, 0), { type: 'ALPH', body: join('\0', filled(mark, 400)) }),
    isAnew: true,
  },
  {
    name: 'WebP: a film in a still',
    isAnew: true,
    plant: (webp, mark) => behind(extended(webp, 0), { type: 'ANMF', body: join(Buffer.alloc(16), mark) }),
  },
  {
    name: 'WebP: the settings of a film in a still',
    isAnew: true,
    plant: (webp, mark) => before(extended(webp, 0), { type: 'ANIM', body: join(Buffer.alloc(6), mark) }),
  },
  {
    name: 'WebP: behind the stream of the picture',
    isAnew: true,
    plant: (webp, mark) => longer(webp, pictureTypes, (body) => join(body, mark)),
  },
  {
    name: 'WebP: behind the first partition',
    isAnew: true,
    plant: (webp, mark) =>
      longer(webp, pictureTypes, (body, type) => (type === 'VP8 ' ? inFirstPartition(body, mark) : join(body, mark))),
  },
  {
    name: 'WebP: behind the stream of its alpha',
    isAnew: true,
    plant: (webp, mark) =>
      longer(webp, chunksOf(webp).some(({ type }) => type === 'ALPH') ? ['ALPH'] : pictureTypes, (body) =>
        join(body, mark),
      ),
  },
  { name: 'WebP: behind its end', plant: (webp, mark) => join(webp, mark) },
  {
    name: 'WebP: a chunk behind its end',
    plant: (webp, mark) => put(chunksOf(webp), join('EXIF', u32le(mark.length), mark)),
  },
]
