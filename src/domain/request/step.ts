import { assertNever } from '../assert-never.ts'
import { quotedAtMost } from '../quote/ceiling.ts'
import { notBefore } from './asked-pause.ts'
import { homeCopied } from './copied-home.ts'
import { askPause, asksForAddress, owedAfter } from './dead-address.ts'
import { decide, decideSurplus, leaveInDoubt } from './decide.ts'
import { isInDoubt, mayBeTakenOut, wasLeftInDoubt } from './doubt.ts'
import type { RequestEvent, Timing } from './events.ts'
import { waitsForHeldKey } from './held-key.ts'
import {
  applyJobStatus,
  fetchRest,
  goOn,
  goOnFetching,
  isOver,
  missingOutputs,
  pollPause,
  settle,
  usualPause,
} from './jobs.ts'
import { mayBeLeft } from './long-doubt.ts'
import { afterFirstLook, afterLookUp } from './look-up.ts'
import { nothingCharged } from './money-words.ts'
import type { PollOutcome } from './outcomes.ts'
import { isSame, type OutputPlace } from './output-place.ts'
import { canMove } from './place.ts'
import {
  approvalDecision,
  bodyDecision,
  capDecision,
  pricedNow,
  riseDecision,
  stalePrice,
  withPrice,
} from './questions.ts'
import type { BroughtHome, Phase, Receipt } from './receipt.ts'
import { askForKey } from './refusals.ts'
import { retryOf } from './retry.ts'
import { afterSubmit } from './submission.ts'
import {
  ask,
  begin,
  change,
  couldNotLook,
  type Draft,
  decisionOf,
  failedAgain,
  idle,
  note,
  pauseOf,
  plan,
  type Step,
  silence,
  trouble,
  tryAgain,
  unheardAgain,
} from './transitions.ts'

/**
 * The life of a request, one event at a time: pure and total. An event that does not fit the phase changes
 * nothing, since the same news may arrive twice. The caller stores the receipt durably, then performs the effect
 * and feeds its outcome back.
 */
export function step(receipt: Receipt, event: RequestEvent, timing: Timing): Step {
  const draft = begin(receipt, event.atMs, timing)
  const applied = apply(draft, event)
  const { receipt: after, effect, timeline } = notBefore(applied, event)
  return { accepted: applied !== draft, receipt: after, effect, timeline }
}

/** The draft itself, untouched, for an event that does not fit. */
function apply(draft: Draft, event: RequestEvent): Draft {
  const { phase } = draft.receipt
  switch (event.type) {
    case 'recovered':
      return recover(draft)
    case 'homeCopied':
      return homeCopied(draft)
    case 'keyHeldAgain':
      if (!waitsForHeldKey(draft.receipt, draft.receipt.keyFingerprint)) return draft
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
      return idle(change(trouble(draft, 'Not sent', event.message), { phase: 'rejected', error: event.message }))
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
        tryAgain(draft.receipt, decisionOf(event.kind, event.message, [], null), 'Sends it at the accepted price.'),
      )
    case 'priceRose':
      if (phase !== 'approved' && phase !== 'ready') return draft
      return ask(draft, pricedNow(draft, riseDecision(draft.receipt, event.credits)))
    case 'priceSeen':
      return phase === 'needs-decision' ? seePrice(draft, event.credits) : draft
    case 'heldBack':
      return phase === 'ready' ? holdForNow(draft, event.why) : draft
    case 'capReached':
      if (phase !== 'approved' && phase !== 'ready') return draft
      return ask(draft, capDecision(draft.receipt, event.refusal))
    case 'approvalNeeded':
      // Where something may stand at the service it goes on: it is looked up, and what was paid comes home.
      return phase === 'approved' ? ask(draft, approvalDecision(quotedAtMost(draft.receipt), event.why)) : draft
    case 'bodyDamaged':
      return phase === 'ready' ? ask(draft, bodyDecision(draft.receipt, event.reason)) : draft
    case 'submitted':
      return phase === 'ready' ? afterSubmit(draft, event.outcome) : draft
    case 'lookedUp':
      if (phase === 'approved') return afterFirstLook(draft, event.outcome)
      return phase === 'uncertain' || isWatched(draft.receipt)
        ? afterLookUp(draft, event.outcome, event.priceNow)
        : draft
    case 'polled':
      return afterPoll(draft, event.outcome)
    case 'broughtHome':
      return afterDownload(draft, event.asset)
    case 'bringingHomeFailed':
      return afterFailedDownload(draft, event)
    case 'cancelled': {
      if (!mayBeTakenOut(draft.receipt)) return draft
      return idle(change(note(draft, 'Cancelled', takenOutWords(draft.receipt)), { phase: 'cancelled' }))
    }
    case 'moved':
      if (!canMove(draft.receipt) || event.place === draft.receipt.place) return draft
      return note(change(draft, { place: event.place }), 'Moved in the queue', 'You gave it another place.')
    case 'lookAsked':
      if (wasLeftInDoubt(draft.receipt)) return lookAtLeft(draft)
      return retryOf(draft.receipt).do === 'look' ? note(dueNow(draft), 'Looked at again', 'You asked for it.') : draft
    case 'decided':
      if (phase === 'needs-decision') return decide(draft, event)
      if (event.choice === 'leave' && mayBeLeft(draft.receipt, draft)) return leaveInDoubt(draft)
      return decideSurplus(draft, event.choice)
    default:
      return assertNever(event)
  }
}

