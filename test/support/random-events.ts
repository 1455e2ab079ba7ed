import fc from 'fast-check'
import type { RequestEffect, RequestEvent } from '../../src/domain/request/events.ts'
import type {
  Acceptance,
  LookUpOutcome,
  PollOutcome,
  Refusal,
  SubmitOutcome,
} from '../../src/domain/request/outcomes.ts'
import { choiceIds, type Job, type PreparationReport, type Receipt } from '../../src/domain/request/receipt.ts'
import { step } from '../../src/domain/request/step.ts'
import type { Step } from '../../src/domain/request/transitions.ts'
import { bodyOf, hour, receiptOf, skillOrder, t0, timing } from './receipts.ts'

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null })
const credits = orNull(fc.nat({ max: 40 }))
/** The service's words; never ours about refunds, so that a test can tell who said them. */
const words = fc.constantFrom('', 'policy', 'busy')
const creditsStatus = fc.constantFrom(null, 'pending', 'confirmed', 'refunded', 'another word')
const pause = orNull(fc.constantFrom(0, 1000, 75_000, 86_400_000))

const job: fc.Arbitrary<Job> = fc.record({
  generationId: fc.constantFrom(null, 'gen-1', 'gen-2'),
  module: fc.constantFrom(null, 'hero'),
  status: fc.constantFrom('processing', 'completed', 'completed', 'failed', 'another word'),
  mediaType: fc.constantFrom(null, 'image'),
  urls: fc.array(fc.constantFrom('https://m.test/1', 'https://m.test/2', ''), { maxLength: 4 }),
  error: orNull(words),
  failureCode: fc.constant(null),
  creditsUsed: credits,
  creditsStatus,
})

const acceptance: fc.Arbitrary<Acceptance> = fc.record({
  jobs: fc.array(job, { maxLength: 3 }),
  creditsUsed: credits,
  creditsStatus,
  modelId: fc.constant(null),
  aspectRatio: fc.constant(null),
  expectedCount: orNull(fc.nat({ max: 4 })),
  deduped: fc.boolean(),
  expectedWaitSeconds: orNull(fc.nat({ max: 90 })),
  pollHintSeconds: orNull(fc.constantFrom(0, 30)),
  paywallHitMidBatch: fc.boolean(),
  renderingStatus: fc.constantFrom(null, 'processing', 'partial', 'completed', 'failed'),
})

const refusal: fc.Arbitrary<Refusal> = fc.record({
  type: fc.constant('refused' as const),
  reason: fc.constantFrom('input', 'key', 'credits', 'conflict', 'collision', 'price-changed', 'resize-required'),
  httpStatus: fc.constant(409),
  code: fc.constant(null),
  message: words,
  quotedCredits: credits,
})

const afterMs = fc.constantFrom(0, 500, 75_000)
const gone = fc.record({ type: fc.constant('gone' as const), generationId: fc.constantFrom(null, 'gen-1') })
const unreachable = fc.record({ type: fc.constant('unreachable' as const), reason: words, afterMs: pause })

const submitOutcome: fc.Arbitrary<SubmitOutcome> = fc.oneof(
  fc.record({ type: fc.constant('accepted' as const), acceptance }),
  refusal,
  fc.record({ type: fc.constant('limited' as const), afterMs, message: words }),
  fc.record({ type: fc.constant('inProgress' as const), afterMs }),
  gone,
  fc.record({ type: fc.constant('notSent' as const), reason: words }),
  fc.record({ type: fc.constant('unknown' as const), reason: words, afterMs: pause }),
)

const lookUpOutcome: fc.Arbitrary<LookUpOutcome> = fc.oneof(
  fc.record({ type: fc.constant('found' as const), acceptance }),
  fc.constant({ type: 'missing' as const }),
  fc.record({ type: fc.constant('inProgress' as const), afterMs, mayResubmit: fc.boolean() }),
  gone,
  refusal,
  unreachable,
)

const pollOutcome: fc.Arbitrary<PollOutcome> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('job' as const), acceptance }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('missing' as const), httpStatus: fc.constant(404) }) },
  { weight: 1, arbitrary: fc.constant({ type: 'keyRefused' as const }) },
  { weight: 1, arbitrary: unreachable },
)

/** An event without its moment: events of one kind at different times are one event to a generator. */
type Timeless = RequestEvent extends infer E ? (E extends RequestEvent ? Omit<E, 'atMs'> : never) : never

