import { codeOf, noRoomCodes } from '../../domain/error-code.ts'
import type { WatchSetting } from '../../domain/watch/setting.ts'
import { todo, whyNot } from '../platform/disk-answer.ts'
import { FolderError } from '../platform/folder-error.ts'
import { orderMarkName, ordersName } from '../platform/order-marks.ts'
import type { WatchContext } from './context.ts'

/** What the system says where no file of a folder can be marked. */
const inTheWay = ['ENOTDIR', 'ELOOP']
const refusals = ['EACCES', 'EPERM', 'EROFS', ...noRoomCodes]

/** Who may order a content of a folder. `untaken`: the folder takes no marks now, so nobody may order from it by itself. */
export type ContentClaim =
  | { is: 'mine'; ordered: () => Promise<void>; release: () => Promise<void> }
  | { is: 'ordered'; message: string }
  | { is: 'begun'; message: string }
  | { is: 'untaken'; message: string }
  | { is: 'unknown'; message: string }

const orderedWords =
  'It was ordered from this folder before, by another Printroom or by a later state of this home than the one that is open. It is not ordered again by itself. Order it from the Skill’s form if you want it here too.'
const begunWords =
  'An order of it was begun from this folder, by this Printroom or another one, and it is not known here whether it was made. Nothing was ordered now. Look at the queue of each; if none has it, order it from the Skill’s form.'
const unknownWords = (why: string): string =>
  `It could not be marked in its folder as ordered (${why}), so another Printroom might order it too. Nothing was ordered.`
const untakenWords = (why: string, toDo: string): string =>
  `What is ordered from this folder cannot be marked in it (${why}), so another Printroom that watches it, or an older copy of this home, might order the same again. Nothing is ordered by itself. ${toDo}; then it goes on by itself. Or order from the Skill’s form.`

/** Marks a content in its folder, durably, before it is ordered there: other homes and older copies of this one see it. */
export async function claimFor(
  { origin, skill, folder, id }: WatchSetting,
  content: string,
  run: string,
  { images: { folders } }: WatchContext,
): Promise<ContentClaim> {
  const name = orderMarkName(origin, skill, content)
  const token = `${run}.${id}`
  try {
    const found = await folders.claimOrder(folder, name, token)
    if (found === 'ordered') return { is: 'ordered', message: orderedWords }
    if (found === 'begun') return { is: 'begun', message: begunWords }
    return {
      is: 'mine',
      // The receipts of this home know it; to others it stays one that was begun.
      ordered: () => folders.confirmOrder(folder, name).catch(() => undefined),
      // Its token lets this program have it again.
      release: () => folders.releaseOrder(folder, name, token).catch(() => undefined),
    }
  } catch (error) {
    const code = codeOf(error)
    if (inTheWay.includes(code))
      return { is: 'untaken', message: untakenWords(`something else is called ${ordersName} there`, 'Move that away') }
    if (refusals.includes(code)) return { is: 'untaken', message: untakenWords(whyNot(code), todo(code)) }
    return { is: 'unknown', message: unknownWords(error instanceof FolderError ? error.message : code) }
  }
}
