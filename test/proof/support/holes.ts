import sharp, { type Sharp } from 'sharp'
import { texture } from '../../engine/images/support/pictures.ts'
import { type Chance, chanceOf } from './random.ts'

const [width, height] = [480, 360]
const sector = 512

interface Sample {
  name: string
  bytes: Buffer
  /**
   * Sectors of the same file in wrong places are codes like any others where nothing sums them up: nobody can tell them
   * every time. `pixels`: not even noise. `codes`: any bits are codes, so that all but zeros may by chance use up what
   * there is of them; nearly all of those are told (`byLuck`).
   */
  tells: 'all' | 'foreign' | 'codes' | 'pixels'
}

let made: Promise<Sample[]> | undefined

const samples = (): Promise<Sample[]> => {
  made ??= makeAll()
  return made
}

async function makeAll(): Promise<Sample[]> {
  const opaque = () => sharp(texture(width, height), { raw: { width, height, channels: 3 } })
  const clear = () => sharp(texture(width, height, 4), { raw: { width, height, channels: 4 } })
  const tiles = { tile: true, tileWidth: 128, tileHeight: 128 }
  const restarting = withRestarts(await opaque().jpeg({ quality: 90 }).toBuffer())
  const all: [string, Sample['tells'], Sharp | Buffer][] = [
    ['jpeg', 'foreign', opaque().jpeg({ quality: 85 })],
    ['jpeg of full colours', 'foreign', opaque().jpeg({ quality: 92, chromaSubsampling: '4:4:4' })],
    ['grey jpeg', 'foreign', opaque().greyscale().toColourspace('b-w').jpeg()],
    ['jpeg of common codes', 'foreign', opaque().jpeg({ optimiseCoding: false })],
    ['jpeg with an interval', 'foreign', restarting],
    ['progressive jpeg', 'foreign', opaque().jpeg({ progressive: true })],
    ['png', 'all', opaque().png()],
    ['interlaced png', 'all', clear().png({ progressive: true })],
    ['webp', 'codes', opaque().webp()],
    ['webp with alpha', 'codes', clear().webp()],
    ['lossless webp', 'pixels', opaque().webp({ lossless: true, effort: 1 })],
    ['gif', 'all', opaque().gif()],
    ['tiff', 'pixels', opaque().tiff({ compression: 'none' })],
    ['lzw tiff', 'all', opaque().tiff({ compression: 'lzw' })],
    ['zip tiff', 'all', opaque().tiff({ compression: 'deflate' })],
    ['jpeg tiff', 'foreign', opaque().tiff({ compression: 'jpeg', quality: 85 })],
    ['tiff of tiles', 'all', opaque().tiff({ compression: 'deflate', ...tiles })],
    ['avif', 'all', opaque().avif({ effort: 0 })],
  ]
  return Promise.all(
    all.map(async ([name, tells, made]) => ({
      name,
      tells,
      bytes: Buffer.isBuffer(made) ? made : await made.toBuffer(),
    })),
  )
}

/** The same with a restart interval that is longer than the picture: its marker is read, and none follows. */
function withRestarts(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  return Buffer.concat([jpeg.subarray(0, at), Buffer.from([0xff, 0xdd, 0, 4, 0xff, 0xff]), jpeg.subarray(at)])
}

/** Foreign to the picture: zeros and what is cut off or never written; noise; then sectors of its own. */
const damages = {
  zeros: (bytes: Buffer, from: number, to: number) => bytes.fill(0, from, to),
  ones: (bytes: Buffer, from: number, to: number) => bytes.fill(0xff, from, to),
  'cut off': (bytes: Buffer, from: number) => bytes.subarray(0, from + 77),
  'never written': (bytes: Buffer, from: number) => bytes.fill(0, from + 77),
  noise: (bytes: Buffer, from: number, to: number, chance: Chance) => {
    for (let at = from; at < to; at += 1) bytes[at] = chance.below(256)
    return bytes
  },
  repeated: (bytes: Buffer, from: number, to: number) => {
    bytes.copy(bytes, from, Math.max(0, 2 * from - to), from)
    return bytes
  },
  swapped: (bytes: Buffer, from: number, to: number) => {
    const half = Math.floor((to - from) / 2 / sector) * sector
    const first = Buffer.from(bytes.subarray(from, from + half))
    bytes.copy(bytes, from, from + half, from + 2 * half)
    first.copy(bytes, from + half)
    return bytes
  },
}

type Kind = keyof typeof damages
const every = Object.keys(damages) as Kind[]
const zeros: Kind[] = every.filter((kind) => kind === 'zeros' || kind === 'cut off' || kind === 'never written')
const kindsFor = {
  all: every,
  foreign: every.filter((kind) => kind !== 'repeated' && kind !== 'swapped'),
  codes: zeros,
  pixels: zeros,
}

/** A lossy WebP with a hole of the kinds that are told nearly every time, the same for the same seed. */
export async function byLuck(seed: number): Promise<Damaged> {
  const chance = chanceOf(seed)
  const coded = (await samples()).filter(({ tells }) => tells === 'codes')
  return damaged(
    oneOf(coded, chance),
    oneOf(
      every.filter((kind) => !zeros.includes(kind)),
      chance,
    ),
    chance,
  )
}

export interface Damaged {
  whole: Buffer
  bytes: Buffer
  told: string
}

/** One file with a hole over up to 95 % of it, the same for the same seed; one in twenty is whole. */
export async function damagedCase(seed: number): Promise<Damaged> {
  const chance = chanceOf(seed)
  const sample = oneOf(await samples(), chance)
  if (chance.percent(5)) return { whole: sample.bytes, bytes: sample.bytes, told: `${sample.name}, whole` }
  return damaged(sample, oneOf<Kind>(kindsFor[sample.tells], chance), chance)
}

function damaged({ name, bytes: whole }: Sample, kind: Kind, chance: Chance): Damaged {
  const share = chance.percent(30) ? chance.next() * 0.05 : 0.05 + chance.next() * 0.9
  const begin = Math.ceil(headerOf(whole) + chance.next() * (whole.length - headerOf(whole)) * (1 - share))
  const from = Math.min(Math.ceil(begin / sector) * sector, whole.length - 78)
  const to = Math.min(whole.length, from + Math.max(sector, Math.round((whole.length * share) / sector) * sector))
  const bytes = damages[kind](Buffer.from(whole), from, to, chance)
  return { whole, bytes, told: `${name}, ${kind} from ${from} to ${to} of ${whole.length}` }
}

function oneOf<T>(values: readonly T[], chance: Chance): T {
  const value = values[chance.below(values.length)]
  if (value === undefined) throw new Error('there is nothing to choose from')
  return value
}

/** What is ruined in a header is another file, and told by its numbers. */
const headerOf = (bytes: Buffer): number => Math.min(700, bytes.length / 10)

/** As much of the picture as looks wrong: more than encoding it again makes of it. */
export async function shareOfDifference(one: Buffer, other: Buffer): Promise<number> {
  const [left, right] = await Promise.all([one, other].map(coarse))
  if (left === undefined || right === undefined || left.length !== right.length) return 1
  let wrong = 0
  for (let at = 0; at < left.length; at += 3) {
    const isWrong = [0, 1, 2].some((colour) => Math.abs((left[at + colour] ?? 0) - (right[at + colour] ?? 0)) > seen)
    if (isWrong) wrong += 1
  }
  return wrong / (left.length / 3)
}

/** Of 255, in the mean of four by four pixels, which grain and halved colours hardly move. */
const seen = 20

const coarse = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { failOn: 'none' })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .resize(width / 4, height / 4, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
