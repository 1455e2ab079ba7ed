import { assertNever } from '../../domain/assert-never.ts'
import type { ImageWorkerError } from '../images/errors.ts'
import type { Prepared } from './prepared.ts'

/** So often in a row the picture reader may be at fault before an order is given up: minutes, with the pauses between. */
const triesOfReader = 5

type Ended = Extract<Prepared, { type: 'refused' | 'delayed' }>

/**
 * What becomes of an order whose picture the image worker did not get through: a picture that cannot be prepared ends it,
 * a trouble of this computer is waited out, and neither is tried for ever.
 * @param countFailure counts this try and tells how many there were in a row
 * @throws the error itself where only the work was called off
 */
export function outcomeOfWorker(error: ImageWorkerError, countFailure: () => number): Ended {
  const { code, message } = error
  switch (code) {
    case 'failed':
    case 'unread':
    case 'damaged':
    case 'died':
    case 'given-up':
    case 'memory':
      return { type: 'refused', message }
    case 'disk':
      // As long as it takes: nothing paid is sent until there is room, then work goes on by itself.
      return delayed('The prepared picture could not be saved: the disk is full, or does not take it.')
    case 'timeout':
      return countFailure() < triesOfReader
        ? delayed('Reading a picture took too long and was stopped.')
        : { type: 'refused', message }
    case 'unavailable':
      return countFailure() < triesOfReader
        ? delayed('The picture reader could not be started on this computer.')
        : { type: 'refused', message }
    case 'aborted':
    case 'closed':
      throw error
    default:
      return assertNever(code)
  }
}

const delayed = (reason: string): Ended => ({ type: 'delayed', reason, afterMs: null })
