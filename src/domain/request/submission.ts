import { assertNever } from '../assert-never.ts'
import { isInDoubt } from './doubt.ts'
import { fetchRest, goOn, goOnFetching, hear, isOver, missingOutputs, slowPause, take, usualPause } from './jobs.ts'
import { nothingCharged } from './money-words.ts'
import type { Acceptance, LookUpOutcome, Refusal, SubmitOutcome } from './outcomes.ts'
import { inWords, isOfOneSend, noAfterDoubt, priceDecision, shortage } from './questions.ts'
import type { Receipt } from './receipt.ts'
import { heldBackMs, holdBack, sendAgain } from './resend.ts'
import { ask, change, type Draft, decisionOf, failedAgain, note, pauseOf, plan, rest, trouble } from './transitions.ts'

/** What becomes of a request after its paid POST. */
export function afterSubmit(draft: Draft, outcome: SubmitOutcome): Draft {
  const sent = outcome.type === 'notSent' ? draft : counted(draft, outcome)
  switch (outcome.type) {
    case 'accepted':
      return goOn(note(take(sent, outcome.acceptance), 'Accepted', acceptedWords(sent, outcome)), null)
    case 'refused':
      return refused(sent, outcome)
    case 'limited': {
      const slower = holdBack(failedAgain(sent), outcome.afterMs)
      const afterMs = Math.max(pauseOf(sent, outcome.afterMs), heldBackMs(slower))
      const told = trouble(
        slower,
        'Told to wait',
        outcome.isUnsaid
          ? 'A limit without a word of the service: its receipt is looked up before anything is sent again.'
          : `A limit at the service, nothing was started or charged.${inWords(outcome.message)}`,
      )
      // A long wait may outlive the program: as `ready` it would count as sent when the next one takes it up. And what was
      // looked up long before it is sent again proves nothing by then (A6).
      return afterMs <= draft.timing.secondLookMs && outcome.isUnsaid !== true
        ? plan(told, { do: 'submit', afterMs }, 'Sends again, with the same number')
        : plan(
            change(told, { phase: 'uncertain', missingInARow: 0 }),
            { do: 'lookUp', afterMs },
            'Told to wait; then looks it up and sends it again, with the same number',
          )
    }
    case 'inProgress': {
      const held = holdBack(change(sent, { phase: 'uncertain' }), outcome.afterMs)
      return plan(
        note(held, 'In progress at the service', 'It holds this request already.'),
        { do: 'lookUp', afterMs: pauseOf(sent, outcome.afterMs) },
        'Asks for the receipt',
      )
    }
    case 'gone':
      return gone(sent, outcome.generationId)
    case 'notSent':
      return notSent(sent, outcome.reason)
    case 'unknown': {
      const unsettled = trouble(
        holdBack(change(sent, { phase: 'uncertain', missingInARow: 0 }), outcome.afterMs),
        'No clear answer came back',
        `${outcome.reason}${sentOften(sent.receipt)}`,
      )
      return plan(
        unsettled,
        { do: 'lookUp', afterMs: pauseOf(draft, outcome.afterMs) },
        'Asks for the receipt; sends nothing again before that',
      )
    }
    default:
      return assertNever(outcome)
  }
}

/** Refusals after which nothing of what was sent stands at the service (§7.1, §7.3). */
const startsNothing: ReadonlySet<Refusal['reason']> = new Set([
  'input',
  'credits',
  'key',
  'collision',
  'price-changed',
  'resize-required',
])

/** Once a send was in doubt, no later “no” speaks for it. */
function counted(draft: Draft, outcome: SubmitOutcome): Draft {
  const { sentTimes, settled } = draft.receipt
  const isNo =
    (outcome.type === 'limited' && outcome.isUnsaid !== true) ||
    (outcome.type === 'refused' && startsNothing.has(outcome.reason))
  return change(draft, { sentTimes: sentTimes + 1, settled: isNo && (settled || sentTimes === 0) })
}

/** Said once it goes on for a while. */
const sentOften = ({ sentTimes }: Receipt): string =>
  sentTimes < 3 ? '' : ` It was sent ${sentTimes} times so far, and the pauses between grow.`

function acceptedWords(draft: Draft, outcome: Extract<SubmitOutcome, { type: 'accepted' }>): string {
  const { creditsUsed, deduped } = outcome.acceptance
  const charge =
    creditsUsed === null
      ? 'No charge was named yet.'
      : `Charged ${creditsUsed}, quoted ${draft.receipt.quote.credits ?? 'unknown'}.`
  return deduped ? `${charge} The service knew this request and did not start it twice.` : charge
}

/**
 * No connection was opened, so nothing left. An earlier send of the same number may still have arrived; and what has never
 * left is looked up all the same, since as `ready` it would count as sent when another program takes it up.
 */
