import { assertNever } from '../assert-never.ts'
import { heldElsewhere, refusedElsewhere, sentElsewhere } from './copied-home.ts'
import { isInDoubt } from './doubt.ts'
import { applyJobStatus, goOnFetching, isOver, slowPause, usualPause } from './jobs.ts'
import { doubtPause } from './long-doubt.ts'
import type { Acceptance, LookUpOutcome, Refusal } from './outcomes.ts'
import { inWords, pricedNow, resendDecision } from './questions.ts'
import type { Receipt } from './receipt.ts'
import { askForKey, gone, isUnasked, nothingStands, refused, startsNothing } from './refusals.ts'
import { sendAgain } from './resend.ts'
import {
  ask,
  change,
  couldNotLook,
  type Draft,
  decisionOf,
  failedAgain,
  longerOf,
  note,
  pauseOf,
  plan,
  silence,
  trouble,
  unheardAgain,
} from './transitions.ts'

/** How the submission stands, as the service calls it: another thing than how the picture renders (O121). */
function standing({ submissionStatus, submissionHttpStatus }: Acceptance): string {
  const status = submissionStatus ? ` The service calls the submission “${submissionStatus}”` : ''
  const answer = submissionHttpStatus
    ? `${status === '' ? ' It was' : ', first'} answered with ${submissionHttpStatus}`
    : ''
  return status === '' && answer === '' ? '' : `${status}${answer}.`
}

/** What becomes of a request whose receipt was looked up (§7.2, §7.3). */
export function afterLookUp(draft: Draft, outcome: LookUpOutcome, priceNow?: { credits: number | null }): Draft {
  const looked = change(draft, { lookedUpTimes: draft.receipt.lookedUpTimes + 1, ...keptPermission(draft, outcome) })
  switch (outcome.type) {
    case 'found':
      return applyJobStatus(
        note(
          looked,
          'Found at the service',
          `The order exists. Nothing was sent again.${standing(outcome.acceptance)}`,
        ),
        outcome.acceptance,
      )
    case 'missing':
      return missing(looked, outcome.underOtherKey === true, priceNow)
    case 'inProgress':
      if (outcome.isLimited && draft.receipt.acceptedAtMs === null) return limitedBefore(looked, outcome.afterMs)
      if (outcome.mayResubmit && draft.receipt.acceptedAtMs === null)
        // Something of it stands there, which it may go on with: what was a “no” before is none any more (O133).
        return permitted(change(looked, { settled: false }), outcome.afterMs)
      if (outcome.failure && draft.receipt.acceptedAtMs !== null) return applyJobStatus(looked, outcome.failure)
      return stillInProgress(change(looked, { missingInARow: 0, settled: false }), outcome.afterMs)
    case 'gone':
      return gone(looked, outcome.generationId)
    case 'refused':
      // A refused key says nothing about the order it cannot read, nor does any "no" about one that was accepted.
      if (outcome.reason === 'key')
        return isOver(looked.receipt.phase) ? goOnFetching(looked) : askForKey(looked, isUnasked(outcome))
      if (draft.receipt.acceptedAtMs !== null)
        return lookLater(looked, `It accepted this order and does not show it now.${inWords(outcome.message)}`, null)
      if (mayBeOlder(looked.receipt)) return lookAtVerdictAgain(looked)
      return verdict(looked, outcome)
    case 'unreachable':
      return lookLater(
        outcome.isSaid ? change(looked, { settled: false }) : looked,
        outcome.reason,
        outcome.afterMs,
        outcome,
      )
    default:
      return assertNever(outcome)
  }
}

/**
 * Approved in an earlier run of the program, maybe in a home that was copied or restored since: before anything is prepared,
 * sent or said of it, the service is asked whether it was ordered elsewhere meanwhile.
 */
