import { describe, expect, it } from 'vitest'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import { mayBeLeft } from '../../../../src/domain/request/long-doubt.ts'
import type { Refusal } from '../../../../src/domain/request/outcomes.ts'
import { step } from '../../../../src/domain/request/step.ts'
import {
  day,
  found,
  hour,
  jobOf,
  lookedUp,
  minute,
  play,
  receiptOf,
  second,
  t0,
  timing,
  uncertain,
} from '../../../support/receipts.ts'

const refusal = (reason: Refusal['reason']): Refusal => ({
  type: 'refused',
  reason,
  httpStatus: 402,
  code: null,
  message: '',
})
const inProgress = (atMs: number) => lookedUp({ type: 'inProgress', afterMs: 3000, mayResubmit: false }, atMs)
const permits = (afterMs: number, atMs = t0) => lookedUp({ type: 'inProgress', afterMs, mayResubmit: true }, atMs)

describe('a permission that comes with a pause', () => {
  it('is carried out after that pause: the second send leaves (M9, O58, O66)', () => {
    const step = play(uncertain(), permits(second))
    expect(step.receipt.phase).toBe('ready')
    expect(step.effect).toEqual({ do: 'submit', afterMs: second })
  })

  it('of minutes counts from the first look that brought it, not anew from each (M9)', () => {
    const first = play(uncertain(), permits(2 * minute))
    expect(first.effect).toEqual({ do: 'lookUp', afterMs: 2 * minute })
    const then = play(first.receipt, permits(2 * minute, t0 + 2 * minute))
    expect(then.effect?.do).toBe('submit')
    const withdrawn = play(first.receipt, inProgress(t0 + minute))
    expect(withdrawn.receipt.permittedAtMs).toBeNull()
  })
})

describe('an order that no look settles', () => {
  it('is looked at ever more seldom: some hundred looks in a day, and one line on the timeline (M9, A10)', () => {
    let [receipt, atMs, looks, lines] = [uncertain(), t0, 0, 0]
    const within = { anHour: 0 }
    while (atMs < t0 + day) {
      const made = step(receipt, inProgress(atMs), timing)
      expect(made.effect).toMatchObject({ do: 'lookUp' })
      receipt = made.receipt
      looks += 1
      lines += made.timeline.length
      atMs += made.effect?.afterMs ?? day
      if (atMs <= t0 + 40 * minute) within.anHour += 1
    }
    expect(within.anHour).toBeLessThan(110)
    expect(looks).toBeLessThan(250)
    expect(lines).toBe(1)
  })

  it('may be left after a day, told what that means, and not before (M9)', () => {
    const leave = (atMs: number) => play(uncertain(), { type: 'decided', choice: 'leave', atMs })
    expect(leave(t0 + 23 * hour)).toMatchObject({ receipt: { phase: 'uncertain' }, timeline: [] })
    const left = leave(t0 + day)
    expect(left.receipt).toMatchObject({ phase: 'failed' })
    expect(left.receipt.error).toContain('may have charged it')
    expect(left.effect).toBeNull()
    const now = { atMs: t0 + 10 * day, timing }
    expect(mayBeLeft(receiptOf(), now)).toBe(false)
    expect(mayBeLeft(uncertain({ settled: true }), now)).toBe(false)
    expect(mayBeLeft(uncertain({ clockWentBack: true }), { atMs: t0, timing })).toBe(true)
  })
})

describe('a first look at what was approved in an earlier run', () => {
  const looked = (event: RequestEvent) => play(receiptOf(), event)

  it('prepares what is not known there; what was refused there is ordered anew or left, never under its number (M7, I4)', () => {
    expect(looked(lookedUp({ type: 'missing' })).effect?.do).toBe('prepare')
    const asked = looked(lookedUp(refusal('credits'))).receipt
    expect(asked.decision?.choices.map(({ id }) => id)).toEqual(['new-order', 'leave'])
    expect(looked(permits(second)).receipt.decision?.mayHaveCharged).toBe(true)
  })

  it('takes what was ordered elsewhere as it stands, and never says of it that nothing was charged (M7, I5)', () => {
    const { receipt } = looked(lookedUp(found([jobOf()])))
    expect(receipt).toMatchObject({ phase: 'running', body: null, creditsUsed: 8 })
    expect(receipt.acceptedAtMs).not.toBeNull()
  })

  it('waits for a word of the service, and sends nothing meanwhile (M7)', () => {
    for (const event of [lookedUp({ type: 'unreachable', reason: 'away', afterMs: null }), inProgress(t0)]) {
      const step = looked(event)
      expect(step.receipt.phase).toBe('approved')
      expect(step.effect?.do).toBe('lookUp')
    }
    expect(looked(lookedUp(refusal('key'))).receipt.decision?.kind).toBe('key')
    expect(looked(lookedUp({ type: 'gone', generationId: 'g' })).receipt.phase).toBe('gone')
  })
})
