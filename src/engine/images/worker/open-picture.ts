import type { Metadata } from 'sharp'
import { type Container, readContainer } from './container.ts'
import { damage } from './damage.ts'
import { type Profile, readProfile } from './icc.ts'
import { isPictureKind, type Kind, type PictureKind, refusedKinds } from './kinds.ts'
import { loadSharp, requireLoader } from './libvips.ts'
import { PictureProblem } from './problem.ts'
import { words } from './words.ts'

/** Walking a container looks at each byte of a JPEG; only files that might be passed on are worth it. */
const maxWalkedBytes = 16 * 2 ** 20

/** A picture whose header was read. Nothing is decoded yet. */
export interface Picture {
  kind: PictureKind
  bytes: Buffer
  sizeBytes: number
  /** Upright. */
  width: number
  height: number
  isTurned: boolean
  /** Stored with width and height exchanged. */
  isOnItsSide: boolean
  hasAlpha: boolean
  isSixteenBit: boolean
  animated: boolean
  space: 'rgb' | 'grey' | 'cmyk' | 'other'
  isProgressive: boolean
  profile: Profile | null
  /** Null where it is too large to be passed on, or not understood, or not asked for. */
  container: Container | null
}

/**
 * Throws a PictureProblem for what is no picture we decode, and for one too large to be decoded.
 * @param options `isPassedOn` false: it never leaves this computer as it is, so its container is not looked at
 */
export async function openPicture(
  kind: Kind | null,
  bytes: Buffer,
  { isPassedOn = true }: { isPassedOn?: boolean } = {},
): Promise<Picture> {
  requirePictureKind(kind)
  const sharp = await loadSharp()
  const metadata = await sharp(bytes, { failOn: 'none', limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw damage(error)
    })
  const isWalked = isPassedOn && (kind === 'png' || bytes.length <= maxWalkedBytes)
  const container = isWalked ? readContainer(kind, bytes) : null
  const picture: Picture = {
    kind,
    bytes,
    sizeBytes: bytes.length,
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    isTurned: (metadata.orientation ?? 1) > 1,
    isOnItsSide: (metadata.orientation ?? 1) >= 5,
    hasAlpha: metadata.hasAlpha,
    isSixteenBit: metadata.depth !== 'uchar',
    animated: (metadata.pages ?? 1) > 1 || container?.animated === true,
    space: spaceOf(metadata),
    isProgressive: metadata.isProgressive,
    profile: metadata.icc ? readProfile(metadata.icc) : null,
    container,
  }
  requireBearableSize(picture)
  return picture
}

function requirePictureKind(kind: Kind | null): asserts kind is PictureKind {
  if (kind === null) throw new PictureProblem('This is not a picture we know', 'export it as JPEG or PNG and add that')
  if (isPictureKind(kind)) return requireLoader(kind)
  const { what, remedy } = refusedKinds[kind]
  throw new PictureProblem(what, remedy)
}

function spaceOf({ space }: Metadata): Picture['space'] {
  if (space === 'srgb' || space === 'rgb' || space === 'rgb16') return 'rgb'
  if (space === 'b-w' || space === 'grey16') return 'grey'
  return space === 'cmyk' ? 'cmyk' : 'other'
}

const megapixel = 1_000_000

/** What can be decoded within the worker's memory: JPEGs shrink while they load, unless they are progressive. */
export function maxPixels(kind: PictureKind, isProgressive: boolean): number {
  return kind === 'jpeg' && !isProgressive ? 200 * megapixel : 64 * megapixel
}

function requireBearableSize({ kind, isProgressive, width, height }: Picture): void {
  const limit = maxPixels(kind, isProgressive)
  if (width * height <= limit) return
  throw new PictureProblem(
    `This picture has ${words.size(width, height)} (${words.megapixels(width, height)}), more than the ${limit / megapixel} megapixels that can be prepared`,
    'export it smaller and add that',
  )
}
