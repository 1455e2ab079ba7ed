import { assertNever } from '../assert-never.ts'
import { acceptedAnew } from '../quote/quote.ts'
import { isInDoubt, mayBeTakenOut } from './doubt.ts'
import type { RequestEvent, Timing } from './events.ts'
import {
  fetchPause,
  fetchRest,
  goOn,
  goOnFetching,
  hear,
  isOver,
  missingOutputs,
  pollPause,
  settle,
  usualPause,
} from './jobs.ts'
import { nothingCharged } from './money-words.ts'
import type { PollOutcome } from './outcomes.ts'
import { canMove } from './place.ts'
import { isPriceOpen } from './price-open.ts'
import { bodyDecision, capDecision, riseDecision } from './questions.ts'
import type { BroughtHome, ChoiceId, Phase, Receipt } from './receipt.ts'
import { sendAgain } from './resend.ts'
import { retryOf } from './retry.ts'
import { afterLookUp, afterSubmit, askForKey, nothingStands } from './submission.ts'
import {
  ask,
  begin,
  change,
  type Draft,
  decisionOf,
  failedAgain,
  note,
  pauseOf,
  plan,
  rest,
  type Step,
  trouble,
  tryAgain,
} from './transitions.ts'

/**
 * The life of a request, one event at a time: pure and total. An event that does not fit the phase changes
 * nothing, since the same news may arrive twice. The caller stores the receipt durably, then performs the effect
 * and feeds its outcome back.
 */
export function step(receipt: Receipt, event: RequestEvent, timing: Timing): Step {
  const draft = begin(receipt, event.atMs, timing)
  const done = apply(draft, event)
  return { receipt: done.receipt, effect: done.effect, happenings: done.happenings }
}

function apply(draft: Draft, event: RequestEvent): Draft {
  const { phase } = draft.receipt
  switch (event.type) {
    case 'recovered':
      return recover(draft)
    case 'keyHeldAgain':
      if (phase !== 'needs-decision' || draft.receipt.decision?.kind !== 'key' || draft.receipt.body === null)
        return draft
      // Nothing of it stands there that could be asked for: its question holds.
      if (!draft.receipt.decision.choices.some(({ id }) => id === 'look-again')) return draft
      return recover(
        change(note(draft, 'The key is set again', 'The service is asked how this stands.'), {
          phase: draft.receipt.acceptedAtMs === null ? 'uncertain' : 'running',
          decision: null,
        }),
      )
    case 'bodyWritten':
      if (phase !== 'approved') return draft
      return plan(
        note(
          change(draft, {
            phase: 'ready',
            body: event.body,
            preparation: event.preparation,
            firstSentAtMs: draft.atMs,
            failuresInARow: 0,
          }),
          'Written to disk, sending',
          `${event.body.sizeBytes} bytes to the service.`,
        ),
        { do: 'submit', afterMs: 0 },
        'Sends',
      )
    case 'preparationRefused': {
      if (phase !== 'approved') return draft
      return rest(change(trouble(draft, 'Not sent', event.message), { phase: 'rejected', error: event.message }))
    }
    case 'preparationDelayed': {
      if (phase !== 'approved') return draft
      const told =
        draft.receipt.failuresInARow === 0
          ? trouble(draft, 'Could not prepare it yet', `${event.reason} Nothing was sent or charged.`)
          : draft
      return plan(
        failedAgain(told),
        { do: 'prepare', afterMs: pauseOf(draft, event.afterMs) },
        `${event.reason} Nothing was sent or charged; tries again`,
      )
    }
    case 'preparationNeedsPerson':
      if (phase !== 'approved') return draft
      return ask(
        draft,
        tryAgain(
          decisionOf(event.kind, event.message, ['look-again', 'leave'], null),
          draft.receipt.quote.credits,
          'Prepares it once more and sends it, at the price that you accepted.',
        ),
      )
    case 'priceRose':
      if (phase !== 'approved' && !isPriceOpen(draft.receipt)) return draft
      return ask(draft, riseDecision(draft.receipt, event.credits))
    case 'capReached':
      if (phase !== 'approved' && phase !== 'ready') return draft
      return ask(draft, capDecision(draft.receipt, event.refusal))
    case 'bodyDamaged':
      return phase === 'ready' ? ask(draft, bodyDecision(draft.receipt, event.reason)) : draft
    case 'submitted':
      return phase === 'ready' ? afterSubmit(draft, event.outcome) : draft
    case 'lookedUp':
      return phase === 'uncertain' || isWatched(draft.receipt) ? afterLookUp(draft, event.outcome) : draft
    case 'polled':
      return afterPoll(draft, event.outcome)
    case 'broughtHome':
      return afterDownload(draft, event.asset)
    case 'bringingHomeFailed':
      return afterFailedDownload(draft, event)
    case 'cancelled': {
      if (!mayBeTakenOut(draft.receipt)) return draft
      const before = draft.receipt.sentTimes > 0 ? 'Before anything was started.' : 'Before anything was sent.'
      return rest(change(note(draft, 'Taken out', `${before} ${nothingCharged}`), { phase: 'cancelled' }))
    }
    case 'moved':
      if (!canMove(draft.receipt) || event.place === draft.receipt.place) return draft
      return note(change(draft, { place: event.place }), 'Moved in the queue', 'You gave it another place.')
    case 'lookAsked':
      return retryOf(draft.receipt).do === 'look' ? note(draft, 'Looked at again', 'You asked for it.') : draft
    case 'decided':
      return phase === 'needs-decision' ? decide(draft, event) : draft
    default:
      return assertNever(event)
  }
}

