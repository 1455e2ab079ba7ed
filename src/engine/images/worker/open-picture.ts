import type { Metadata } from 'sharp'
import { type Container, readContainer } from './container.ts'
import { damage } from './damage.ts'
import { isAdobeRgb } from './exif-colour.ts'
import { type Profile, readProfile } from './icc.ts'
import { isNoPicture, isPictureKind, type Kind, type PictureKind, refusedKinds } from './kinds.ts'
import { adobeRgb, displayP3, saidToBeSrgb } from './known-profiles.ts'
import { loadSharp, requireLoader } from './libvips.ts'
import { findOrientation } from './orientation.ts'
import { areDisplayP3, areSrgb, readCodePoints } from './png-colour.ts'
import { NoPicture, PictureProblem } from './problem.ts'
import { isSeries } from './series.ts'
import { requireKnownCompression } from './tiff-compression.ts'
import { firstExtraIsAlpha } from './tiff-extras.ts'
import { words } from './words.ts'

/** Walking a container looks at each byte of a JPEG; only files that might be passed on are worth it. */
const maxWalkedBytes = 16 * 2 ** 20

/** A picture whose header was read. Nothing is decoded yet. */
export interface Picture {
  kind: PictureKind
  /** More than this it is not decoded. */
  mostPixels: number
  bytes: Buffer
  sizeBytes: number
  /** Upright. */
  width: number
  height: number
  isTurned: boolean
  /** As EXIF counts, 1 to 8, where libvips does not see it in the file; null where it does. */
  unseenOrientation: number | null
  /** Stored with width and height exchanged. */
  isOnItsSide: boolean
  hasAlpha: boolean
  /** How many of its channels are colours and alpha; null where all of them are. */
  ownChannels: 1 | 2 | 3 | 4 | null
  isSixteenBit: boolean
  animated: boolean
  space: 'rgb' | 'grey' | 'cmyk' | 'other'
  isProgressive: boolean
  profile: Profile | null
  /** Said to be others than sRGB, in a way that nobody here can convert by. */
  isOddColour: boolean
  /** Null where it is too large to be passed on, or not understood, or not asked for. */
  container: Container | null
}

/**
 * Throws a PictureProblem for what is no picture we decode, and for one too large to be decoded.
 * @param options `isPassedOn` false: it never leaves this computer as it is, so its container is not looked at; `mostPixels`:
 *   in place of what is prepared
 */
export async function openPicture(
  kind: Kind | null,
  bytes: Buffer,
  { isPassedOn = true, mostPixels }: { isPassedOn?: boolean; mostPixels?: number } = {},
): Promise<Picture> {
  requirePictureKind(kind)
  if (kind === 'tiff') requireKnownCompression(bytes)
  const series = isSeries(kind, bytes)
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
    mostPixels: mostPixels ?? maxPixels(kind, metadata.isProgressive),
    bytes,
    sizeBytes: bytes.length,
    ...turnOf(kind, bytes, metadata),
    ...channelsOf(kind, bytes, metadata),
    isSixteenBit: metadata.depth !== 'uchar',
    animated: (series ?? (metadata.pages ?? 1) > 1) || container?.animated === true,
    space: spaceOf(metadata),
    isProgressive: metadata.isProgressive,
    ...colourOf(kind, bytes, metadata),
    container,
  }
  requireBearableSize(picture)
  return picture
}

function requirePictureKind(kind: Kind | null): asserts kind is PictureKind {
  if (kind === null) throw new NoPicture('This is not a picture we know', 'export it as JPEG or PNG and add that')
  if (isPictureKind(kind)) return requireLoader(kind)
  const { what, remedy } = refusedKinds[kind]
  throw isNoPicture(kind) ? new NoPicture(what, remedy) : new PictureProblem(what, remedy)
}

function turnOf(
  kind: PictureKind,
  bytes: Buffer,
  { width, height, orientation = 1 }: Metadata,
): Pick<Picture, 'width' | 'height' | 'isTurned' | 'isOnItsSide' | 'unseenOrientation'> {
  const found = findOrientation(kind, bytes) ?? orientation
  const isOnItsSide = found >= 5
  return {
    width: isOnItsSide ? height : width,
    height: isOnItsSide ? width : height,
    isTurned: found > 1,
    isOnItsSide,
    unseenOrientation: found === orientation ? null : found,
  }
}

/** By what stands above the others: a PNG's code points, then the profile, then what a camera says. */
function colourOf(kind: PictureKind, bytes: Buffer, metadata: Metadata): Pick<Picture, 'profile' | 'isOddColour'> {
  const { icc, exif } = metadata
  const points = kind === 'png' ? readCodePoints(bytes) : null
  if (points && areDisplayP3(points)) return { profile: displayP3, isOddColour: false }
  if (icc) return { profile: points && areSrgb(points) ? saidToBeSrgb : readProfile(icc), isOddColour: false }
  if (points) return { profile: null, isOddColour: !areSrgb(points) }
  const isAdobe = exif !== undefined && spaceOf(metadata) === 'rgb' && isAdobeRgb(exif)
  return { profile: isAdobe ? adobeRgb : null, isOddColour: false }
}

function channelsOf(kind: PictureKind, bytes: Buffer, metadata: Metadata): Pick<Picture, 'hasAlpha' | 'ownChannels'> {
  const { hasAlpha, channels } = metadata
  const colours = spaceOf(metadata) === 'rgb' ? 3 : spaceOf(metadata) === 'grey' ? 1 : null
  if (kind !== 'tiff' || colours === null || channels <= colours) return { hasAlpha, ownChannels: null }
  const isAlpha = firstExtraIsAlpha(bytes)
  const own = isAlpha ? (colours === 3 ? 4 : 2) : colours
  return { hasAlpha: isAlpha, ownChannels: own === channels ? null : own }
}

function spaceOf({ space }: Metadata): Picture['space'] {
  if (space === 'srgb' || space === 'rgb' || space === 'rgb16') return 'rgb'
  if (space === 'b-w' || space === 'grey16') return 'grey'
  return space === 'cmyk' ? 'cmyk' : 'other'
}

const megapixel = 1_000_000

/** What can be decoded within the worker's memory: JPEGs shrink while they load, unless they are progressive. */
function maxPixels(kind: PictureKind, isProgressive: boolean): number {
  return kind === 'jpeg' && !isProgressive ? 200 * megapixel : 64 * megapixel
}

function requireBearableSize({ mostPixels, width, height }: Picture): void {
  if (width * height <= mostPixels) return
  throw new PictureProblem(
    `This picture has ${words.size(width, height)} (${words.megapixels(width, height)}), more than the ${Math.floor(mostPixels / megapixel)} megapixels that can be prepared`,
    'export it smaller and add that',
  )
}
