import sharp from 'sharp'
import { animation, coded } from '../engine/images/support/avif-made.ts'
import { boundariesOf } from './media/boundaries.ts'
import { fragmented, practiceFilm, tableLast, webm } from './media/films.ts'

/** One whole file of a kind of media, as a service could give it. */
export interface WholeMedia {
  name: string
  mediaType: 'image' | 'video'
  contentType: string
  bytes: Buffer
  /** Where its boxes, chunks, segments or blocks begin and end, from 0 to its length. */
  boundaries: number[]
  /** False where nothing in it tells where it ends: cut between two of its parts it is another whole one, so none is ever called checked. */
  isEndTold: boolean
}

/** What became of a file on its way, without an error status. */
export interface Ending {
  name: string
  bytes: Buffer
  contentType: string
}

let made: Promise<WholeMedia[]> | undefined

/** One whole sample of every kind that results come in; made once a process. */
export function wholeMedia(): Promise<WholeMedia[]> {
  made ??= makeAll()
  return made
}

async function makeAll(): Promise<WholeMedia[]> {
  const mp4 = practiceFilm()
  const picture = painted(160, 120, 0)
  const clear = sharp(pixels(160, 120, 0, 4), { raw: { width: 160, height: 120, channels: 4 } })
  const shown = await Promise.all([0, 40, 80].map((shift) => painted(160, 120, shift).png().toBuffer()))
  const frames = () => sharp(shown, { join: { animated: true } })
  const samples: [name: string, contentType: string, bytes: Buffer | Promise<Buffer>][] = [
    ['jpeg', 'image/jpeg', picture.clone().jpeg().toBuffer()],
    ['progressive jpeg', 'image/jpeg', picture.clone().jpeg({ progressive: true }).toBuffer()],
    ['png', 'image/png', picture.clone().png().toBuffer()],
    ['interlaced png', 'image/png', clear.clone().png({ progressive: true }).toBuffer()],
    ['webp', 'image/webp', picture.clone().webp().toBuffer()],
    ['webp with alpha', 'image/webp', clear.clone().webp().toBuffer()],
    ['lossless webp', 'image/webp', clear.clone().webp({ lossless: true }).toBuffer()],
    [
      'animated webp',
      'image/webp',
      frames()
        .webp({ delay: [80, 80, 80] })
        .toBuffer(),
    ],
    ['gif', 'image/gif', picture.clone().gif().toBuffer()],
    [
      'animated gif',
      'image/gif',
      frames()
        .gif({ delay: [80, 80, 80] })
        .toBuffer(),
    ],
    ['avif', 'image/avif', picture.clone().avif({ effort: 0 }).toBuffer()],
    [
      'animated avif',
      'image/avif',
      Promise.all([0, 40, 80].map((shift) => coded(painted(160, 120, shift)))).then((all) => animation(all)),
    ],
    ['mp4', 'video/mp4', mp4],
    ['mp4 with its table last', 'video/mp4', tableLast(mp4, 'isom')],
    ['mov', 'video/quicktime', tableLast(mp4, 'qt  ')],
    ['3gp', 'video/3gpp', tableLast(mp4, '3gp5')],
    ['fragmented mp4', 'video/mp4', fragmented(mp4)],
    // The last fragment is so short that its length alone does not tell that it is missing.
    ['indexed mp4', 'video/mp4', fragmented(mp4, { sidx: 0, mehd: 0 }, 1)],
    ['webm', 'video/webm', webm()],
    ['mkv', 'video/x-matroska', webm(false, 0, 'matroska')],
    ['live webm', 'video/webm', webm(true)],
  ]
  return Promise.all(
    samples.map(async ([name, contentType, making]) => {
      const bytes = await making
      const mediaType = contentType.startsWith('video') ? ('video' as const) : ('image' as const)
      return { name, mediaType, contentType, bytes, boundaries: boundariesOf(bytes), isEndTold: name !== 'live webm' }
    }),
  )
}

/** The first bytes of it, as a line leaves them that breaks without a word. */
const cutAt = (bytes: Buffer, at: number): Buffer => Buffer.from(bytes.subarray(0, at))

/** Its full length, with zeros from there on, as a file is that was laid out before it was filled. */
function zeroedFrom(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.fill(0, at)
  return copy
}

/** A JPEG that was cut between two of its segments and given an end marker, as programs do that mend files. */
function ended(bytes: Buffer, boundaries: number[]): [at: number, bytes: Buffer][] {
  if (bytes.readUInt16BE(0) !== 0xffd8) return []
  const places = boundaries.filter((at) => at > 0 && at < bytes.length - 2)
  return places.map((at) => [at, Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xd9])])])
}

/**
 * Every way to be wrong with a status of 200, for one sample: cut at each boundary and at sampled bytes, zeros in the rest,
 * nothing at all, a page, an answer in words.
 * @param sampled how many places between the boundaries are cut and zeroed beside them
 */
export function wrongEndings({ bytes, boundaries, contentType }: WholeMedia, sampled = 12): Ending[] {
  const places = Array.from({ length: sampled }, (_, n) => Math.floor((bytes.length * (n + 0.5)) / sampled))
  const cuts = new Set([...boundaries, ...places, bytes.length - 1, bytes.length - 2])
  cuts.delete(0)
  cuts.delete(bytes.length)
  const zeros = [0.3, 0.5, 0.7, 0.9, 0.95, 0.99].map((share) => Math.floor(bytes.length * share))
  return [
    ...[...cuts].map((at) => ({ name: `cut at ${at} of ${bytes.length}`, bytes: cutAt(bytes, at), contentType })),
    ...ended(bytes, boundaries).map(([at, bytes]) => ({
      name: `cut at ${at}, with an end put on`,
      bytes,
      contentType,
    })),
    ...zeros.map((at) => ({ name: `zeros from ${at} of ${bytes.length}`, bytes: zeroedFrom(bytes, at), contentType })),
    { name: 'empty', bytes: Buffer.alloc(0), contentType },
    {
      name: 'a page',
      bytes: Buffer.from('<!doctype html><html><body>Expired</body></html>'),
      contentType: 'text/html',
    },
    { name: 'JSON', bytes: Buffer.from('{"error":"ExpiredToken"}'), contentType: 'application/json' },
    { name: 'a page under the right type', bytes: Buffer.from('<html><body>Sign in</body></html>'), contentType },
    { name: 'zeros alone', bytes: Buffer.alloc(bytes.length), contentType },
  ]
}

const painted = (width: number, height: number, shift: number) =>
  sharp(pixels(width, height, shift, 3), { raw: { width, height, channels: 3 } })

/** Soft shapes with some grain: neither flat nor noise. */
function pixels(width: number, height: number, shift: number, channels: 3 | 4): Buffer {
  const bytes = Buffer.alloc(width * height * channels)
  let seed = 77 + shift
  for (let at = 0; at < bytes.length; at += 1) {
    const [x, y] = [Math.floor(at / channels) % width, Math.floor(at / channels / width)]
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    bytes[at] =
      at % channels === 3
        ? 80 + x
        : 110 + 70 * Math.sin((x + shift) / 17 + y / (9 + (at % channels) * 7)) + ((seed >>> 16) & 15)
  }
  return bytes
}
