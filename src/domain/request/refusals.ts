import { assertNever } from '../assert-never.ts'
import { isInDoubt } from './doubt.ts'
import { fetchRest, goOnFetching, isOver, missingOutputs } from './jobs.ts'
import { nothingCharged } from './money-words.ts'
import type { Refusal } from './outcomes.ts'
import { inWords, isOfOneSend, noAfterDoubt, priceDecision, shortage } from './questions.ts'
import type { Receipt } from './receipt.ts'
import { ask, change, type Draft, decisionOf, idle, trouble, tryAgain } from './transitions.ts'

/** Refusals after which nothing of what was sent stands at the service (§7.1, §7.3). */
export const startsNothing: ReadonlySet<Refusal['reason']> = new Set([
  'input',
  'credits',
  'key',
  'collision',
  'price-changed',
  'resize-required',
])

/**
 * Nobody can read with the key of now how an order stands that is at the service, or may be (A36). One that this home has
 * not sent may have been sent by a copy of it: that it was not charged is nothing that could be known here (M7).
 * @param isOfOther it is under another key, so that the service was not asked
 */
export function askForKey(draft: Draft, isOfOther = false): Draft {
  const why = isOfOther
    ? 'This was ordered under another key than the one that is set now, so it cannot be read at the service. '
    : 'The service refuses the key now, so this order cannot be read there. '
  // Not sent from here, and looked for all the same: it was approved in an earlier run.
  const isUnseen = draft.receipt.sentTimes === 0
  const elsewhere =
    'Nothing of it was charged from here; a copy or a backup of this home may have sent it, and then it is charged.'
  const here = isUnseen ? elsewhere : nothingCharged
  const money = mayStand(draft.receipt) ? 'It may go on and be charged as agreed.' : here
  const how = isOfOther ? ' Set that key again, then check again.' : ' Set a working key in Settings, then check again.'
  const asked = decisionOf(
    'key',
    `${why}${money}${how}`,
    ['look-again', 'leave'],
    null,
    mayStand(draft.receipt) || isUnseen,
  )
  // Where the service knows nothing of it, what was never sent from here goes out after that look.
  const sends = 'Checks order status, and sends it where the service knows no such order.'
  const isUnsent = draft.receipt.body === null && draft.receipt.acceptedAtMs === null
  return ask(draft, isUnsent ? tryAgain(draft.receipt, asked, sends) : asked)
}

/** A “no” that this app said in the service's place, without asking it. */
export const isUnasked = ({ httpStatus }: Refusal): boolean => httpStatus === 0

const mayStand = (receipt: Receipt): boolean => receipt.acceptedAtMs !== null || isInDoubt(receipt)

/** The service no longer has the job of an order that it took (§7.2, §7.3: 410). */
export function gone(before: Draft, generationId: string | null): Draft {
  const draft = numbered(before, generationId)
  const { phase } = draft.receipt
  if (phase === 'downloading' || isOver(phase))
    return missingOutputs(draft.receipt).length > 0 ? goOnFetching(draft) : idle(draft)
  const id = generationId ?? draft.receipt.jobs[0]?.generationId ?? null
  const error = `The service no longer has this order${id === null ? '' : ` (job ${id})`}. Whether the credits came back is not proven; ask the service with this number.`
  return fetchRest(
    change(trouble(draft, 'No longer at the service', error), {
      phase: 'gone',
      error,
      acceptedAtMs: draft.receipt.acceptedAtMs ?? draft.atMs,
      settled: false,
    }),
  )
}

/** A 410 has the number of the saved job (§7.3), which a receipt that told of its failure alone had not. */
function numbered(draft: Draft, generationId: string | null): Draft {
  const [only, ...others] = draft.receipt.jobs
  if (generationId === null || only === undefined || others.length > 0 || only.generationId !== null) return draft
  return change(draft, { jobs: [{ ...only, generationId }] })
}

/** Why what was looked up all the same may be sent at once. */
export const nothingStands = 'Nothing of it was started at the service.'

/** The service's "no". Nothing was started for it, and where no earlier send is in doubt nothing was charged. */
export function refused(draft: Draft, refusal: Refusal): Draft {
  const { quote } = draft.receipt
  const said = refusal.message
  const { reason } = refusal
  if (isOfOneSend(reason) && isInDoubt(draft.receipt)) return ask(draft, noAfterDoubt(reason, refusal))
  switch (reason) {
    case 'input': {
      const error = `The service did not accept it. ${nothingCharged}${inWords(said)} Change the order and send it as a new one.`
      return idle(change(trouble(draft, 'Not accepted', error), { phase: 'rejected', error }))
    }
    case 'credits':
      return ask(draft, shortage(quote.credits, refusal))
    case 'key':
      // An earlier send of this number may stand at the service, readable with the key that sent it.
      if (isInDoubt(draft.receipt)) return askForKey(draft, isUnasked(refusal))
      return ask(
        draft,
        decisionOf(
          'key',
          isUnasked(refusal)
            ? `${said} Nothing was sent this time. ${nothingCharged} Sending with the key of now is a new order.`
            : `The service refused the key. ${nothingCharged}${inWords(said)} Set a working key in Settings; sending with another key is a new order.`,
          ['new-order', 'leave'],
          quote.credits,
        ),
      )
    case 'conflict':
      return ask(
        draft,
        decisionOf(
          'conflict',
          `The service has this request number with other contents, and started nothing for this one.${inWords(said)}`,
          ['look-again', 'leave'],
          quote.credits,
          true,
        ),
      )
    case 'collision':
      return ask(
        draft,
        decisionOf(
          'conflict',
          `The service cannot use this request number and started nothing. ${nothingCharged}${inWords(said)}`,
          ['new-order', 'leave'],
          quote.credits,
        ),
      )
    case 'price-changed': {
      const to = refusal.quotedCredits ?? null
      const asked = priceDecision(draft.receipt, to, `The service stopped before starting. ${nothingCharged}`)
      const explains = 'Sends it where the price is shown again and has not risen.'
      return ask(draft, to === null ? tryAgain(draft.receipt, asked, explains) : asked)
    }
    case 'resize-required': {
      const size = refusal.sourceSize ? ` (${refusal.sourceSize.width} × ${refusal.sourceSize.height})` : ''
      return ask(
        draft,
        decisionOf(
          'resize',
          `The original${size} is larger than the service works with, so it would make a smaller copy first, and fine detail would be lost. ${nothingCharged}`,
          ['accept-resize', 'leave'],
          quote.credits,
        ),
      )
    }
    default:
      return assertNever(reason)
  }
}