function notSent(draft: Draft, reason: string): Draft {
  const slower = failedAgain(draft)
  const afterMs = pauseOf(draft, null)
  const told =
    draft.receipt.failuresInARow === 0
      ? trouble(slower, 'The service does not answer', `${reason} Nothing was sent or charged.`)
      : slower
  const words =
    draft.receipt.sentTimes > 0
      ? 'The service does not answer; asks for the receipt'
      : 'The service does not answer, nothing was sent or charged; tries again'
  return plan(change(told, { phase: 'uncertain', missingInARow: 0 }), { do: 'lookUp', afterMs }, words)
}

/** How the submission stands, as the service calls it: another thing than how the picture renders (O121). */
function standing({ submissionStatus, submissionHttpStatus }: Acceptance): string {
  const status = submissionStatus ? ` The service calls the submission “${submissionStatus}”` : ''
  const answer = submissionHttpStatus
    ? `${status === '' ? ' It was' : ', first'} answered with ${submissionHttpStatus}`
    : ''
  return status === '' && answer === '' ? '' : `${status}${answer}.`
}

/** What becomes of a request whose receipt was looked up (§7.2, §7.3). */
export function afterLookUp(draft: Draft, outcome: LookUpOutcome): Draft {
  const looked = change(draft, { lookedUpTimes: draft.receipt.lookedUpTimes + 1 })
  switch (outcome.type) {
    case 'found':
      return hear(
        note(
          looked,
          'Found at the service',
          `The order exists. Nothing was sent again.${standing(outcome.acceptance)}`,
        ),
        outcome.acceptance,
      )
    case 'missing':
      return missing(looked, outcome.underOtherKey === true)
    case 'inProgress':
      if (outcome.isLimited && draft.receipt.acceptedAtMs === null) return limitedBefore(looked, outcome.afterMs)
      if (outcome.mayResubmit && draft.receipt.acceptedAtMs === null)
        // Something of it stands there, which it may go on with: what was a “no” before is none any more (O133).
        return sendAgain(
          change(looked, { settled: false }),
          'The service permits sending the same request again.',
          outcome.afterMs,
        )
      if (outcome.failure && draft.receipt.acceptedAtMs !== null) return hear(looked, outcome.failure)
      return plan(
        note(
          change(looked, { missingInARow: 0, settled: false }),
          'Looked up, not sent again',
          'In progress at the service.',
        ),
        { do: 'lookUp', afterMs: lookPause(looked, outcome.afterMs) },
        'Asks for the receipt again',
      )
    case 'gone':
      return gone(looked, outcome.generationId)
    case 'refused':
      // A refused key says nothing about the order it cannot read, nor does any "no" about one that was accepted.
      if (outcome.reason === 'key') return isOver(looked.receipt.phase) ? goOnFetching(looked) : askForKey(looked)
      if (draft.receipt.acceptedAtMs !== null)
        return lookLater(looked, `It accepted this order and does not show it now.${inWords(outcome.message)}`, null)
      if (mayBeOlder(looked.receipt)) return lookAtVerdictAgain(looked)
      return verdict(looked, outcome)
    case 'unreachable':
      return lookLater(outcome.isSaid ? change(looked, { settled: false }) : looked, outcome.reason, outcome.afterMs)
    default:
      return assertNever(outcome)
  }
}

/** On all that was sent: nothing of it stands, unless another order has the number. */
function verdict(draft: Draft, refusal: Refusal): Draft {
  const heard = change(draft, { settled: startsNothing.has(refusal.reason) && refusal.reason !== 'collision' })
  return refusal.reason === 'credits' && draft.receipt.mayResend
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
    'Looks up once more',
  )

/** Receipts are asked for no more often than jobs are looked at. */
const lookPause = (draft: Draft, askedMs: number | null): number => Math.max(pauseOf(draft, askedMs), usualPause(draft))

function lookLater(draft: Draft, reason: string, askedMs: number | null): Draft {
  const told = draft.receipt.failuresInARow === 0 ? trouble(draft, 'Could not look', reason) : draft
  return plan(
    failedAgain(told),
    { do: 'lookUp', afterMs: lookPause(draft, askedMs) },
    'The service does not answer; asks for the receipt again',
  )
}

/** The key stopped working while an order may stand at the service (A36). */
export const askForKey = (draft: Draft): Draft =>
  ask(
    draft,
    decisionOf(
      'key',
      `The service refuses the key now, so this order cannot be read there. ${mayStand(draft.receipt) ? 'It may go on and be charged as agreed.' : nothingCharged} Set a working key in Settings, then look again.`,
      ['look-again', 'leave'],
      null,
      mayStand(draft.receipt),
    ),
  )

