import { assertNever } from '../../../domain/assert-never.ts'
import type { FailureCode, LoneFormat, Task } from '../messages.ts'
import { writeDetail } from './detail.ts'
import { examine, paletteAt } from './examine.ts'
import { renderExport } from './export-picture.ts'
import { workInFolder } from './folder-work.ts'
import { inspect, inspectSome } from './inspect.ts'
import { chooseLoader, NeedsLoneWorker, SharpUnavailable } from './libvips.ts'
import { hashFileAt, listFolder, lookAtFiles } from './look-at-file.ts'
import { DiskProblem, NoPicture, PictureProblem, problemSentence, refusal, UnreadProblem } from './problem.ts'
import { prepareReference } from './reference.ts'
import { writeThumbnail } from './thumbnail.ts'
import { touchUp } from './touch-up.ts'
import { prepareUpscale } from './upscale.ts'

export type Performed =
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; code: FailureCode; reason: string }
  | { kind: 'lone'; format: LoneFormat }
  | { kind: 'unavailable' }

const unknownProblem = new PictureProblem(
  'This picture could not be read',
  'export it again as JPEG or PNG and add that',
)

/** The worker's boundary: every error becomes an answer, in our own words. */
export async function performTask(task: Task, loneFormat: LoneFormat | null): Promise<Performed> {
  chooseLoader(loneFormat)
  try {
    return { kind: 'done', value: await valueFor(task) }
  } catch (error) {
    if (error instanceof SharpUnavailable) return { kind: 'unavailable' }
    if (error instanceof NeedsLoneWorker) return { kind: 'lone', format: error.format }
    const problem = error instanceof PictureProblem || error instanceof DiskProblem ? error : unknownProblem
    const isOnItsWayOut = !isOfResults(task.op)
    return {
      kind: 'failed',
      code: codeFor(problem),
      reason: isOnItsWayOut ? refusal(problem) : problemSentence(problem),
    }
  }
}

/** Of what is here and paid for: nothing is sent. */
const isOfResults = (op: Task['op']): boolean =>
  op === 'thumbnail' || op === 'detail' || op === 'examine' || op === 'palette' || op === 'export' || op === 'touchUp'

function codeFor(problem: PictureProblem | DiskProblem): FailureCode {
  if (problem instanceof DiskProblem) return 'disk'
  if (problem instanceof UnreadProblem) return 'unread'
  return problem instanceof NoPicture ? 'damaged' : 'failed'
}

function valueFor(task: Task): Promise<unknown> {
  switch (task.op) {
    case 'inspect':
      return inspect(task.path)
    case 'inspectSome':
      return inspectSome(task.paths)
    case 'prepareReference':
      return prepareReference(task)
    case 'prepareUpscale':
      return prepareUpscale(task)
    case 'thumbnail':
      return writeThumbnail(task.path, task.out, task.edge)
    case 'detail':
      return writeDetail(task.path, task.out, task.edge)
    case 'examine':
      return examine(task.path)
    case 'palette':
      return paletteAt(task.path)
    case 'export':
      return renderExport(task)
    case 'touchUp':
      return touchUp(task)
    case 'lookAtFiles':
      return lookAtFiles(task.paths)
    case 'hash':
      return hashFileAt(task.path)
    case 'list':
      return listFolder(task.path)
    case 'folder':
      return workInFolder(task.ask)
    default:
      return assertNever(task)
  }
}
