import type { Metadata } from 'sharp'
import { readContainer } from './container.ts'
import type { Container } from './container-of.ts'
import { damage } from './damage.ts'
import { countBlocks } from './gif-blocks.ts'
import type { PixelSpace } from './icc.ts'
import { requireEightBits } from './jpeg-depth.ts'
import { isNoPicture, isPictureKind, type PictureKind, refusedKinds, type SourceKind } from './kinds.ts'
import { loadSharp, requireLoader } from './libvips.ts'
import { findOrientation } from './orientation.ts'
import { NoPicture, PictureProblem } from './problem.ts'
import { isSeries } from './series.ts'
import { type SourceColour, sourceColour } from './source-colour.ts'
import { requireKnownCompression } from './tiff-compression.ts'
import { firstExtraIsAlpha } from './tiff-extras.ts'
import { requireReadableTiff } from './tiff-refusals.ts'
import { words } from './words.ts'

/** Walking a container looks at each byte of a JPEG; only files that might be passed on are worth it. */
const maxWalkedBytes = 16 * 2 ** 20

/** A picture whose header was read. Nothing is decoded yet. */
export interface Picture extends SourceColour {
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
  /** How many of its channels are colours and alpha once it is RGB; null where all of them are. */
  ownChannels: 3 | 4 | null
  /** More than 8 bits a channel: it is decoded to 16. */
  isSixteenBit: boolean
  /** As it is stored. */
  bits: number
  animated: boolean
  /** Which frame is the whole picture: the last one of a GIF of several blocks, else the first. */
  frame: number
  space: PixelSpace
  isProgressive: boolean
  /** Null where it is too large to be passed on, or not understood, or not asked for. */
  container: Container | null
}

/**
 * Throws a PictureProblem for what is no picture we decode, and for one too large to be decoded.
 * @param options `isPassedOn` false: it never leaves this computer as it is, so its container is not looked at; `mostPixels`:
 *   in place of what is prepared
 */
export async function openPicture(
  kind: SourceKind | null,
  bytes: Buffer,
  { isPassedOn = true, mostPixels }: { isPassedOn?: boolean; mostPixels?: number } = {},
): Promise<Picture> {
  requirePictureKind(kind)
  if (kind === 'tiff') requireKnownCompression(bytes)
  if (isPassedOn) requireReadable(kind, bytes)
  const series = isSeries(kind, bytes)
  const blocks = kind === 'gif' ? countBlocks(bytes) : null
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
    isSixteenBit: isDeep(metadata),
    bits: isDeep(metadata) ? Math.max(metadata.bitsPerSample ?? 16, 9) : 8,
    animated: blocks === null && ((series ?? (metadata.pages ?? 1) > 1) || container?.animated === true),
    frame: blocks === null ? 0 : blocks - 1,
    space: spaceOf(metadata),
    isProgressive: metadata.isProgressive,
    ...sourceColour(kind, bytes, metadata, spaceOf(metadata)),
    container,
  }
  requireBearableSize(picture)
  return picture
}

function requirePictureKind(kind: SourceKind | null): asserts kind is PictureKind {
  if (kind === null) throw new NoPicture('Unsupported file type', 'export it as JPEG or PNG and add that')
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

/** What libvips would decode to other colours than those that are meant. */
function requireReadable(kind: PictureKind, bytes: Buffer): void {
  if (kind === 'tiff') requireReadableTiff(bytes)
  if (kind === 'jpeg') requireEightBits(bytes)
}

/** L*a*b* of 16 bits has signed numbers. */
const isDeep = ({ depth, space }: Metadata): boolean => depth === 'ushort' || space === 'labs'

function channelsOf(kind: PictureKind, bytes: Buffer, metadata: Metadata): Pick<Picture, 'hasAlpha' | 'ownChannels'> {
  const { hasAlpha, channels } = metadata
  const colours = { rgb: 3, grey: 1, cmyk: 4, lab: 3, other: 3 }[spaceOf(metadata)]
  if (kind !== 'tiff' || channels <= colours) return { hasAlpha, ownChannels: null }
  const isAlpha = firstExtraIsAlpha(bytes)
  return { hasAlpha: isAlpha, ownChannels: channels - colours === (isAlpha ? 1 : 0) ? null : isAlpha ? 4 : 3 }
}

function spaceOf({ space }: Metadata): PixelSpace {
  if (space === 'srgb' || space === 'rgb' || space === 'rgb16') return 'rgb'
  if (space === 'b-w' || space === 'grey16') return 'grey'
  if (space === 'labs') return 'lab'
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
