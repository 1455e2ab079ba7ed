import { describe, expect, it } from 'vitest'
import type { LookUpOutcome, PollOutcome, SubmitOutcome } from '../../../src/domain/request/outcomes.ts'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { step } from '../../../src/domain/request/step.ts'
import type { Step } from '../../../src/domain/request/transitions.ts'
import { lookedUp, polled, ready, running, skillOrder, submitted, timing, uncertain } from '../../support/receipts.ts'
import { noVerdict, type Operation, operations } from './support/operations.ts'
import { json, raw, type Script, scriptedServer, serviceAt } from './support/server.ts'

/** The rows of service.md §7: status, code, and what stands beside them. */
const rows: [number, string | null, object][] = [
  [400, 'invalid_reference_url', { received: 'file:///x' }],
  [400, null, { supportedRatios: ['1:1'] }],
  [401, null, {}],
  [402, 'premium_model_paywall', { required: 8, available: 2 }],
  [402, 'insufficient_credits', {}],
  [403, null, {}],
  [404, 'request_not_found', {}],
  [404, null, {}],
  [409, 'in_progress', { retryAfterSeconds: 40 }],
  [409, 'idempotency_conflict', {}],
  [409, 'request_id_collision', {}],
  [409, 'upscale_resize_required', { sourceWidth: 9000, sourceHeight: 6000 }],
  [409, 'price_changed', { quotedCredits: 9, confirmedCredits: 5 }],
  [410, 'generation_unavailable', { generationId: 'gen-1' }],
  [413, null, {}],
  [422, null, { batchId: 'b' }],
  [429, null, { retryAfterSeconds: 30 }],
  [500, null, {}],
  [503, 'in_progress', { retryAfterSeconds: 0 }],
  [503, 'in_progress', { retryAfterSeconds: 40 }],
  [503, 'request_interrupted', {}],
  [503, null, {}],
]

const html = '<!doctype html><title>Gateway</title>'
const whole = (code: string | null, more: object) => ({
  success: false,
  error: 'said so',
  ...(code ? { code } : {}),
  ...more,
})

/** How an answer may come. All but the first lack the service's words, so they prove nothing about an order. */
const variants: Record<string, (status: number, code: string | null, more: object) => Script> = {
  full: (status, code, more) => json(status, whole(code, more)),
  'no body': (status) => raw(status, ''),
  HTML: (status) => raw(status, html, { 'content-type': 'text/html' }),
  'cut JSON': (status, code, more) => raw(status, JSON.stringify(whole(code, more)).slice(0, -9)),
  'success:false': (status) => json(status, { success: false }),
  'wrong type': (status) =>
    json(status, { success: 'no', error: 7, code: ['x'], retryAfterSeconds: 'soon', generationId: {} }),
}

const paid = ['submit', 'run', 'lookUp', 'skillLookUp', 'status', 'skillStatus'] as const
type Paid = (typeof paid)[number]

/** The receipt at the moment of that exchange, and what becomes of it. */
function after(operation: Paid, outcome: unknown): { before: Receipt; made: Step } {
  const order = operation === 'run' || operation.startsWith('skill') ? { order: skillOrder } : {}
  switch (operation) {
    case 'submit':
    case 'run': {
      const before = ready(order)
      return { before, made: step(before, submitted(outcome as SubmitOutcome, before.updatedAtMs), timing) }
    }
    case 'lookUp':
    case 'skillLookUp': {
      const before = uncertain(order)
      return { before, made: step(before, lookedUp(outcome as LookUpOutcome, before.updatedAtMs), timing) }
    }
    case 'status':
    case 'skillStatus': {
      const before = running(undefined, order)
      return { before, made: step(before, polled(outcome as PollOutcome, before.updatedAtMs), timing) }
    }
  }
}

/** The only answers after which the same request may go out again without a person. */
const permits = (operation: Operation, status: number, code: string | null, more: object, variant: string): boolean =>
  ((operation === 'submit' || operation === 'run') && status === 429) ||
  (operation === 'lookUp' &&
    status === 503 &&
    code === 'in_progress' &&
    variant === 'full' &&
    'retryAfterSeconds' in more &&
    more.retryAfterSeconds === 0)

/** Where the status alone is the word: a limit, or a look at one job. */
const byStatus = (operation: Paid, status: number): boolean =>
  ((operation === 'submit' || operation === 'run') && status === 429) ||
  (operation === 'status' && [404, 410].includes(status))

describe.each(paid)('%s meets every row of §7', (operation) => {
  it.each(Object.keys(variants))(
    '%s: no new number, nothing sent again but where it is permitted, nothing ended without the service’s words (I2, I5, O133, A29)',
    async (variant) => {
      const server = await scriptedServer()
      const make = variants[variant]
      for (const [status, code, more] of rows) {
        const where = `${status} ${code ?? ''} ${variant}`
        if (make) server.answer(make(status, code, more))
        const outcome = await operations[operation](serviceAt(server.url))
        const { before, made } = after(operation, outcome)
        expect(made.receipt.id, where).toBe(before.id)
        expect(made.receipt.body, where).toEqual(before.body)
        if (!permits(operation, status, code, more, variant)) expect(made.effect?.do, where).not.toBe('submit')
        if (variant === 'full' || byStatus(operation, status)) continue
        expect(outcome.type, where).toBe(noVerdict[operation])
        expect(['ready', 'uncertain', 'running'], where).toContain(made.receipt.phase)
        expect(made.receipt.acceptedAtMs, where).toBe(before.acceptedAtMs)
      }
      expect(server.seen).toHaveLength(rows.length)
    },
  )
})