/** What a person had left is looked for once more, and not sent by itself. */
const lookAtLeft = (draft: Draft): Draft =>
  plan(
    change(
      note(draft, 'Looked at again', 'You had left it and asked for it again. Nothing is sent before you say so.'),
      {
        phase: 'uncertain',
        wasLeft: true,
        mayResend: false,
        resendDecidedAtMs: null,
        missingInARow: 0,
        failuresInARow: 0,
        error: null,
      },
    ),
    { do: 'lookUp', afterMs: 0 },
    'Checking order status',
  )

/** Whoever takes it up looks at once. */
function dueNow(draft: Draft): Draft {
  const { next } = draft.receipt
  return next === null ? draft : change(draft, { next: { ...next, atMs: Math.min(next.atMs, draft.atMs) } })
}

function takenOutWords({ phase, sentTimes, lookedUpTimes, failuresInARow }: Receipt): string {
  // It was looked for, and no answer said that it does not stand there (M7).
  if (phase === 'approved' && lookedUpTimes > 0 && failuresInARow > 0)
    return 'Before anything was sent from here. A copy of this home may have sent it, and then it is charged.'
  return `${sentTimes > 0 ? 'Before anything was started.' : 'Before anything was sent.'} ${nothingCharged}`
}

/** After a start of the app: what was under way is taken up where its phase says. */
function recover(draft: Draft): Draft {
  const { receipt } = draft
  switch (receipt.phase) {
    case 'approved':
      return plan(change(draft, { failuresInARow: 0 }), { do: 'prepare', afterMs: 0 }, 'Preparing and sending')
    case 'ready':
      // The app stopped between writing the body and learning the answer: it counts as sent.
      return plan(
        trouble(
          change(draft, {
            phase: 'uncertain',
            sentTimes: receipt.sentTimes + 1,
            settled: false,
            mayResend: false,
            resendDecidedAtMs: null,
            missingInARow: 0,
            failuresInARow: 0,
          }),
          'Interrupted while sending',
          'The receipt is looked up before anything is sent again.',
        ),
        { do: 'lookUp', afterMs: 0 },
        'Checking order status',
      )
    case 'uncertain':
      return plan(
        change(draft, { missingInARow: 0, failuresInARow: 0 }),
        { do: 'lookUp', afterMs: 0 },
        'Checking order status',
      )
    case 'running':
      return plan(change(draft, { failuresInARow: 0 }), { do: 'poll', afterMs: 0 }, 'Checking again')
    case 'downloading':
      return goOn(triedAnew(draft))
    case 'completed':
    case 'partial':
    case 'failed':
      return missingOutputs(receipt).length > 0 ? goOnFetching(triedAnew(draft)) : settleAgain(draft)
    case 'gone':
      return fetchRest(triedAnew(draft))
    case 'needs-decision':
    case 'rejected':
    case 'cancelled':
    case 'handed-over':
      return idle(draft)
    default:
      return assertNever(receipt.phase)
  }
}

/** Soon after a start, and at once where its time came while no program ran: that may be open for moments only (A10). */
function settleAgain(draft: Draft): Draft {
  const { next } = draft.receipt
  const planned = settle(change(draft, { failuresInARow: 0 }))
  const afterMs = next === null ? Number.POSITIVE_INFINITY : Math.max(0, next.atMs - draft.atMs)
  const { effect } = planned
  return effect === null || effect.afterMs <= afterMs
    ? planned
    : plan(planned, { ...effect, afterMs }, planned.receipt.next?.words ?? '')
}