/** After a start of the app: what was under way is taken up where its phase says. */
function recover(draft: Draft): Draft {
  const { receipt } = draft
  switch (receipt.phase) {
    case 'approved':
      return plan(change(draft, { failuresInARow: 0 }), { do: 'prepare', afterMs: 0 }, 'Prepares and sends')
    case 'ready':
      // The app stopped between writing the body and learning the answer: it counts as sent.
      return plan(
        trouble(
          change(draft, {
            phase: 'uncertain',
            sentTimes: receipt.sentTimes + 1,
            settled: false,
            missingInARow: 0,
            failuresInARow: 0,
          }),
          'Interrupted while sending',
          'The receipt is looked up before anything is sent again.',
        ),
        { do: 'lookUp', afterMs: 0 },
        'Asks for the receipt',
      )
    case 'uncertain':
      return plan(
        change(draft, { missingInARow: 0, failuresInARow: 0 }),
        { do: 'lookUp', afterMs: 0 },
        'Asks for the receipt',
      )
    case 'running':
      return plan(change(draft, { failuresInARow: 0 }), { do: 'poll', afterMs: 0 }, 'Looks again')
    case 'downloading':
      return goOn(triedAnew(draft))
    case 'completed':
    case 'partial':
    case 'failed':
      return missingOutputs(receipt).length > 0
        ? goOnFetching(triedAnew(draft))
        : settle(change(draft, { failuresInARow: 0 }))
    case 'gone':
      return fetchRest(triedAnew(draft))
    case 'needs-decision':
    case 'rejected':
    case 'cancelled':
      return rest(draft)
    default:
      return assertNever(receipt.phase)
  }
}

const triedAnew = (draft: Draft): Draft =>
  change(draft, { owed: draft.receipt.owed.map((o) => ({ ...o, triedTimes: 0 })) })

const watched: ReadonlySet<Phase> = new Set(['running', 'downloading', 'completed', 'partial', 'failed'])

/** The service has the order, and its jobs are looked at. What a person left without knowing is not. */
const isWatched = ({ phase, acceptedAtMs }: Receipt): boolean => watched.has(phase) && acceptedAtMs !== null