const mayStand = (receipt: Receipt): boolean => receipt.acceptedAtMs !== null || isInDoubt(receipt)

/**
 * The service knows no such request. Two such answers in one run, half a minute apart, and a young order make a
 * resend safe (O59, A8); an old one may have been forgotten by the service, so a person is asked (A7).
 */
function missing(draft: Draft, underOtherKey: boolean): Draft {
  const { receipt, timing, atMs } = draft
  // Everything is made and named: what is left is fetching it, and that needs no receipt.
  if (receipt.phase === 'downloading' || isOver(receipt.phase)) return goOnFetching(draft)
  if (receipt.acceptedAtMs !== null) return acceptedAndMissing(draft, underOtherKey)
  if (!isInDoubt(receipt)) return sendAgain(draft, nothingStands)
  const seen = change(draft, { missingInARow: receipt.missingInARow + 1, failuresInARow: 0 })
  if (seen.receipt.missingInARow < 2)
    return plan(
      note(seen, 'Looked up: no such request', 'It may still be on its way, so it is looked for once more.'),
      { do: 'lookUp', afterMs: timing.secondLookMs },
      'Looks once more, then sends the same request again',
    )
  if (underOtherKey) return ask(seen, decisionOf('key', missingUnderOther, ['look-again', 'leave'], null, true))
  if (receipt.mayResend) return sendAgain(seen, 'You chose to send the same request again.')
  const age = atMs - (receipt.firstSentAtMs ?? 0)
  if (!receipt.clockWentBack && age >= 0 && age <= timing.resendWindowMs)
    return sendAgain(seen, 'Two look-ups found no such request: it never arrived.')
  return ask(
    seen,
    decisionOf(
      'resend',
      'No answer has settled this order, and the service knows no such request now. So long after sending that may also mean that it has forgotten it: sending again could be charged a second time.',
      ['look-again', 'send-again', 'leave'],
      receipt.quote.credits,
      true,
    ),
  )
}

const missingUnderOther =
  'No answer has settled this order, and the service knows no such order under the key that is set now. It was ordered under another key, so it may stand in another account and be charged as agreed. Set that key again, then look again.'

/** Asked for ever more seldom, as after a failure, and never sent again (I5; A10, A25). */
function acceptedAndMissing(draft: Draft, underOtherKey: boolean): Draft {
  const error = underOtherKey
    ? 'The service accepted this order and does not find it under the key that is set now: it was ordered under another key, maybe of another account. It may be charged as agreed, and it is not sent again. Set that key again in Settings: it is then looked for at once.'
    : 'The service accepted this order and does not find it now. It may be charged as agreed, and it is not sent again. Printroom asks for it ever more seldom; if it stays so, ask the service with this number.'
  const told = draft.receipt.error === error ? draft : trouble(draft, 'The service does not find it now', error)
  return plan(
    change(failedAgain(told), { error }),
    { do: 'lookUp', afterMs: Math.max(draft.timing.pollSlowMs, slowPause(draft)) },
    'Asks for the receipt again',
  )
}

function gone(before: Draft, generationId: string | null): Draft {
  const draft = numbered(before, generationId)
  const { phase } = draft.receipt
  if (phase === 'downloading' || isOver(phase))
    return missingOutputs(draft.receipt).length > 0 ? goOnFetching(draft) : rest(draft)
  const id = generationId ?? draft.receipt.jobs[0]?.generationId ?? null
  const error = `The service no longer has this order${id === null ? '' : ` (job ${id})`}. Whether the credits came back is not proven; ask the service with this number.`
  return fetchRest(
    change(trouble(draft, 'Gone at the service', error), {
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
function refused(draft: Draft, refusal: Refusal): Draft {
  const { quote } = draft.receipt
  const said = refusal.message
  const { reason } = refusal
  if (isOfOneSend(reason) && isInDoubt(draft.receipt)) return ask(draft, noAfterDoubt(reason, refusal))
  switch (reason) {
    case 'input': {
      const error = `The service did not accept it. ${nothingCharged}${inWords(said)} Change the order and send it as a new one.`
      return rest(change(trouble(draft, 'Not accepted', error), { phase: 'rejected', error }))
    }
    case 'credits':
      return ask(draft, shortage(quote.credits, refusal))
    case 'key':
      // An earlier send of this number may stand at the service, readable with the key that sent it.
      if (isInDoubt(draft.receipt)) return askForKey(draft)
      return ask(
        draft,
        decisionOf(
          'key',
          `The service refused the key. ${nothingCharged}${inWords(said)} Set a working key in Settings; sending with another key is a new order.`,
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
    case 'price-changed':
      return ask(
        draft,
        priceDecision(
          quote.credits,
          refusal.quotedCredits ?? null,
          `The service stopped before starting. ${nothingCharged}`,
        ),
      )
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
