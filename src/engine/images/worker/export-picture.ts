import { join } from 'node:path'
import type { Sharp } from 'sharp'
import type { z } from 'zod'
import { type Layout, layoutOf, type PixelSize } from '../../../domain/export/layout.ts'
import { plannedFiles } from '../../../domain/export/plan.ts'
import type { ExportedFile } from '../answers.ts'
import type { exportTask } from '../messages.ts'
import { withAiMark, xmpOf } from './ai-mark.ts'
import { decoder, type Strictness } from './decode.ts'
import { encodedAs, hasAlphaIn } from './export-encoders.ts'
import { openPicture, type Picture } from './open-picture.ts'
import { fromRaw, hasAlpha } from './raw-picture.ts'
import { readSource } from './read-source.ts'
import { sniff } from './sniff.ts'
import { sha256, writeWhole } from './store-output.ts'
import { tolerantly } from './tolerance.ts'
import { opaqueBox, type TrimBox } from './trim.ts'
import { uprightSrgbPixels, withUprightSrgb } from './upright-srgb.ts'

type Task = z.infer<typeof exportTask>
type Choice = Task['picture']
type Draw = (layout: Layout) => Promise<Sharp>

/** Results may be as large as thumbnails are made of; row by row they take no more memory. */
const mostPixels = 2 ** 28
/** Up to here all files of a picture come from one decoding, held in memory. */
const mostHeld = 64_000_000

/**
 * The files that an export makes of one picture, in a folder of our own: nothing is written where somebody looks.
 * @returns none of what moves: its first frame alone would be another picture
 */
export async function renderExport(task: Task): Promise<ExportedFile[]> {
  const { bytes } = await readSource(task.path)
  const picture = await openPicture(sniff(bytes), bytes, { isPassedOn: false, mostPixels })
  if (picture.animated) return []
  const { value } = await tolerantly(picture, (source, strictness) => exportAll(source, strictness, task))
  return value
}

async function exportAll(picture: Picture, strictness: Strictness, task: Task): Promise<ExportedFile[]> {
  const { picture: choice, out, source } = task
  const { size, draw } = await drawing(picture, strictness, choice)
  const files: ExportedFile[] = []
  for (const { scale, extension } of plannedFiles(choice)) {
    const layout = layoutOf(size, choice, scale)
    const placed = onCanvas(await draw(layout), layout, choice)
    const { data, info } = await encodedAs(choice, withTiffMark(placed, task)).toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const own =
      source === null ? null : withAiMark(data, choice.format, { width, height, hasAlpha: hasAlphaIn(info) }, source)
    const bytes = own ?? data
    const path = join(out, `${scale}.${extension}`)
    await writeWhole(path, bytes, false)
    const isMarked = own !== null || (source !== null && choice.format === 'tiff')
    const { isSmaller } = layout
    files.push({ scale, path, sizeBytes: bytes.length, width, height, sha256: sha256(bytes), isSmaller, isMarked })
  }
  return files
}

/** libtiff writes it itself; of the others sharp's own way is missed by many readers. */
const withTiffMark = (pipeline: Sharp, { source, picture }: Task): Sharp =>
  source !== null && picture.format === 'tiff' ? pipeline.withXmp(xmpOf(source)) : pipeline

/** What is left of the picture after trimming, and how each file is drawn from it. */
async function drawing(
  picture: Picture,
  strictness: Strictness,
  choice: Choice,
): Promise<{ size: PixelSize; draw: Draw }> {
  const own = { width: picture.width, height: picture.height }
  const isTrimmed = choice.trim && picture.hasAlpha
  const kept = choice.profile === 'original' ? keptNumbers(picture) : null
  if (kept !== null) {
    const numbers = (): Promise<Sharp> => decoder(picture, strictness, { ignoreIcc: true })
    const box = isTrimmed ? await opaqueBox(await numbers()) : null
    const isDeep = picture.isSixteenBit && holdsSixteenBits[choice.format]
    const draw: Draw = async ({ content }) => {
      const drawn = fitted(cut(await numbers(), box), content)
      const deep = isDeep ? drawn.toColourspace('rgb16') : drawn
      return kept === 'with profile' ? deep.keepIccProfile() : deep
    }
    return { size: box ?? own, draw }
  }
  const isHeld = isTrimmed || (choice.scales.length > 1 && own.width * own.height <= mostHeld)
  if (!isHeld)
    return { size: own, draw: ({ content }) => withUprightSrgb(picture, strictness, content, async (one) => one) }
  const raw = await uprightSrgbPixels(picture, strictness, Math.max(own.width, own.height))
  const box = isTrimmed && hasAlpha(raw) ? await opaqueBox(await fromRaw(raw)) : null
  return { size: box ?? own, draw: async ({ content }) => fitted(cut(await fromRaw(raw), box), content) }
}

const holdsSixteenBits: Record<Choice['format'], boolean> = {
  png: true,
  tiff: true,
  jpeg: false,
  webp: false,
  avif: false,
}

/**
 * Whether a picture's own numbers can stay as they are, and whether a profile says what they mean. Null: they are converted,
 * as those of inks and of no device, which few programs show, and those that something else than a profile explains.
 */
function keptNumbers({ profile, space, ownChannels }: Picture): 'with profile' | 'sRGB' | null {
  if (space !== 'rgb' || ownChannels !== null) return null
  if (profile === null) return 'sRGB'
  return profile.isEmbedded ? 'with profile' : profile.isSrgb ? 'sRGB' : null
}

const cut = (pipeline: Sharp, box: TrimBox | null): Sharp => (box === null ? pipeline : pipeline.extract(box))

const fitted = (pipeline: Sharp, size: PixelSize): Sharp => pipeline.resize({ ...size, fit: 'fill' })

/** With what is behind it and around it. */
function onCanvas(pipeline: Sharp, { padding }: Layout, { background, format }: Choice): Sharp {
  const behind = background ?? (format === 'jpeg' ? '#ffffff' : null)
  const flat = behind === null ? pipeline : pipeline.flatten({ background: behind })
  if (padding === 0) return flat
  const edge = { top: padding, bottom: padding, left: padding, right: padding }
  return flat.extend({ ...edge, background: behind ?? { r: 0, g: 0, b: 0, alpha: 0 } })
}