function afterPoll(draft: Draft, outcome: PollOutcome): Draft {
  const { receipt } = draft
  if (!isWatched(receipt)) return draft
  switch (outcome.type) {
    case 'job':
      return hear(draft, outcome.acceptance)
    case 'missing': {
      const told =
        receipt.failuresInARow === 0
          ? trouble(
              draft,
              'The service does not find the job now',
              `Answer ${outcome.httpStatus}. The receipt is looked up.`,
            )
          : draft
      return plan(
        failedAgain(told),
        { do: 'lookUp', afterMs: Math.max(pollPause(draft, 0), pauseOf(draft, null)) },
        'Asks for the receipt',
      )
    }
    case 'keyRefused':
      // What has ended is no reason to ask anybody: it is read again with the key of that time.
      return isOver(receipt.phase) ? goOnFetching(draft) : askForKey(draft)
    case 'unreachable': {
      const told = receipt.failuresInARow === 0 ? trouble(draft, 'Could not look', outcome.reason) : draft
      const pause = Math.max(pauseOf(draft, outcome.afterMs), pollPause(draft, null))
      return plan(failedAgain(told), { do: 'poll', afterMs: pause }, 'The service does not answer; looks again')
    }
    default:
      return assertNever(outcome)
  }
}

interface Place {
  jobIndex: number
  outputIndex: number
}

const isSame =
  (a: Place) =>
  (b: Place): boolean =>
    a.jobIndex === b.jobIndex && a.outputIndex === b.outputIndex

const isOutput = ({ jobs }: Receipt, { jobIndex, outputIndex }: Place): boolean =>
  jobs[jobIndex]?.urls[outputIndex] !== undefined

/** What comes after news of a file: where nothing is under way for a request, the news alone is kept. */
function afterFile(draft: Draft): Draft {
  const { phase } = draft.receipt
  if (phase === 'gone') return fetchRest(draft)
  return isWatched(draft.receipt) ? goOnFetching(draft) : draft
}

function afterDownload(draft: Draft, asset: BroughtHome): Draft {
  const { receipt } = draft
  const mine = isSame(asset)
  if (!isOutput(receipt, asset)) return draft
  if (receipt.assets.some(mine)) return afterFile(draft)
  return afterFile(change(draft, { assets: [...receipt.assets, asset], owed: receipt.owed.filter((o) => !mine(o)) }))
}

function afterFailedDownload(draft: Draft, failed: Place & { reason: string; addressStale: boolean }): Draft {
  const mine = isSame(failed)
  if (!isOutput(draft.receipt, failed)) return draft
  if (draft.receipt.assets.some(mine)) return afterFile(draft)
  const tried = (draft.receipt.owed.find(mine)?.triedTimes ?? 0) + 1
  const entry = {
    jobIndex: failed.jobIndex,
    outputIndex: failed.outputIndex,
    reason: failed.reason,
    triedTimes: tried,
  }
  const owed = [...draft.receipt.owed.filter((o) => !mine(o)), entry]
  const kept = change(tried === 1 ? trouble(draft, 'Could not fetch a file', failed.reason) : draft, { owed })
  const { phase } = draft.receipt
  // A dead address may have a fresh one in the job's status (A14).
  if (failed.addressStale && (phase === 'downloading' || isOver(phase))) {
    const afterMs = Math.max(fetchPause(tried, draft.timing), usualPause(draft))
    return plan(kept, { do: 'poll', afterMs }, 'Asks for a fresh address')
  }
  return afterFile(kept)
}