export function afterFirstLook(draft: Draft, outcome: LookUpOutcome): Draft {
  const looked = change(draft, { lookedUpTimes: draft.receipt.lookedUpTimes + 1 })
  switch (outcome.type) {
    case 'missing':
      // To another account's key each order looks missing.
      if (outcome.underOtherKey === true) return askForKey(looked, true)
      return looked.receipt.mayBeElsewhere ? ask(looked, sentElsewhere(looked.receipt)) : notOrderedYet(looked)
    case 'found':
      return applyJobStatus(
        note(looked, 'Found at the service', 'It was ordered by another copy of this home. Nothing was sent.'),
        outcome.acceptance,
      )
    case 'gone':
      return gone(looked, outcome.generationId)
    case 'refused':
      if (outcome.reason === 'key') return askForKey(looked, isUnasked(outcome))
      return startsNothing.has(outcome.reason)
        ? ask(looked, refusedElsewhere(looked.receipt, outcome))
        : refused(looked, outcome)
    case 'inProgress':
      // Sent again it would have to be the bytes that the other copy sent, and those are not here (I4).
      return outcome.mayResubmit
        ? ask(looked, heldElsewhere)
        : lookLater(looked, 'The service holds this order already.', outcome.afterMs)
    case 'unreachable':
      return lookLater(looked, outcome.reason, outcome.afterMs, { isKeyless: outcome.isKeyless })
    default:
      return assertNever(outcome)
  }
}

const notOrderedYet = (draft: Draft): Draft =>
  plan(change(draft, { failuresInARow: 0 }), { do: 'prepare', afterMs: 0 }, 'Preparing and sending')

/** A permission stands as long as each look repeats it. */
const keptPermission = ({ receipt }: Draft, outcome: LookUpOutcome): Partial<Receipt> =>
  receipt.permittedAtMs === null ||
  outcome.type === 'unreachable' ||
  (outcome.type === 'inProgress' && outcome.mayResubmit)
    ? {}
    : { permittedAtMs: null }

/**
 * The service permits sending it again (§7.2: `retryAfterSeconds` 0). A pause that comes with the permission counts from the
 * first one: told anew with each look, it would never end.
 */
function permitted(draft: Draft, askedMs: number): Draft {
  const { permittedAtMs } = draft.receipt
  const waitedMs = permittedAtMs === null ? 0 : Math.max(0, draft.atMs - permittedAtMs) * draft.timing.scale
  return sendAgain(
    change(draft, { permittedAtMs: permittedAtMs === null || permittedAtMs > draft.atMs ? draft.atMs : permittedAtMs }),
    'The service permits sending the same request again.',
    Math.max(0, askedMs - waitedMs),
  )
}

/** Said once; the pauses between the looks grow with how long it is in doubt. */
function stillInProgress(draft: Draft, askedMs: number): Draft {
  const told =
    draft.receipt.failuresInARow === 0 ? note(draft, 'Looked up, not sent again', 'In progress at the service.') : draft
  const afterMs = Math.max(longerOf(draft, askedMs, usualPause(draft)), doubtPause(draft.receipt, draft))
  return plan(failedAgain(told), { do: 'lookUp', afterMs }, 'Checking order status')
}

/** On all that was sent: nothing of it stands, unless another order has the number. */
function verdict(draft: Draft, refusal: Refusal): Draft {
  const heard = change(draft, { settled: startsNothing.has(refusal.reason) && refusal.reason !== 'collision' })
  return refusal.reason === 'credits' && isDecided(draft)
    ? sendAgain(heard, 'You chose to send the same request again.')
    : refused(heard, refusal)
}

/**
 * Sent more than once, and the last answer was lost: the verdict that the service keeps may be on an earlier send, while
 * the last one is still on its way (A3, A8). Heard again half a minute later it is on all of them.
 */
const mayBeOlder = (receipt: Receipt): boolean =>
  isInDoubt(receipt) && receipt.sentTimes > 1 && receipt.missingInARow === 0

/** The verdict on what was sent: it met a limit, and nothing was started. The same number goes out again after its pause (A23). */
function limitedBefore(draft: Draft, askedMs: number): Draft {
  if (mayBeOlder(draft.receipt)) return lookAtVerdictAgain(draft)
  return sendAgain(change(draft, { settled: true }), 'It met a limit there, and nothing was started.', askedMs)
}

const lookAtVerdictAgain = (draft: Draft): Draft =>
  plan(
    note(
      change(draft, { missingInARow: 1, failuresInARow: 0 }),
      'Looked up: refused before',
      'It was sent again since, and that may still be on its way, so it is looked up once more.',
    ),
    { do: 'lookUp', afterMs: draft.timing.secondLookMs },
    'Checking order status',
  )

/** A person has decided to send it again, and that was not so long ago that it may be about another state of things. */
function isDecided({ receipt, atMs, timing }: Draft): boolean {
  const { mayResend, resendDecidedAtMs } = receipt
  const ageMs = resendDecidedAtMs === null ? Number.POSITIVE_INFINITY : atMs - resendDecidedAtMs
  return mayResend && ageMs >= 0 && ageMs <= timing.decisionGoodForMs
}

