import type { Inspection } from '../answers.ts'
import { decodeWhole } from './decode-whole.ts'
import { isPictureKind, type SourceKind } from './kinds.ts'
import { looksEnded, tailBytes } from './looks-ended.ts'
import { openPicture, type Picture } from './open-picture.ts'
import { PictureProblem, refusal, UnreadProblem } from './problem.ts'
import { readSource } from './read-source.ts'
import { sniff } from './sniff.ts'
import { salvaging } from './tolerance.ts'

/** Hundreds of files are dropped at once: of a JPEG this much is read, which holds its header but for odd ones. */
const headBytes = 512 * 1024

/** What a file is, before anything is decided about it. */
export async function inspect(path: string): Promise<Inspection> {
  const inspection: Inspection = {
    format: null,
    width: null,
    height: null,
    animated: false,
    sizeBytes: 0,
    problem: null,
    isPassing: false,
  }
  try {
    const head = await readSource(path, { headBytes, tailBytes })
    inspection.sizeBytes = head.sizeBytes
    inspection.format = sniff(head.bytes)
    const isEnded = looksEnded(head)
    const { width, height, animated } = await openHeader(sniff(head.bytes), head.bytes, path)
    if (!isEnded) await requireUsable(path)
    return { ...inspection, width, height, animated }
  } catch (error) {
    if (error instanceof PictureProblem)
      return { ...inspection, problem: refusal(error), isPassing: error instanceof UnreadProblem }
    throw error
  }
}

/** Less than a group may take: a slow disk is no reason to end the worker. */
const groupMs = 1_000

/** One after the other. Null: it has to be asked for alone, for any trouble but the file's own, or since time was up. */
export async function inspectSome(paths: string[]): Promise<(Inspection | null)[]> {
  const endMs = performance.now() + groupMs
  const found: (Inspection | null)[] = []
  for (const path of paths) found.push(performance.now() < endMs ? await inspect(path).catch(() => null) : null)
  return found
}

/** By the rules of preparing, so that nothing is priced here that would be refused there. */
async function requireUsable(path: string): Promise<void> {
  const { bytes } = await readSource(path)
  await salvaging(await openPicture(sniff(bytes), bytes), decodeWhole)
}

/** In the other formats a frame or a chunk that counts may come late. */
async function openHeader(kind: SourceKind | null, head: Buffer, path: string): Promise<Picture> {
  if (kind === null || !isPictureKind(kind)) return openPicture(kind, head)
  if (kind === 'jpeg') {
    const early = await openPicture(kind, head, { isPassedOn: false }).catch(() => null)
    if (early) return early
  }
  const { bytes } = await readSource(path)
  return openPicture(kind, bytes)
}