/** A recorded act of the user. `new-order` ends this receipt; the engine approves the new one. */
function decide(draft: Draft, { choice, beside = false, credits }: Extract<RequestEvent, { type: 'decided' }>): Draft {
  const { receipt } = draft
  const { decision } = receipt
  const isAsShown = (offered: number | null) => credits === undefined || credits === offered
  if (!decision?.choices.some((c) => c.id === choice && isAsShown(c.credits))) return draft
  const decided = change(note(draft, 'You decided', choiceWords[choice]), { decision: null, failuresInARow: 0 })
  switch (choice) {
    case 'send-again': {
      // A shortage may have named a higher sum: what is sent again is sent at the sum that the question showed.
      const agreed = decision.price ? agreedOn(decided, decision.price.to) : decided
      if (receipt.body === null)
        return plan(change(agreed, { phase: 'approved' }), { do: 'prepare', afterMs: 0 }, 'Prepares and sends')
      // In doubt, or held back, it is looked up first, however old the question is, and the decision stands meanwhile (A6).
      if (!beside && !isInDoubt(receipt))
        return sendAgain(change(agreed, { mayResend: true }), 'You chose to send the same request again.')
      return plan(
        change(agreed, { phase: 'uncertain', missingInARow: 0, mayResend: true }),
        { do: 'lookUp', afterMs: 0 },
        'Asks for the receipt once more, then sends the same request again',
      )
    }
    case 'look-again':
      if (receipt.acceptedAtMs !== null)
        return plan(change(decided, { phase: 'running' }), { do: 'poll', afterMs: 0 }, 'Looks again')
      if (receipt.body === null)
        return plan(change(decided, { phase: 'approved' }), { do: 'prepare', afterMs: 0 }, 'Prepares and sends')
      // Any other question is about something that may stand there after all: it is asked for, and nothing is sent.
      if (decision.kind === 'cap' && !isInDoubt(receipt) && !beside) return sendAgain(decided, nothingStands)
      return plan(
        change(decided, { phase: 'uncertain', missingInARow: 0 }),
        { do: 'lookUp', afterMs: 0 },
        'Asks for the receipt',
      )
    case 'accept-price':
      // Nothing was sent yet: the same request goes on, under the price that was accepted now.
      return receipt.body === null && decision.price ? acceptPrice(decided, decision.price.to) : replaced(decided)
    case 'accept-resize':
    case 'new-order':
      return replaced(decided)
    case 'leave':
      return leave(decided, decision.mayHaveCharged)
    default:
      return assertNever(choice)
  }
}

/** This receipt ends; the engine approves the new one. */
const replaced = (draft: Draft): Draft =>
  rest(change(draft, { phase: 'rejected', error: `Ordered anew under another number. ${nothingCharged}` }))

const acceptPrice = (draft: Draft, credits: number | null): Draft =>
  plan(change(agreedOn(draft, credits), { phase: 'approved' }), { do: 'prepare', afterMs: 0 }, 'Prepares and sends')

/** The price that was accepted now, in place of the one before. */
function agreedOn(draft: Draft, credits: number | null): Draft {
  const { quote, consent } = draft.receipt
  if (credits === null) return draft
  return change(draft, {
    quote: acceptedAnew(quote, credits),
    consent: { ...consent, atMs: draft.atMs, credits },
  })
}

const choiceWords: Record<ChoiceId, string> = {
  'send-again': 'Send the same request again.',
  'look-again': 'Look again.',
  'new-order': 'Order anew, with a new receipt.',
  'accept-price': 'Accept the new price.',
  'accept-resize': 'Accept the smaller copy.',
  leave: 'Leave it.',
}

function leave(draft: Draft, mayHaveCharged: boolean): Draft {
  if (draft.receipt.body === null)
    return rest(change(draft, { phase: 'cancelled', error: `You left it before it was sent. ${nothingCharged}` }))
  if (!mayHaveCharged) return rest(change(draft, { phase: 'rejected', error: `You left it. ${nothingCharged}` }))
  const { receipt } = draft
  const phase = receipt.assets.length > 0 ? 'partial' : 'failed'
  const owed = [...receipt.owed, ...notYetFetched(receipt)]
  const error =
    owed.length > 0
      ? 'You left it. What the service had made of it is paid for and is still fetched.'
      : 'You left it. The service may have charged it; ask there with the number of this receipt.'
  return fetchRest(change(draft, { phase, owed, error }))
}

/** What was made and nobody has tried to fetch: paid for, so it is owed from the moment the request ends (I7). */
const notYetFetched = (receipt: Receipt): Receipt['owed'] =>
  missingOutputs(receipt)
    .filter((output) => !receipt.owed.some(isSame(output)))
    .map((output) => ({ ...output, reason: 'It was left before this file was fetched.' }))
