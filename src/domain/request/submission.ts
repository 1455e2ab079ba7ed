import { assertNever } from '../assert-never.ts'
import { applyAcceptance, goOn } from './jobs.ts'
import type { SubmitOutcome } from './outcomes.ts'
import { inWords } from './questions.ts'
import type { Receipt } from './receipt.ts'
import { gone, refused, startsNothing } from './refusals.ts'
import { heldBackMs, holdBack } from './resend.ts'
import { change, type Draft, failedAgain, note, pauseOf, plan, silence, trouble } from './transitions.ts'

/** What becomes of a request after its paid POST. */
export function afterSubmit(draft: Draft, outcome: SubmitOutcome): Draft {
  const sent = outcome.type === 'notSent' ? draft : counted(draft, outcome)
  switch (outcome.type) {
    case 'accepted': {
      const taken = applyAcceptance(sent, outcome.acceptance)
      return goOn(note(taken, 'Accepted', acceptedWords(taken, outcome)), null)
    }
    case 'refused':
      return refused(sent, outcome)
    case 'limited': {
      const slower = holdBack(failedAgain(sent), outcome.afterMs)
      const told = trouble(
        slower,
        'Rate-limited',
        outcome.isUnsaid
          ? 'The service gave no reason for the rate limit. Order status is checked before anything is sent again.'
          : `The service’s rate limit was reached. Nothing was started or charged.${inWords(outcome.message)}`,
      )
      // Nowhere is it said that a 429 has made nothing (§7.3 calls it a limit, §8 knows none for ordinary ones): looked up first,
      // however short the wait (A6). As `ready` it would also count as sent by whoever takes it up next.
      return plan(
        change(told, { phase: 'uncertain', missingInARow: 0 }),
        { do: 'lookUp', afterMs: Math.max(pauseOf(sent, outcome.afterMs), heldBackMs(slower)) },
        'Rate-limited; then checking and retrying this request',
      )
    }
    case 'inProgress': {
      const held = holdBack(change(sent, { phase: 'uncertain' }), outcome.afterMs)
      return plan(
        note(held, 'In progress at the service', 'It holds this request already.'),
        { do: 'lookUp', afterMs: pauseOf(sent, outcome.afterMs) },
        'Checking order status',
      )
    }
    case 'gone':
      return gone(sent, outcome.generationId)
    case 'notSent':
      return notSent(sent, outcome)
    case 'unknown': {
      const unsettled = trouble(
        holdBack(change(sent, { phase: 'uncertain', missingInARow: 0 }), outcome.afterMs),
        'No clear answer came back',
        `${outcome.reason}${sentOften(sent.receipt)}`,
      )
      return plan(
        unsettled,
        { do: 'lookUp', afterMs: pauseOf(draft, outcome.afterMs) },
        'Checking order status before sending again',
      )
    }
    default:
      return assertNever(outcome)
  }
}

/** Once a send was in doubt, no later “no” speaks for it. */
function counted(draft: Draft, outcome: SubmitOutcome): Draft {
  const { sentTimes, settled } = draft.receipt
  const isNo =
    (outcome.type === 'limited' && outcome.isUnsaid !== true) ||
    (outcome.type === 'refused' && startsNothing.has(outcome.reason))
  return change(draft, {
    sentTimes: sentTimes + 1,
    settled: isNo && (settled || sentTimes === 0),
    permittedAtMs: null,
    // Carried out now. Held back before it left, the decision stands: the look in between may only repeat an old verdict.
    mayResend: false,
    resendDecidedAtMs: null,
  })
}

/** Said once it goes on for a while. */
const sentOften = ({ sentTimes }: Receipt): string =>
  sentTimes < 3 ? '' : ` It was sent ${sentTimes} times so far, and the pauses between grow.`

function acceptedWords(draft: Draft, outcome: Extract<SubmitOutcome, { type: 'accepted' }>): string {
  const { deduped } = outcome.acceptance
  const { creditsUsed } = draft.receipt
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
function notSent(draft: Draft, { reason, isKeyless }: Extract<SubmitOutcome, { type: 'notSent' }>): Draft {
  const slower = failedAgain(draft)
  const afterMs = pauseOf(draft, null)
  const told =
    draft.receipt.failuresInARow === 0
      ? trouble(slower, silence({ isKeyless }), `${reason} Nothing was sent or charged.`)
      : slower
  const message =
    draft.receipt.sentTimes > 0
      ? `${silence({ isKeyless })}; checking order status`
      : `${silence({ isKeyless })}, nothing was sent or charged; trying again`
  return plan(change(told, { phase: 'uncertain', missingInARow: 0 }), { do: 'lookUp', afterMs }, message)
}
