import type { z } from 'zod'
import type { Preparation, PreparedFile } from '../answers.ts'
import type { referenceTask } from '../messages.ts'
import { encodeReference } from './encode-reference.ts'
import { readsItsOwn } from './libvips.ts'
import { openPicture, type Picture } from './open-picture.ts'
import { passOn } from './pass-on.ts'
import { PictureProblem, refusal } from './problem.ts'
import { readSource, requireContent } from './read-source.ts'
import { sniff } from './sniff.ts'
import { originOf, storeEncoded } from './store-encoded.ts'
import { salvaging } from './tolerance.ts'
import { uprightSrgbPixels } from './upright-srgb.ts'

type Task = z.infer<typeof referenceTask>

/** A reference upload out of a local file (§4.8, §8): upright, sRGB, within both limits, nothing private. */
export async function prepareReference(task: Task): Promise<Preparation> {
  try {
    const { bytes } = await readSource(task.path)
    requireContent(bytes, task.sourceSha256)
    const picture = await openPicture(sniff(bytes), bytes)
    return (await passOnReference(picture, task)) ?? (await encode(picture, task))
  } catch (error) {
    if (error instanceof PictureProblem) return { decision: 'refused', reason: refusal(error) }
    throw error
  }
}

function passOnReference(picture: Picture, task: Task): Promise<PreparedFile | null> {
  return Math.max(picture.width, picture.height) > task.maxEdge ? Promise.resolve(null) : passOn(picture, task)
}

async function encode(picture: Picture, task: Task): Promise<PreparedFile> {
  const { value: raw, flaw } = await salvaging(picture, (source, strictness) =>
    uprightSrgbPixels(source, strictness, task.maxEdge),
  )
  const origin = originOf(picture)
  await readsItsOwn()
  return storeEncoded(task.outputFolder, picture, await encodeReference(raw, origin, task.maxBytes), { origin, flaw })
}
