export type ImageWorkerErrorCode =
  /** The process died under the file, twice. */
  | 'died'
  | 'timeout'
  | 'memory'
  /** The same file has cost workers before in this session. */
  | 'given-up'
  /** The worker cannot be started at all. */
  | 'unavailable'
  /** The worker answered that it could not do it: a file of another kind, one too large. */
  | 'failed'
  /** The disk or the system did not give the file out: another time it may. */
  | 'unread'
  /** The file is cut off or damaged, or no picture at all. */
  | 'damaged'
  /** What it made could not be written: no file is to blame. */
  | 'disk'
  | 'aborted'
  | 'closed'

/** Its message is a sentence for a designer, without characters that came from outside. */
export class ImageWorkerError extends Error {
  override readonly name = 'ImageWorkerError'
  readonly code: ImageWorkerErrorCode

  constructor(code: ImageWorkerErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What says something of the file itself: it is the same the next time. */
const ofTheFile: ReadonlySet<ImageWorkerErrorCode> = new Set(['failed', 'damaged', 'given-up'])

/** Whether the same file may do the next time. `given-up` does not, as long as this worker's memory of it lasts. */
export const passes = (error: unknown): boolean => !(error instanceof ImageWorkerError && ofTheFile.has(error.code))
