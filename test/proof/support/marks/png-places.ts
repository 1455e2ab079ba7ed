import { deflateSync, inflateSync } from 'node:zlib'
import { chunk } from '../../../engine/images/support/bytes.ts'
import { rawProfile, textChunk } from '../../../engine/images/support/exif.ts'
import { filled, join, latin1, type Place, u32be } from './place.ts'
import { profilePlaces } from './profile-places.ts'
import { exifOf } from './tiff-file.ts'

interface Piece {
  type: string
  at: number
  end: number
}

function pieces(png: Buffer): Piece[] {
  const found: Piece[] = []
  for (let at = 8; at + 12 <= png.length; at = found.at(-1)?.end ?? png.length)
    found.push({ type: png.toString('latin1', at + 4, at + 8), at, end: at + 12 + png.readUInt32BE(at) })
  return found
}

const one = (png: Buffer, type: string): Piece => {
  const found = pieces(png).find((piece) => piece.type === type)
  if (!found) throw new Error(`no ${type}`)
  return found
}
const put = (png: Buffer, at: number, ...content: Buffer[]): Buffer =>
  join(png.subarray(0, at), ...content, png.subarray(at))
const afterHead = (png: Buffer, ...content: Buffer[]): Buffer => put(png, one(png, 'IHDR').end, ...content)
const beforeEnd = (png: Buffer, ...content: Buffer[]): Buffer => put(png, one(png, 'IEND').at, ...content)

/** With other pixel data in the place of all that there is. */
function withPixels(png: Buffer, change: (data: Buffer) => Buffer): Buffer {
  const all = pieces(png)
  const bodies = all.filter(({ type }) => type === 'IDAT').map(({ at, end }) => png.subarray(at + 8, end - 4))
  const others = all.filter(({ type }) => type !== 'IDAT')
  const [before, behind] = [others.slice(0, -1), others.slice(-1)]
  const cut = ({ at, end }: Piece): Buffer => png.subarray(at, end)
  return join(png.subarray(0, 8), ...before.map(cut), chunk('IDAT', change(join(...bodies))), ...behind.map(cut))
}

/** Both before the pixels and after them. */
const both = (name: string, type: string, content: (mark: Buffer) => Buffer, isAnew = false): Place[] => [
  { name: `PNG: ${name}`, isAnew, plant: (png, mark) => afterHead(png, chunk(type, content(mark))) },
  { name: `PNG: ${name}, behind the pixels`, isAnew, plant: (png, mark) => beforeEnd(png, chunk(type, content(mark))) },
]

/** What other programs write, and what nobody knows; they may all be left out. */
const further = [
  'caBX',
  'prVW',
  'mkBT',
  'mkBF',
  'vpAg',
  'oFFs',
  'pCAL',
  'sCAL',
  'sTER',
  'gIFg',
  'gIFx',
  'dSIG',
  'iDOT',
  'npTc',
  'fdAT',
  'zzZz',
]

const profiles: Place[] = profilePlaces.map(({ name, make }, index) => ({
  name: `PNG: ${name}`,
  isAnew: index === profilePlaces.length - 1,
  plant: (png, mark) => afterHead(png, chunk('iCCP', join('x\0\0', deflateSync(make(mark))))),
}))

const sound = (): Buffer => profilePlaces[0]?.make(latin1('sRGB')) ?? Buffer.alloc(0)

export const pngPlaces: Place[] = [
  ...both('text', 'tEXt', (mark) => join('Author\0', mark)),
  ...both('packed text', 'zTXt', (mark) => textChunk('zTXt', 'Comment', mark.toString('latin1'))),
  ...both('text of any language', 'iTXt', (mark) => join('XML:com.adobe.xmp\0\0\0\0\0', mark)),
  ...both('packed text of any language', 'iTXt', (mark) => textChunk('iTXt', 'Title', mark.toString('latin1'), true)),
  ...both("ImageMagick's profile", 'zTXt', (mark) =>
    textChunk('zTXt', 'Raw profile type iptc', rawProfile('exif', mark)),
  ),
  ...both('EXIF', 'eXIf', (mark) => exifOf('IFD0', mark)),
  ...both('a time that is longer', 'tIME', (mark) => mark),
  ...further.flatMap((type) => both(`chunk ${type}`, type, (mark) => mark)),
  ...profiles,
  {
    name: 'PNG: the name of a profile',
    isAnew: true,
    plant: (png, mark) => afterHead(png, chunk('iCCP', join(mark, '\0\0', deflateSync(sound())))),
  },
  {
    name: "PNG: behind the profile's stream",
    plant: (png, mark) => afterHead(png, chunk('iCCP', join('x\0\0', deflateSync(sound()), mark))),
  },
  ...(
    [
      ['gAMA', 0],
      ['cHRM', 0],
      ['sRGB', 0],
      ['sBIT', 0],
      ['bKGD', 0],
      ['pHYs', 0],
      ['cLLI', 0],
      ['mDCV', 0],
      ['cHRM', 32],
      ['mDCV', 24],
      ['tRNS', 200],
      ['hIST', 40],
      ['PLTE', 60],
      ['PLTE', 99],
    ] as const
  ).map(
    ([type, length]): Place => ({
      name: `PNG: ${type} of ${length || 'odd'} bytes`,
      plant: (png, mark) => afterHead(png, chunk(type, length === 0 ? mark : filled(mark, length))),
      isAnew: type === 'gAMA' || type === 'cHRM',
      needsFullColour: true,
    }),
  ),
  {
    name: 'PNG: code points of odd length',
    isAnew: true,
    plant: (png, mark) => afterHead(png, chunk('cICP', join(Buffer.from([1, 13, 0, 1]), mark))),
  },
  {
    name: 'PNG: a suggested palette',
    plant: (png, mark) => afterHead(png, chunk('sPLT', join(mark, '\0\x08', Buffer.alloc(6)))),
  },
  { name: 'PNG: a chunk that must be known', isAnew: true, plant: (png, mark) => afterHead(png, chunk('CgBI', mark)) },
  { name: 'PNG: behind the stream of pixels', plant: (png, mark) => withPixels(png, (data) => join(data, mark)) },
  {
    name: 'PNG: behind the stream of pixels, in a chunk of its own',
    plant: (png, mark) => beforeEnd(png, chunk('IDAT', mark)),
  },
  {
    name: 'PNG: a second stream behind the pixels',
    plant: (png, mark) => beforeEnd(png, chunk('IDAT', deflateSync(filled(mark, 5_000)))),
  },
  {
    name: 'PNG: in a block of the stream that has no rows',
    isAnew: true,
    plant: (png, mark) => withPixels(png, (data) => deflateSync(join(inflateSync(data), mark))),
  },
  {
    name: 'PNG: pixels behind other chunks',
    plant: (png, mark) => put(png, one(png, 'IEND').at, chunk('prVt', mark), chunk('IDAT', mark)),
  },
  { name: 'PNG: in its end', plant: (png, mark) => join(png.subarray(0, -12), chunk('IEND', mark)) },
  { name: 'PNG: behind its end', plant: (png, mark) => join(png, mark) },
  {
    name: 'PNG: chunks behind its end',
    plant: (png, mark) => join(png, chunk('tEXt', join('Author\0', mark)), png.subarray(-12)),
  },
  { name: 'PNG: a film behind its end', plant: (png, mark) => join(png, u32be(mark.length + 8), 'ftyp', mark) },
]
