import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { receiptView as receiptSchema } from '../../../src/contract/views.ts'
import type { Json } from '../../../src/domain/json.ts'
import { entryOf } from '../../../src/domain/ledger/entry.ts'
import { moneyOf } from '../../../src/domain/ledger/money.ts'
import { holdingOf } from '../../../src/domain/quote/cap.ts'
import type { RequestEvent } from '../../../src/domain/request/events.ts'
import { type Receipt, receipt as storedReceipt } from '../../../src/domain/request/receipt.ts'
import { step } from '../../../src/domain/request/step.ts'
import { waitMs } from '../../../src/engine/remote/decode-common.ts'
import { decodeLookUp, decodeStatus, decodeSubmit } from '../../../src/engine/remote/decode-generation.ts'
import { asPoll, decodeRun, decodeSkillStatus } from '../../../src/engine/remote/decode-skill.ts'
import type { Exchange } from '../../../src/engine/remote/exchange.ts'
import { toReceiptView } from '../../../src/engine/views/request-view.ts'
import { bodyOf, day, ready, skillOrder, t0, timing, uncertain } from '../../support/receipts.ts'
import { operations } from './support/operations.ts'
import { raw, scriptedServer, serviceAt } from './support/server.ts'

/** Figures that a service could name, most of them beyond all sense. */
const figure: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(-50, -0.5, 1e15, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 1e-9, 2.5, 0, 5, 86_401, null),
  fc.constantFrom<Json>('5', 'soon', '', true, [5], { credits: 5 }, '1e400', 'Infinity', 'NaN'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const names = [
  'creditsUsed',
  'expectedWaitSeconds',
  'pollHintSeconds',
  'retryAfterSeconds',
  'expectedCount',
  'submissionHttpStatus',
  'quotedCredits',
  'confirmedCredits',
  'required',
  'available',
  'sourceWidth',
  'sourceHeight',
] as const
const odd = fc.record(Object.fromEntries(names.map((name) => [name, figure])), { requiredKeys: [] })
const answer: fc.Arbitrary<Exchange> = fc
  .record({
    httpStatus: fc.constantFrom(200, 200, 200, 400, 402, 409, 429, 503),
    own: odd,
    item: odd,
    credits: fc.record({ daily: figure, purchased: figure }, { requiredKeys: [] }),
    status: fc.constantFrom('processing', 'completed', 'failed', 'partial'),
    creditsStatus: fc.constantFrom(null, 'pending', 'confirmed', 'refunded'),
    code: fc.constantFrom(null, 'in_progress', 'price_changed', 'upscale_resize_required', 'insufficient_credits'),
    hasItems: fc.boolean(),
    retryAfterMs: fc.constantFrom(null, 0, 60_000),
  })
  .map(({ httpStatus, own, item, credits, status, creditsStatus, code, hasItems, retryAfterMs }) => ({
    type: 'answer',
    httpStatus,
    retryAfterMs,
    body: {
      ...own,
      generationId: 'gen-1',
      jobId: 'gen-1',
      status,
      creditsStatus,
      credits,
      ...(httpStatus === 200 ? {} : { error: 'no', code }),
      ...(hasItems ? { items: [{ ...item, generationId: 'gen-1', status, creditsStatus }] } : {}),
    },
  }))

/** What each decoder makes of it, as the events that a request is told. */
function eventsOf(exchange: Exchange, atMs: number): RequestEvent[] {
  return [
    { type: 'submitted', outcome: decodeSubmit(exchange), atMs },
    { type: 'submitted', outcome: decodeRun(exchange), atMs },
    { type: 'lookedUp', outcome: decodeLookUp(exchange), atMs },
    { type: 'lookedUp', outcome: decodeSkillStatus(exchange), atMs },
    { type: 'polled', outcome: decodeStatus(exchange), atMs },
    { type: 'polled', outcome: asPoll(decodeSkillStatus(exchange)), atMs },
  ]
}

const isSum = (credits: number | null): boolean => credits === null || (credits >= 0 && credits <= 1e12)

function isSane(receipt: Receipt): void {
  expect(storedReceipt.parse(receipt)).toEqual(receipt)
  const view = toReceiptView({ receipt, activity: null, assets: [], timing, nowMs: 0 }, [])
  expect(receiptSchema.safeParse(view).error).toBeUndefined()
  expect(JSON.stringify(view)).not.toMatch(/Invalid|NaN|Infinity|-50/)
  const { quoted, charged, refunded, paid } = moneyOf(receipt)
  const held = holdingOf(receipt).credits
  const entry = entryOf(receipt)
  for (const sum of [quoted, charged, refunded, paid, held, entry?.paid ?? null]) expect(isSum(sum)).toBe(true)
}

describe('figures beyond all sense (M11)', () => {
  it('are booked in no sum and break no view, whichever answer brings them (O2)', () => {
    const starts = [
      ready(),
      uncertain(),
      ready({ order: skillOrder, body: bodyOf() }),
      uncertain({ order: skillOrder }),
    ]
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 3 }), fc.nat(3), (answers, which) => {
        let receipt = starts[which] ?? ready()
        answers.forEach((exchange, index) => {
          for (const event of eventsOf(exchange, t0 + index * 1000)) {
            const made = step(receipt, event, timing)
            isSane(made.receipt)
            if (made.effect) expect(made.effect.afterMs).toBeLessThanOrEqual(30 * day)
            receipt = made.receipt
          }
        })
      }),
      { numRuns: 150 },
    )
  })

  it('are told once, in the service’s own writing, and are not a charge', () => {
    const said = (creditsUsed: Json): Exchange => ({
      type: 'answer',
      httpStatus: 200,
      retryAfterMs: null,
      body: { success: true, generationId: 'g', status: 'processing', creditsUsed, expectedWaitSeconds: 1e15 },
    })
    const first = step(ready(), { type: 'submitted', outcome: decodeSubmit(said(-50)), atMs: t0 }, timing)
    expect(first.receipt).toMatchObject({ phase: 'running', creditsUsed: null, expectedAtMs: null })
    const troubles = first.timeline.filter(({ tone }) => tone === 'trouble').map(({ detail }) => detail)
    expect(troubles).toEqual([expect.stringContaining('creditsUsed: -50, expectedWaitSeconds: 1000000000000000')])
    const second = step(first.receipt, { type: 'polled', outcome: decodeStatus(said(-50)), atMs: t0 + 3000 }, timing)
    expect(second.timeline).toEqual([])
    const last = step(second.receipt, { type: 'polled', outcome: decodeStatus(said(8)), atMs: t0 + 6000 }, timing)
    expect(last.receipt.creditsUsed).toBe(8)
  })

  it('that no number holds leave the rest of the answer readable: the order was accepted (A29)', async () => {
    const text =
      '{"success":true,"generationId":"g","status":"processing","creditsUsed":1e400,"credits":{"daily":-1e999}}'
    const service = serviceAt((await scriptedServer(raw(200, text, { 'content-type': 'application/json' }))).url)
    expect(await operations.submit(service)).toMatchObject({
      type: 'accepted',
      acceptance: {
        creditsUsed: null,
        jobs: [{ generationId: 'g' }],
        oddFigures: expect.arrayContaining([expect.stringContaining('creditsUsed')]),
      },
    })
  })

  it.each<[Json, number | null]>([
    [0, 0],
    [4, 4000],
    [-1, 60_000],
    ['soon', null],
    [1e15, 86_400_000],
    [null, null],
  ])(
    'asking to wait %j seconds are a minute where they cannot be read, and a day at most (A5, A40)',
    (said, expected) => {
      const exchange = {
        type: 'answer' as const,
        httpStatus: 503,
        retryAfterMs: null,
        body: { error: 'x', retryAfterSeconds: said },
      }
      const found = decodeLookUp(exchange)
      expect(found.type === 'unreachable' ? found.afterMs : 'another').toBe(expected)
      expect(waitMs(exchange, { ...wordless, retryAfterSeconds: 0 })).toBe(0)
    },
  )

  it('of a version before, which booked them, are in no sum any more and break no view', () => {
    const old = step(ready(), { type: 'submitted', outcome: decodeSubmit(taken), atMs: t0 }, timing).receipt
    isSane({
      ...old,
      creditsUsed: -50,
      expectedAtMs: 1e18,
      jobs: old.jobs.map((job) => ({ ...job, creditsUsed: -50 })),
    })
  })
})

const taken: Exchange = {
  type: 'answer',
  httpStatus: 200,
  retryAfterMs: null,
  body: { success: true, generationId: 'g', status: 'processing' },
}

const wordless: Parameters<typeof waitMs>[1] = {
  success: null,
  error: null,
  message: null,
  code: null,
  retryAfterSeconds: null,
  generationId: null,
  batchId: null,
  required: null,
  available: null,
  supportedRatios: null,
  quotedCredits: null,
  confirmedCredits: null,
  sourceWidth: null,
  sourceHeight: null,
}
