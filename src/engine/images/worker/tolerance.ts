import { CutOff, damage, isHarmful, ranOut } from './damage.ts'
import { decoder, type Strictness } from './decode.ts'
import type { Picture } from './open-picture.ts'

export interface Tolerated<T> {
  value: T
  /** What was read over, as a clause of the report; null where nothing was. */
  flaw: string | null
}

type Work<T> = (picture: Picture, strictness: Strictness) => Promise<T>

const mended = 'small flaws of the file mended'
/** A JPEG that lost no more of its rows than this is what editors open without a word. */
const bearableLoss = 0.02

/**
 * Decodes strictly, then leniently where nothing but form is wrong with the file: extra bytes, a bad checksum,
 * no end marker. Throws a PictureProblem where pixels are missing.
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
  // With an end marker in place libjpeg complains only when picture data is missing before it.
  const second = await attempt(() => work(ended ?? picture, ended ? 'warning' : 'error'))
  if ('value' in second) return { value: second.value, flaw: mended }
  throw damage(second.error)
}

/** The same, and a JPEG with a broken tail too, where nearly nothing of the picture is lost; that is said. */
export async function salvaging<T>(picture: Picture, work: Work<T>): Promise<Tolerated<T>> {
  try {
    return await tolerantly(picture, work)
  } catch (error) {
    if (!(error instanceof CutOff) || picture.kind !== 'jpeg' || picture.isProgressive) throw error
    const ended = withEndMarker(picture)
    const { lost, rows } = await lostRows(ended)
    if (lost > rows * bearableLoss) throw error
    const value = await work(ended, 'none')
    return { value, flaw: `the file is cut off at its end: the last ${lost + 1} of ${rows} rows are grey or damaged` }
  }
}

function withEndMarker(picture: Picture): Picture {
  return { ...picture, bytes: Buffer.concat([picture.bytes, Buffer.from([0xff, 0xd9])]) }
}

const grey = 128
const sampled = 64

/** Where its data ends libjpeg fills in mid-grey: the rows at the stored bottom that are nothing else. */
async function lostRows(picture: Picture): Promise<{ lost: number; rows: number }> {
  const pipeline = await decoder(picture, 'none', { ignoreIcc: true, unturned: true })
  const rows = picture.isOnItsSide ? picture.width : picture.height
  const { data, info } = await pipeline
    .resize(sampled, rows, { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rowBytes = info.width * info.channels
  let lost = 0
  while (lost < rows && isGrey(data.subarray(data.length - (lost + 1) * rowBytes, data.length - lost * rowBytes)))
    lost += 1
  return { lost, rows }
}

function isGrey(row: Buffer): boolean {
  return row.every((value) => Math.abs(value - grey) <= 2)
}

async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}
