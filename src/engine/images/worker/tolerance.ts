import { damage, hasLeftOver, isHarmful, ranOut, ruined } from './damage.ts'
import type { Strictness } from './decode.ts'
import { hasCleanHeader } from './jpeg-segments.ts'
import { bearably, isDoubtful, jpegProblem, lossOf } from './jpeg-tolerance.ts'
import type { Picture } from './open-picture.ts'
import { PictureProblem } from './problem.ts'
import { requireSound } from './sound.ts'

export interface Tolerated<T> {
  value: T
  /** What was read over, as a clause of the report; null where nothing was. */
  flaw: string | null
}

type Work<T> = (picture: Picture, strictness: Strictness) => Promise<T>

const mended = 'small flaws of the file mended'

/**
 * Decodes strictly, then leniently where nothing but form is wrong with the file: extra bytes, a bad checksum,
 * no end marker. Throws a PictureProblem where pixels are missing or wrong.
 * @param isEndNeeded what lacks its end marker was cut off, or is still being written
 */
export async function tolerantly<T>(
  picture: Picture,
  work: Work<T>,
  { isEndNeeded = false } = {},
): Promise<Tolerated<T>> {
  const first = await attempt(() => work(picture, 'warning'))
  if ('value' in first) return { value: first.value, flaw: null }
  const ended = picture.kind === 'jpeg' && ranOut(first.error) && !isEndNeeded ? withEndMarker(picture) : null
  if (!ended && isHarmful(first.error)) throw damage(first.error)
  if (picture.kind === 'jpeg' && hasLeftOver(first.error) && hasCleanHeader(picture.bytes)) throw ruined()
  // With an end marker in place libjpeg complains only when picture data is missing before it.
  const second = await attempt(() => work(ended ?? picture, ended ? 'warning' : 'error'))
  if ('value' in second) return { value: second.value, flaw: mended }
  throw damage(second.error)
}

/** The same for a source; and a JPEG of which nearly nothing is lost, at an edge of it, too: that is said. */
export async function salvaging<T>(picture: Picture, work: Work<T>): Promise<Tolerated<T>> {
  await requireSound(picture)
  if (!isDoubtful(picture)) {
    const first = await attempt(() => work(picture, 'warning'))
    if ('value' in first) return { value: first.value, flaw: null }
  }
  const loss = lossOf(picture)
  if (loss === null) return tolerantly(picture, work)
  const left = bearably(picture, loss)
  if (left === null) throw jpegProblem(loss)
  return { value: await work(left.picture, 'none'), flaw: left.flaw }
}

function withEndMarker(picture: Picture): Picture {
  return { ...picture, bytes: Buffer.concat([picture.bytes, Buffer.from([0xff, 0xd9])]) }
}

async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await work() }
  } catch (error) {
    // Ours, and no decoder's.
    if (error instanceof PictureProblem) throw error
    return { error }
  }
}