const triedAnew = (draft: Draft): Draft =>
  change(draft, { owed: draft.receipt.owed.map(({ fullTimes, isDiskAway, ...o }) => ({ ...o, triedTimes: 0 })) })

const watched: ReadonlySet<Phase> = new Set(['running', 'downloading', 'completed', 'partial', 'failed'])

/** The service has the order, and its jobs are looked at. What a person left without knowing is not. */
const isWatched = ({ phase, acceptedAtMs }: Receipt): boolean => watched.has(phase) && acceptedAtMs !== null

/** A job that so many looks in a row say nothing about is asked for by its receipt, which names it (I12). */
const looksBeforeReceipt = 4

function afterPoll(draft: Draft, outcome: PollOutcome): Draft {
  const { receipt } = draft
  if (!isWatched(receipt)) return draft
  switch (outcome.type) {
    case 'job':
      return applyJobStatus(draft, outcome.acceptance)
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
        'Checking order status',
      )
    }
    case 'keyRefused':
      // What has ended is no reason to ask anybody: it is read again with the key of that time.
      return isOver(receipt.phase) ? goOnFetching(draft) : askForKey(draft, outcome.isUnasked)
    case 'unreachable': {
      const told = receipt.failuresInARow === 0 ? trouble(draft, couldNotLook, outcome.reason) : draft
      const pause = Math.max(pauseOf(draft, outcome.afterMs), pollPause(draft, null))
      const tried = unheardAgain(told, outcome)
      const look = tried.receipt.failuresInARow >= looksBeforeReceipt ? 'lookUp' : 'poll'
      return plan(tried, { do: look, afterMs: pause }, `${silence(outcome)}; checking again`)
    }
    default:
      return assertNever(outcome)
  }
}

const isOutput = ({ jobs }: Receipt, { jobIndex, outputIndex }: OutputPlace): boolean =>
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

function afterFailedDownload(draft: Draft, failed: Extract<RequestEvent, { type: 'bringingHomeFailed' }>): Draft {
  const mine = isSame(failed)
  if (!isOutput(draft.receipt, failed)) return draft
  if (draft.receipt.assets.some(mine)) return afterFile(draft)
  const forMs = Math.ceil((failed.laterMs ?? 0) / draft.timing.scale)
  const pause = forMs > 0 ? { pause: { untilMs: draft.atMs + forMs, forMs } } : {}
  const entry = owedAfter(draft.receipt, { ...failed, ...pause }, draft.receipt.owed.find(mine))
  const owed = [...draft.receipt.owed.filter((o) => !mine(o)), entry]
  const isFirst = failed.isDiskFull || failed.isDiskAway ? entry.fullTimes === 1 : entry.triedTimes === 1
  const kept = change(isFirst ? trouble(draft, 'Could not fetch a file', failed.reason) : draft, { owed })
  const next = afterFile(kept)
  const { phase } = next.receipt
  if (!asksForAddress(entry) || !(phase === 'downloading' || isOver(phase))) return next
  const afterMs = askPause(entry.triedTimes, usualPause(draft), draft.timing)
  return plan(next, { do: 'poll', afterMs }, 'Requesting a new download link')
}

/**
 * The price of the question was read again before an answer to it is carried out: what it costs now is what it asks. One
 * that names no sum asks for none: whoever answers it has agreed to no other price.
 */
function seePrice(draft: Draft, credits: number | null): Draft {
  const { decision } = draft.receipt
  return decision?.choices.some((choice) => choice.credits !== null)
    ? change(draft, { decision: pricedNow(draft, withPrice(draft.receipt, decision, credits)) })
    : draft
}

/** Just before it would leave. As `ready` it would count as sent by whoever takes it up next, so it waits as what is looked up. */
function holdForNow(draft: Draft, why: 'word' | 'price'): Draft {
  const held = change(draft, { phase: 'uncertain', missingInARow: isInDoubt(draft.receipt) ? 1 : 0 })
  if (why === 'word')
    return plan(
      held,
      { do: 'lookUp', afterMs: 0 },
      'Checking order status first, since some time has passed; then sending',
    )
  const told =
    draft.receipt.failuresInARow === 0 ? trouble(held, 'Not sent: the price cannot be read', stalePrice) : held
  return plan(failedAgain(told), { do: 'lookUp', afterMs: pauseOf(draft, null) }, `${stalePrice} Tries again`)
}