/** Its job has a number, so its receipt is not the only one who can tell: the two are asked in turn (I12). */
const isAtJob = ({ phase, order, jobs }: Receipt): boolean =>
  phase === 'running' && order.kind === 'generation' && (jobs[0]?.generationId ?? null) !== null

/**
 * Receipts are asked for no more often than jobs are looked at, and ever more seldom where the service answers and settles
 * nothing. Where it does not answer at all, it is asked each minute: once it does, that is the moment.
 */
function lookLater(
  draft: Draft,
  reason: string,
  askedMs: number | null,
  { isSaid, isKeyless }: { isSaid?: true | undefined; isKeyless?: true | undefined } = {},
): Draft {
  const told = draft.receipt.failuresInARow === 0 ? trouble(draft, couldNotLook, reason) : draft
  const ownMs = Math.max(usualPause(draft), isSaid ? doubtPause(draft.receipt, draft) : 0)
  return plan(
    unheardAgain(told, { isKeyless }),
    { do: isAtJob(draft.receipt) ? 'poll' : 'lookUp', afterMs: Math.max(pauseOf(draft, askedMs), ownMs) },
    `${silence({ isKeyless })}; checking order status`,
  )
}

/**
 * The service knows no such request. Two such answers in one run, half a minute apart, and a young order make a
 * resend safe (O59, A8); an old one may have been forgotten by the service, so a person is asked (A7).
 */
function missing(draft: Draft, underOtherKey: boolean, priceNow?: { credits: number | null }): Draft {
  const { receipt, timing, atMs } = draft
  // Everything is made and named: what is left is fetching it, and that needs no receipt.
  if (receipt.phase === 'downloading' || isOver(receipt.phase)) return goOnFetching(draft)
  if (receipt.acceptedAtMs !== null) return acceptedAndMissing(draft, underOtherKey)
  if (!isInDoubt(receipt))
    return receipt.mayBeElsewhere ? ask(draft, sentElsewhere(receipt)) : sendAgain(draft, nothingStands)
  const seen = change(draft, { missingInARow: receipt.missingInARow + 1, failuresInARow: 0 })
  if (seen.receipt.missingInARow < 2)
    return plan(
      note(seen, 'Looked up: no such request', 'It may still be on its way, so it is looked for once more.'),
      { do: 'lookUp', afterMs: timing.secondLookMs },
      'Checking order status, then retrying this request',
    )
  if (underOtherKey) return ask(seen, decisionOf('key', missingUnderOther, ['look-again', 'leave'], null, true))
  if (isDecided(draft)) return sendAgain(seen, 'You chose to send the same request again.')
  if (receipt.mayBeElsewhere) return ask(seen, sentElsewhere(receipt))
  const age = atMs - (receipt.firstSentAtMs ?? 0)
  if (!receipt.wasLeft && !receipt.clockWentBack && age >= 0 && age <= timing.resendWindowMs)
    return sendAgain(seen, 'Two look-ups found no such request: it never arrived.')
  return ask(seen, pricedNow(seen, resendDecision(receipt, priceNow?.credits ?? null)))
}

const missingUnderOther =
  'No answer has settled this order, and the service knows no such order under the key that is set now. It was ordered under another key, so it may stand in another account and be charged as agreed. Set that key again, then check again.'

/** Asked for ever more seldom, as after a failure, and never sent again (I5; A10, A25). */
function acceptedAndMissing(draft: Draft, underOtherKey: boolean): Draft {
  const error = underOtherKey
    ? 'The service accepted this order and does not find it under the key that is set now: it was ordered under another key, maybe of another account. It may be charged as agreed, and it is not sent again. Set that key again in Settings: it is then looked for at once.'
    : 'The service accepted this order and does not find it now. It may be charged as agreed, and it is not sent again. Printroom asks for it ever more seldom; if it stays so, ask the service with this number.'
  const missingUnder = underOtherKey ? 'other-key' : 'own-key'
  const isTold = draft.receipt.missingUnder === missingUnder
  const told = isTold ? draft : trouble(draft, 'The service does not find it now', error)
  return plan(
    change(failedAgain(told), { error, missingUnder }),
    { do: 'lookUp', afterMs: Math.max(draft.timing.pollSlowMs, slowPause(draft)) },
    'Checking order status',
  )
}
