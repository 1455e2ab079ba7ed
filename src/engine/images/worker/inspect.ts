import type { Inspection } from '../port.ts'
import { openPicture } from './open-picture.ts'
import { PictureProblem, refusal } from './problem.ts'
import { readSource } from './read-source.ts'
import { sniff } from './sniff.ts'

/** What a file is, before anything is decided about it. */
export async function inspect(path: string): Promise<Inspection> {
  const inspection: Inspection = {
    format: null,
    width: null,
    height: null,
    animated: false,
    sizeBytes: 0,
    problem: null,
  }
  try {
    const bytes = await readSource(path)
    inspection.sizeBytes = bytes.length
    const kind = sniff(bytes)
    inspection.format = kind
    const { width, height, animated } = await openPicture(kind, bytes)
    return { ...inspection, width, height, animated }
  } catch (error) {
    if (error instanceof PictureProblem) return { ...inspection, problem: refusal(error) }
    throw error
  }
}
