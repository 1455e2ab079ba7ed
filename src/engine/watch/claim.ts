import { codeOf } from '../../domain/error-code.ts'
import type { WatchSetting } from '../../domain/watch/setting.ts'
import { orderMarkName } from '../copies/order-marks.ts'
import type { Engine } from '../engine.ts'
import { FolderError } from './folder-error.ts'

/** Where marks cannot be made, now and for long: the folder is watched all the same, and that is said. */
const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'ENOTSUP', 'ELOOP']

/** Who may order a content of a folder. `isMarked`: others see it; else the folder takes no marks. */
export type Claim =
  | { is: 'mine'; isMarked: boolean; ordered: () => Promise<void>; release: () => Promise<void> }
  | { is: 'ordered'; words: string }
  | { is: 'begun'; words: string }
  | { is: 'unknown'; words: string }

const orderedWords =
  'It was ordered from this folder before, by another Printroom or by a later state of this home than the one that is open. It is not ordered again by itself. Order it from the Skill’s form if you want it here too.'
const begunWords =
  'An order of it was begun from this folder, by this Printroom or another one, and it is not known here whether it was made. Nothing was ordered now. Look at the queue of each; if none has it, order it from the Skill’s form.'
const unknownWords = (why: string): string =>
  `It could not be marked in its folder as ordered (${why}), so another Printroom might order it too. Nothing was ordered.`

/** Marks a content in its folder, durably, before it is ordered there: other homes and older copies of this one see it. */
export async function claimFor(
  { origin, skill, folder, id }: WatchSetting,
  content: string,
  run: string,
  { images: { folders } }: Engine,
): Promise<Claim> {
  const name = orderMarkName(origin, skill, content)
  const token = `${run}.${id}`
  try {
    const found = await folders.claimOrder(folder, name, token)
    if (found === 'ordered') return { is: 'ordered', words: orderedWords }
    if (found === 'begun') return { is: 'begun', words: begunWords }
    return {
      is: 'mine',
      isMarked: true,
      // The receipts of this home know it; to others it stays one that was begun.
      ordered: () => folders.confirmOrder(folder, name).catch(() => undefined),
      // Its token lets this program have it again.
      release: () => folders.releaseOrder(folder, name, token).catch(() => undefined),
    }
  } catch (error) {
    const code = codeOf(error)
    const nothing = async (): Promise<void> => undefined
    if (unwritable.includes(code)) return { is: 'mine', isMarked: false, ordered: nothing, release: nothing }
    return { is: 'unknown', words: unknownWords(error instanceof FolderError ? error.message : code) }
  }
}
