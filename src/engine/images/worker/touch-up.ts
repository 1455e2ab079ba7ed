import { join } from 'node:path'
import type { z } from 'zod'
import { isSameShape } from '../../../domain/touch-up/same-shape.ts'
import { clearVeil, drawStroke, liftVeil, type Pixels, workOf } from '../../../domain/touch-up/veil.ts'
import type { TouchedUpFile } from '../answers.ts'
import type { touchUpTask } from '../messages.ts'
import { decoder, type Strictness } from './decode.ts'
import { encodedAs } from './export-encoders.ts'
import { loadSharp } from './libvips.ts'
import { openPicture, type Picture } from './open-picture.ts'
import { withProfile } from './png-profile.ts'
import { PictureProblem } from './problem.ts'
import { type DeepPicture, deepened, fromRaw, type RawPicture, toDeep, toRaw } from './raw-picture.ts'
import { readSource, requireContent } from './read-source.ts'
import { sniff } from './sniff.ts'
import { sha256, writeWhole } from './store-output.ts'
import { tolerantly } from './tolerance.ts'
import { uprightSrgbPixels } from './upright-srgb.ts'

/** Pixels that strokes may look at: half a minute of work, and far above hours of drawing. */
const mostWork = 2.5e9

type Task = z.infer<typeof touchUpTask>
type Numbers = RawPicture | DeepPicture

/**
 * A cutout with another opacity where strokes were drawn, as a PNG of its own depth and with its own colour profile. What
 * has no opacity to add keeps its numbers.
 */
export async function touchUp(task: Task): Promise<TouchedUpFile> {
  const { bytes } = await readSource(task.path, { isReleasable: true })
  const picture = await openPicture(sniff(bytes), bytes, { isPassedOn: false })
  if (picture.animated) throw new PictureProblem('What moves cannot be touched up', 'choose a picture')
  if (!picture.hasAlpha) throw new PictureProblem('Nothing of this picture is transparent', 'choose a cutout')
  const { value: own } = await tolerantly(picture, ownNumbers)
  if (workOf(task.strokes, own) > mostWork)
    throw new PictureProblem(
      'So many wide strokes cannot be painted at once: take the last ones back and save, then go on with what was saved',
      'draw less',
    )
  const source = task.source === null ? null : await sourceNumbers(picture, own, task.source)
  const veil = clearVeil(own.width, own.height)
  for (const stroke of task.strokes) drawStroke(veil, stroke)
  if (!liftVeil(own.data as Pixels, source, veil))
    throw new PictureProblem('The strokes change nothing of this picture', 'draw over its edge')
  const png = await pngOf(own, keepsProfile(picture) ? await profileOf(bytes) : null)
  const path = join(task.out, 'touched-up.png')
  await writeWhole(path, png, false)
  return { path, sha256: sha256(png), sizeBytes: png.length, width: own.width, height: own.height }
}

/** Numbers that a profile in the file explains stay as they are; those that something else explains become sRGB's. */
const keepsProfile = ({ profile, space, ownChannels }: Picture): boolean =>
  space === 'rgb' && ownChannels === null && profile?.isEmbedded === true

const isPlainRgb = ({ profile, space, ownChannels }: Picture): boolean =>
  space === 'rgb' && ownChannels === null && profile === null

async function ownNumbers(picture: Picture, strictness: Strictness): Promise<Numbers> {
  if (!keepsProfile(picture) && !isPlainRgb(picture))
    return fourChannels(await uprightSrgbPixels(picture, strictness, Math.max(picture.width, picture.height)))
  const numbers = await decoder(picture, strictness, { ignoreIcc: true })
  return picture.isSixteenBit ? toDeep(numbers.toColourspace('rgb16')) : fourChannels(await toRaw(numbers))
}

const fourChannels = async (raw: RawPicture): Promise<RawPicture> =>
  raw.channels === 4 ? raw : toRaw((await fromRaw(raw)).toColourspace('srgb').ensureAlpha())

/** The photograph's pixels, one for each of the cutout's, in the numbers of its colours. */
async function sourceNumbers(result: Picture, own: Numbers, source: NonNullable<Task['source']>): Promise<Numbers> {
  const { bytes } = await readSource(source.path, { isReleasable: true })
  requireContent(bytes, source.sha256 ?? undefined)
  const picture = await openPicture(sniff(bytes), bytes, { isPassedOn: false })
  if (!isSameShape(picture, own)) throw new PictureProblem('The photograph has another shape than the cutout', noSource)
  const { value } = await tolerantly(picture, (one, strictness) => sourceAs(one, strictness, result, own))
  return value
}

const noSource = 'touch it up with the cutout’s own colours'

async function sourceAs(
  picture: Picture,
  strictness: Strictness,
  result: Picture,
  { width, height, data }: Numbers,
): Promise<Numbers> {
  const isDeep = data instanceof Uint16Array
  if (!keepsProfile(result) || result.profile?.isSrgb === true) {
    const raw = await fourChannels(await uprightSrgbPixels(picture, strictness, { width, height }))
    return isDeep ? deepened(raw) : raw
  }
  const [ours, theirs] = [await profileOf(result.bytes), await profileOf(picture.bytes)]
  if (!keepsProfile(picture) || ours === null || theirs === null || !ours.equals(theirs))
    throw new PictureProblem('The photograph has another colour profile than the cutout', noSource)
  const numbers = (await decoder(picture, strictness, { ignoreIcc: true })).resize({ width, height, fit: 'fill' })
  if (!isDeep) return fourChannels(await toRaw(numbers))
  return toDeep(numbers.toColourspace('rgb16'))
}

async function profileOf(bytes: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp()
  return (await sharp(bytes, { limitInputPixels: false }).metadata()).icc ?? null
}

async function pngOf(numbers: Numbers, profile: Buffer | null): Promise<Buffer> {
  const isDeep = numbers.data instanceof Uint16Array
  const drawn = await fromRaw(numbers)
  const pipeline = isDeep ? drawn.toColourspace('rgb16') : drawn
  const png = await encodedAs({ format: 'png', quality: 100 }, pipeline).toBuffer()
  return profile === null ? png : withProfile(png, profile)
}
