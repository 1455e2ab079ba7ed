import type { z } from 'zod'
import { needsResize } from '../../../domain/form/upscale-size.ts'
import type { UpscalePreparation } from '../answers.ts'
import { inlineMaxBytes, upscaleSource } from '../limits.ts'
import type { upscaleTask } from '../messages.ts'
import { encodeUpscale } from './encode-upscale.ts'
import { kindNames } from './kinds.ts'
import { readsItsOwn } from './libvips.ts'
import { openPicture, type Picture } from './open-picture.ts'
import { passOn } from './pass-on.ts'
import { PictureProblem, refusal } from './problem.ts'
import { readSource, release, requireContent } from './read-source.ts'
import { sniff } from './sniff.ts'
import { originOf, storeEncoded } from './store-encoded.ts'
import { salvaging } from './tolerance.ts'
import { uprightSrgbPixels } from './upright-srgb.ts'
import { words } from './words.ts'

type Task = z.infer<typeof upscaleTask>

/** An upscale source out of a local file: its upright dimensions stay, its bytes fit (§4.14.7). */
export async function prepareUpscale(task: Task): Promise<UpscalePreparation> {
  try {
    const { bytes } = await readSource(task.path, { maxBytes: upscaleSource.maxBytes, isReleasable: true })
    requireContent(bytes, task.sourceSha256)
    const picture = await openPicture(sniff(bytes), bytes)
    requireStill(picture)
    // What came small enough to be uploaded stays so.
    const maxBytes = bytes.length <= inlineMaxBytes ? Math.min(task.maxBytes, inlineMaxBytes) : task.maxBytes
    return await prepare(picture, { ...task, maxBytes })
  } catch (error) {
    if (error instanceof PictureProblem) return { decision: 'refused', reason: refusal(error) }
    throw error
  }
}

async function prepare(picture: Picture, task: Task): Promise<UpscalePreparation> {
  const willAskResize = needsResize(picture.width, picture.height)
  const own = await passOn(picture, task)
  if (own) return { ...own, willAskResize }
  const edge = Math.max(picture.width, picture.height)
  const { value: raw, flaw } = await salvaging(picture, (source, strictness) =>
    uprightSrgbPixels(source, strictness, edge),
  )
  const origin = originOf(picture)
  release(picture.bytes)
  await readsItsOwn()
  const encoded = await encodeUpscale(raw, { ...origin, sizeBytes: picture.sizeBytes }, task.maxBytes)
  if (!encoded) return needsUrl(picture, task.maxBytes)
  return { ...(await storeEncoded(task.outputFolder, picture, encoded, { origin, flaw })), willAskResize }
}

function requireStill({ kind, animated, width, height }: Picture): void {
  if (animated || kind === 'gif') {
    throw new PictureProblem(
      `This is ${animated ? 'an animation' : `a ${kindNames[kind]} picture`}, and only still JPEG, PNG and WebP pictures can be upscaled`,
      'export it as a still PNG and add that',
    )
  }
  if (width * height <= upscaleSource.maxPixels) return
  throw new PictureProblem(
    `This picture has ${words.size(width, height)} (${words.megapixels(width, height)}), more than the 64 megapixels that can be upscaled`,
    'choose a smaller one, since a picture this large needs no upscaling',
  )
}

function needsUrl(picture: Picture, maxBytes: number): UpscalePreparation {
  const { width, height, sizeBytes } = picture
  return {
    decision: 'needs-url',
    reason: `This picture does not fit ${words.bytes(maxBytes)} at ${words.size(width, height)} without visible damage; nothing was sent or charged; give the original's public HTTPS address instead.`,
    width,
    height,
    sizeBytes,
    willAskResize: needsResize(picture.width, picture.height),
  }
}
