import { assertNever } from '../assert-never.ts'
import { isInDoubt, isToGoOut } from './doubt.ts'
import { handedOverWords } from './hand-over.ts'
import { homeWords } from './home-words.ts'
import { isWithoutFile, missingOutputs } from './jobs.ts'
import { moneySentence } from './money-words.ts'
import type { Receipt } from './receipt.ts'
import { isEndState, type RequestState } from './states.ts'
import { hasEnded, surplusDecision, surplusToAskAbout } from './surplus.ts'
import { unheardOf, unheardText } from './unheard.ts'

/** What the engine is doing for a request at this very moment; known only where it is done. */
export type Activity = 'preparing' | 'uploading' | 'prepared' | 'submitting' | null

/** The state a person and the terminal see. `ready` without an activity counts as waiting to be sent. */
export function stateOf(receipt: Receipt, activity: Activity): RequestState {
  switch (receipt.phase) {
    case 'approved':
      return activity === null || activity === 'prepared' ? 'queued' : 'preparing'
    case 'ready':
      if (activity === 'submitting') return 'submitting'
      return isInDoubt(receipt) ? 'uncertain' : 'queued'
    case 'uncertain':
      return isInDoubt(receipt) ? 'uncertain' : 'queued'
    case 'completed':
    case 'partial':
    case 'failed':
    case 'gone':
      return surplusToAskAbout(receipt) > 0 ? 'needs-decision' : receipt.phase
    case 'rejected':
      return receipt.endedByPerson ? 'cancelled' : 'rejected'
    case 'running':
    case 'downloading':
    case 'cancelled':
    case 'needs-decision':
    case 'handed-over':
      return receipt.phase
    default:
      return assertNever(receipt.phase)
  }
}

/** Whether all of it has come to an end, but for what a person is still asked about what lies there. */
export const isAtItsEnd = (receipt: Receipt): boolean => hasEnded(receipt) || isEndState(stateOf(receipt, null))

/**
 * What is happening, in a sentence or two.
 * @param since since when nobody answers for what runs, in words; nothing where that is not known
 */
export function nowWords(receipt: Receipt, activity: Activity, since = ''): string {
  const unheard = unheardOf(receipt)
  switch (receipt.phase) {
    case 'approved':
      if (activity === 'uploading') return 'The prepared picture goes to the service.'
      if (activity === 'preparing')
        return hasPictures(receipt)
          ? 'Made upright, sRGB and small enough for the service.'
          : 'The request is put together; nothing was sent yet.'
      if (activity === 'prepared') return 'Prepared. It is sent as soon as a place is free; nothing was sent yet.'
      return receipt.failuresInARow > 0 ? (receipt.next?.words ?? 'Waits.') : 'Waits for its turn. Nothing was sent.'
    case 'ready':
      return activity === 'submitting'
        ? 'Request written to disk, sending now.'
        : (receipt.next?.words ?? 'Waits to be sent.')
    case 'uncertain':
      if (isToGoOut(receipt)) return receipt.next?.words ?? 'Waits to be sent.'
      return `No answer${receipt.sentTimes < 3 ? '' : `, sent ${receipt.sentTimes} times`}. ${checkedInWords(receipt.lookedUpTimes)}.`
    case 'running':
      if (receipt.error !== null) return receipt.error
      if (isWithoutFile(receipt))
        return 'The service says that it is made, and names no file yet. It is asked for it each minute.'
      if (unheard !== null) return unheardText(unheard, since)
      return receipt.jobs.length > 1 ? `${receipt.jobs.length} jobs run at the service.` : 'The service is making it.'
    case 'downloading': {
      const total = outputsOf(receipt)
      return `${receipt.assets.length} of ${total} ${total === 1 ? 'file is' : 'files are'} home.`
    }
    case 'completed':
      return surplusDecision(receipt)?.question ?? receipt.error ?? homeWords(receipt)
    case 'partial':
    case 'failed':
    case 'rejected':
    case 'gone':
      return receipt.error ?? moneySentence(receipt)
    case 'cancelled':
      return `Cancelled before anything was ${receipt.sentTimes > 0 ? 'started' : 'sent'}. Nothing was charged.`
    case 'needs-decision':
      return receipt.decision?.question ?? 'Waits for you.'
    case 'handed-over':
      return handedOverWords(receipt)
    default:
      return assertNever(receipt.phase)
  }
}

const hasPictures = ({ order }: Receipt): boolean =>
  (order.kind === 'skill' ? order.pictures : order.references).length > 0

const checkedInWords = (times: number): string =>
  times === 0 ? 'Not checked yet' : times === 1 ? 'Checked once' : `Checked ${times} times`

export const outputsOf = (receipt: Receipt): number => receipt.assets.length + missingOutputs(receipt).length

/** The verdict after a lost answer: wait, safe to send again, do not send. */
export function verdictOf(receipt: Receipt): 'wait' | 'safe-to-send' | 'do-not-send' | null {
  if (isToGoOut(receipt)) return receipt.sentTimes > 0 ? 'safe-to-send' : null
  if (receipt.phase === 'uncertain') return receipt.acceptedAtMs === null ? 'wait' : 'do-not-send'
  if (receipt.phase === 'ready') return 'safe-to-send'
  if (receipt.phase === 'needs-decision' && receipt.decision?.mayHaveCharged) return 'wait'
  if (receipt.phase === 'running' && receipt.sentTimes > 1) return 'do-not-send'
  return null
}
