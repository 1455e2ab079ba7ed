import type { RequestEvent } from '../../src/domain/request/events.ts'
import type {
  LookUpOutcome,
  PollOutcome,
  Refusal,
  RefusalReason,
  SubmitOutcome,
} from '../../src/domain/request/outcomes.ts'
import { choiceIds, phases, type Receipt } from '../../src/domain/request/receipt.ts'
import { step } from '../../src/domain/request/step.ts'
import type { Step } from '../../src/domain/request/transitions.ts'
import {
  accepted,
  bodyOf,
  broughtHome,
  day,
  found,
  hour,
  jobOf,
  lookedUp,
  madeJob,
  notFetched,
  play,
  polled,
  ready,
  receiptOf,
  running,
  saidJob,
  submitted,
  t0,
  timing,
  uncertain,
} from './receipts.ts'

const reasons: RefusalReason[] = [
  'input',
  'key',
  'credits',
  'conflict',
  'collision',
  'price-changed',
  'resize-required',
]
const refusals: Refusal[] = reasons.flatMap((reason) =>
  ['', 'no'].map((message) => ({ type: 'refused' as const, reason, httpStatus: 400, code: null, message })),
)
const gone = [null, 'gen-7'].map((generationId) => ({ type: 'gone' as const, generationId }))
const failedJob = jobOf({ generationId: 'b', status: 'failed', error: 'policy' })
const unreachable = { type: 'unreachable' as const, reason: 'The network is away.', afterMs: null }

const submits: SubmitOutcome[] = [
  accepted(),
  accepted([madeJob()]),
  accepted([jobOf({ creditsUsed: null })], { creditsUsed: null, deduped: true }),
  ...refusals,
  { type: 'refused', reason: 'credits', httpStatus: 402, code: null, message: 'no', required: 12 },
  { type: 'refused', reason: 'price-changed', httpStatus: 409, code: null, message: 'no', quotedCredits: 12 },
  {
    type: 'refused',
    reason: 'resize-required',
    httpStatus: 409,
    code: null,
    message: 'no',
    sourceSize: { width: 9000, height: 8000 },
  },
  { type: 'limited', afterMs: 0, message: 'slow down' },
  { type: 'inProgress', afterMs: 0 },
  ...gone,
  { type: 'notSent', reason: 'The network is away.' },
  { type: 'unknown', reason: 'The connection broke.', afterMs: null },
]

const lookUps: LookUpOutcome[] = [
  found(),
  found([madeJob()]),
  found([failedJob]),
  found([jobOf()], { submissionStatus: 'recorded', submissionHttpStatus: 200 }),
  { type: 'missing' },
  { type: 'inProgress', afterMs: 0, mayResubmit: false },
  { type: 'inProgress', afterMs: 0, mayResubmit: true },
  ...gone,
  ...refusals,
  unreachable,
]

const polls: PollOutcome[] = [
  saidJob(),
  saidJob([madeJob()]),
  saidJob([madeJob(), failedJob]),
  saidJob([failedJob]),
  { type: 'missing', httpStatus: 404 },
  { type: 'keyRefused' },
  unreachable,
]

/** One event of every kind and every outcome, at a moment. */
const eventsAt = (atMs: number): RequestEvent[] => [
  { type: 'recovered', atMs },
  { type: 'keyHeldAgain', atMs },
  { type: 'homeCopied', atMs },
  { type: 'bodyWritten', atMs, body: bodyOf(), preparation: [] },
  { type: 'preparationRefused', atMs, message: 'The picture is too large. Nothing was charged.' },
  { type: 'preparationDelayed', atMs, reason: 'The network is away.', afterMs: null },
  { type: 'preparationNeedsPerson', atMs, kind: 'credits', message: 'The balance is too low. Nothing was charged.' },
  { type: 'priceRose', atMs, credits: 12 },
  { type: 'priceRose', atMs, credits: null },
  { type: 'capReached', atMs, refusal: { which: 'day', cap: 10, spent: 4, reserved: 0, left: 6, credits: 8 } },
  { type: 'approvalNeeded', atMs, why: 'Ann may not act in this studio any more.' },
  { type: 'priceSeen', atMs, credits: 12 },
  { type: 'priceSeen', atMs, credits: null },
  { type: 'heldBack', atMs, why: 'word' },
  { type: 'heldBack', atMs, why: 'price' },
  { type: 'bodyDamaged', atMs, reason: 'The stored request is damaged.' },
  ...submits.map((outcome) => submitted(outcome, atMs)),
  ...lookUps.map((outcome) => lookedUp(outcome, atMs)),
  ...polls.map((outcome) => polled(outcome, atMs)),
  broughtHome(0, 0, atMs),
  notFetched({ atMs }),
  notFetched({ atMs, addressStale: true }),
  { type: 'cancelled', atMs },
  { type: 'moved', atMs, place: '1' },
  { type: 'lookAsked', atMs },
  ...choiceIds.flatMap((choice) => [
    { type: 'decided' as const, choice, atMs },
    { type: 'decided' as const, choice, atMs, beside: true },
  ]),
]

/** Where a request can stand, with what it has by then. */
const starts = (): Receipt[] => [
  ...phases.map((phase) => receiptOf({ phase })),
  receiptOf({ failuresInARow: 2 }),
  ready(),
  ready({ sentTimes: 1 }),
  ready({ failuresInARow: 2 }),
  uncertain(),
  uncertain({ missingInARow: 1 }),
  uncertain({ missingInARow: 1, firstSentAtMs: t0 - day }),
  uncertain({ failuresInARow: 2 }),
  uncertain({ sentTimes: 2 }),
  uncertain({ sentTimes: 4, sendPause: { untilMs: t0 + 2 * hour, forMs: 2 * hour } }),
  uncertain({ sentTimes: 4, missingInARow: 1, sendPause: { untilMs: t0 + hour, forMs: hour } }),
  uncertain({ mayResend: true, resendDecidedAtMs: t0 }),
  uncertain({ mayResend: true, resendDecidedAtMs: t0, missingInARow: 1 }),
  uncertain({ missingInARow: 1, firstSentAtMs: t0 + hour }),
  running(),
  running([jobOf(), jobOf({ generationId: 'b' })]),
  running([madeJob(), jobOf({ generationId: 'b' })]),
  running([madeJob()]),
  play(running([madeJob(), failedJob]), broughtHome()).receipt,
  play(running([madeJob()]), broughtHome()).receipt,
  play(running([madeJob()]), ...Array.from({ length: 6 }, () => notFetched())).receipt,
  play(running(), polled(saidJob([failedJob]))).receipt,
  play(running([madeJob()]), lookedUp({ type: 'gone', generationId: null })).receipt,
  running([madeJob()], { phase: 'gone' }),
]

/**
 * Every event on every place a request can stand in, and on every question that comes of one: what a person may get to
 * read, without chance.
 */
export function everyStep(check: (before: Receipt, after: Step, event: RequestEvent) => void): void {
  const seen = new Set<string>()
  const takeAll = (receipt: Receipt, atMs: number): Receipt[] =>
    eventsAt(atMs).map((event) => {
      const made = step(receipt, event, timing)
      check(receipt, made, event)
      return made.receipt
    })
  for (const start of starts())
    for (const next of takeAll(start, t0 + hour)) {
      const key = JSON.stringify([next.decision, next.body === null, next.acceptedAtMs === null])
      if (next.phase !== 'needs-decision' || seen.has(key)) continue
      seen.add(key)
      takeAll(next, t0 + 2 * hour)
    }
}