const output = { jobIndex: fc.nat({ max: 2 }), outputIndex: fc.nat({ max: 3 }) }
const broughtHome = fc.record({
  type: fc.constant('broughtHome' as const),
  asset: fc.record({ assetId: fc.constant('asset'), ...output, sha256: fc.constant('ab') }),
})
const notFetched = fc.record({
  type: fc.constant('bringingHomeFailed' as const),
  ...output,
  reason: words,
  addressStale: fc.boolean(),
  isDiskFull: fc.constantFrom(undefined, true as const),
})
const prepared = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('bodyWritten' as const),
      body: fc.constantFrom(bodyOf('one'), bodyOf('two')),
      preparation: fc.constant<PreparationReport[]>([]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('preparationDelayed' as const), reason: words, afterMs: pause }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('approvalNeeded' as const), why: words }) },
)
const submitted = fc.record({ type: fc.constant('submitted' as const), outcome: submitOutcome })
const lookedUp = fc.record({ type: fc.constant('lookedUp' as const), outcome: lookUpOutcome })
const polled = fc.record({ type: fc.constant('polled' as const), outcome: pollOutcome })

/** What keeps a paid request from leaving at the last moment. */
const stopped = fc.constantFrom(
  { type: 'bodyDamaged' as const, reason: 'The stored request no longer matches its receipt.' },
  {
    type: 'capReached' as const,
    refusal: { which: 'day' as const, cap: 5, spent: 0, reserved: 0, left: 5, credits: 8 },
  },
  { type: 'heldBack' as const, why: 'word' as const },
  { type: 'heldBack' as const, why: 'price' as const },
)

const anyEvent: fc.Arbitrary<Timeless> = fc.oneof(
  fc.constant({ type: 'recovered' as const }),
  fc.constant({ type: 'homeCopied' as const }),
  prepared,
  fc.record({ type: fc.constant('preparationRefused' as const), message: words }),
  fc.record({ type: fc.constant('priceRose' as const), credits }),
  fc.record({ type: fc.constant('priceSeen' as const), credits }),
  fc.record({
    type: fc.constant('preparationNeedsPerson' as const),
    kind: fc.constantFrom('credits' as const, 'key' as const),
    message: words,
  }),
  submitted,
  lookedUp,
  polled,
  broughtHome,
  notFetched,
  fc.constant({ type: 'cancelled' as const }),
  fc.record({ type: fc.constant('moved' as const), place: fc.constantFrom('1', '2') }),
  fc.constant({ type: 'lookAsked' as const }),
  stopped,
  fc.record({ type: fc.constant('decided' as const), choice: fc.constantFrom(...choiceIds) }),
)

const turn = fc.record({
  /** Mostly what fits the effect that was planned; else anything at all. */
  fits: fc.integer({ min: 0, max: 9 }),
  passesMs: fc.oneof(fc.nat({ max: 60_000 }), fc.constantFrom(hour, -5000)),
  any: anyEvent,
  prepared,
  stopped,
  submitted,
  lookedUp,
  polled,
  broughtHome,
  notFetched,
})
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never

export const turns = fc.array(turn, { minLength: 1, maxLength: 40 })

/** The event of a turn: the outcome of the planned effect, or whatever comes. */
export function eventOf(
  turn: Turn,
  planned: RequestEffect | null,
  nowMs: number,
): { event: RequestEvent; fits: boolean } {
  const atMs = nowMs + turn.passesMs
  const fits = planned !== null && turn.fits < 8
  const timeless = fits ? outcomeOf(turn, planned) : turn.any
  return { event: { ...timeless, atMs } as RequestEvent, fits }
}

function outcomeOf(turn: Turn, planned: RequestEffect): Timeless {
  switch (planned.do) {
    case 'prepare':
      return turn.prepared
    case 'submit':
      return turn.fits === 0 ? turn.stopped : turn.submitted
    case 'lookUp':
      return turn.lookedUp
    case 'poll':
      return turn.polled
    case 'bringHome': {
      const { jobIndex, outputIndex } = planned
      return turn.fits < 6
        ? { ...turn.broughtHome, asset: { ...turn.broughtHome.asset, jobIndex, outputIndex } }
        : { ...turn.notFetched, jobIndex, outputIndex }
    }
  }
}

export const startMs = t0

/**
 * Plays random lives of a request, mostly answering what was planned, and checks every step of each.
 * @param check told the receipt before, what a step made of it, and whether the event was an answer to what was planned
 */
export function everyStepOfLives(
  check: (before: Receipt, after: Step, event: RequestEvent, fits: boolean) => void,
  numRuns = 2000,
): void {
  const orders = fc.constantFrom(receiptOf().order, skillOrder)
  fc.assert(
    fc.property(turns, orders, (life, order) => {
      let last: Step = step(receiptOf({ order }), { type: 'recovered', atMs: startMs }, timing)
      for (const turn of life) {
        const { event, fits } = eventOf(turn, last.effect, last.receipt.updatedAtMs)
        const made = step(last.receipt, event, timing)
        check(last.receipt, made, event, fits)
        last = made.effect === null && !fits ? { ...made, effect: last.effect } : made
      }
    }),
    { numRuns },
  )
}
