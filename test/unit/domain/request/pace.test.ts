import { describe, expect, it } from 'vitest'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import type { LookUpOutcome, SubmitOutcome } from '../../../../src/domain/request/outcomes.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Step } from '../../../../src/domain/request/transitions.ts'
import { nowWords } from '../../../../src/domain/request/words.ts'
import {
  accepted,
  day,
  hour,
  lookedUp,
  minute,
  play,
  ready,
  second,
  skillOrder,
  submitted,
  t0,
  timing,
  uncertain,
} from '../../../support/receipts.ts'

const busy = (afterMs: number | null = null): SubmitOutcome => ({
  type: 'unknown',
  reason: 'The service answered 503.',
  afterMs,
})
const permitted: LookUpOutcome = { type: 'inProgress', afterMs: 0, mayResubmit: true }
const missing: LookUpOutcome = { type: 'missing' }

/** Plays what is planned, against a service that always answers the same, for so long. */
function against(start: Receipt, post: SubmitOutcome, look: LookUpOutcome, forMs: number) {
  const postedAtMs: number[] = []
  const steps: Step[] = []
  let atMs = t0
  let last: Step = { accepted: true, receipt: start, effect: { do: 'submit', afterMs: 0 }, timeline: [] }
  while (last.effect !== null && atMs + last.effect.afterMs <= t0 + forMs) {
    const { effect } = last
    atMs += effect.afterMs
    if (effect.do === 'submit') postedAtMs.push(atMs - t0)
    const event: RequestEvent = effect.do === 'submit' ? submitted(post, atMs) : lookedUp(look, atMs)
    last = play(last.receipt, event)
    steps.push(last)
  }
  return { postedAtMs, steps, last }
}

const gaps = (times: number[]): number[] => times.slice(1).map((at, index) => at - (times[index] ?? 0))

describe('a service that keeps permitting to send again what it does not take', () => {
  it.each([
    ['a Skill’s receipt that is retryable (O113, O119)', { order: skillOrder }, busy()],
    ['an ordinary order in progress with 0 seconds (O57, O58)', {}, { type: 'inProgress', afterMs: 0 } as const],
  ])('is sent it ever more seldom: %s', (_, changes, post) => {
    const { postedAtMs } = against(ready(changes), post, permitted, day)
    expect(postedAtMs.filter((at) => at <= 200 * second).length).toBeLessThanOrEqual(8)
    expect(postedAtMs.length).toBeLessThan(200)
    const pauses = gaps(postedAtMs)
    expect(pauses.slice(0, 4)).toEqual([2, 4, 8, 16].map((s) => s * second))
    expect(pauses.at(-1)).toBe(10 * minute)
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  })

  it('is looked at once more right before each send that had to wait for long (A6)', () => {
    const { steps } = against(ready(), busy(), permitted, hour)
    for (const [index, { effect }] of steps.entries())
      if (effect?.do === 'submit') expect(effect.afterMs).toBeLessThanOrEqual(timing.secondLookMs)
      else if (index > 20) expect(effect?.do).toBe('lookUp')
  })

  it('a person reads what happens and when it goes on', () => {
    const { steps, last } = against(ready(), busy(), permitted, hour)
    const asks = steps.filter(({ effect }) => effect?.do === 'lookUp').at(-1)?.receipt
    expect(asks?.next?.words).toMatch(/retrying this request, after \d+ times without a clear answer$/)
    expect(asks && nowWords(asks, null)).toMatch(/sent \d+ times/)
    const details = steps.flatMap(({ timeline }) => timeline.map(({ detail }) => detail))
    expect(details.some((detail) => /It was sent \d+ times so far, and the pauses between grow\.$/.test(detail))).toBe(
      true,
    )
    expect(last.receipt.next?.atMs).toBeGreaterThan(t0)
  })

  it('an acceptance ends it', () => {
    const { last } = against(ready(), busy(), permitted, minute)
    const step = play(last.receipt.phase === 'ready' ? last.receipt : ready(), submitted(accepted(), t0 + hour))
    expect(step.receipt.phase).toBe('running')
  })
})

describe('Retry-After of an answer that settles nothing', () => {
  const asked = play(ready(), submitted(busy(5 * minute)))

  it('is waited for before the next look and the next send (O66, A5)', () => {
    expect(asked.effect).toEqual({ do: 'lookUp', afterMs: 5 * minute })
    const { postedAtMs } = against(ready(), busy(5 * minute), missing, 6 * minute)
    expect(gaps(postedAtMs)).toEqual([5.5 * minute])
  })

  it.each<[string, Receipt, RequestEvent[]]>([
    ['a look that a person has brought forward', asked.receipt, [lookedUp(permitted, t0 + minute)]],
    [
      'a restart',
      asked.receipt,
      [
        { type: 'recovered', atMs: t0 + 10 * second },
        lookedUp(missing, t0 + 20 * second),
        lookedUp(missing, t0 + minute),
      ],
    ],
    [
      'a decision to send it again',
      asked.receipt,
      [
        lookedUp({ type: 'refused', reason: 'credits', httpStatus: 402, code: null, message: '' }, t0 + 30 * second),
        { type: 'decided', choice: 'send-again', atMs: t0 + minute },
      ],
    ],
    [
      'a limit and a restart',
      play(ready(), submitted({ type: 'limited', afterMs: 5 * minute, message: '' })).receipt,
      [{ type: 'recovered', atMs: t0 + 10 * second }, lookedUp(permitted, t0 + minute)],
    ],
  ])('is not cut short by %s (O66, A23)', (_, start, events) => {
    const step = play(start, ...events)
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: 4 * minute })
    expect(step.receipt).toMatchObject({ phase: 'uncertain', decision: null })
    expect(step.timeline.at(-1)?.title).toBe('Not sent again yet')
    const after = t0 + 5 * minute
    const on = play(step.receipt, lookedUp(missing, after), lookedUp(missing, after + 30 * second))
    expect([step.receipt, on.receipt].map(({ id, sentTimes }) => [id, sentTimes])).toEqual(
      [0, 0].map(() => [start.id, step.receipt.sentTimes]),
    )
    expect(play(step.receipt, lookedUp(permitted, after)).effect).toEqual({ do: 'submit', afterMs: 0 })
  })

  it('is not longer for a clock that is set back (A40)', () => {
    const step = play(asked.receipt, lookedUp(permitted, t0 - day))
    expect(step.effect?.afterMs).toBe(5 * minute)
    const on = play(step.receipt, lookedUp(permitted, t0 - day + 5 * minute))
    expect(on.effect).toEqual({ do: 'submit', afterMs: 0 })
  })

  it('does not carry an order past the age at which a person is asked (A7)', () => {
    const { postedAtMs, last } = against(ready(), busy(20 * minute), missing, day)
    expect(postedAtMs).toEqual([0])
    expect(last.receipt.decision).toMatchObject({ kind: 'resend', mayHaveCharged: true })
  })

  it('a person is not told of lost answers where each was a clear one (A7)', () => {
    const old = play(uncertain({ missingInARow: 1 }), lookedUp(missing, t0 + hour)).receipt.decision?.question
    expect(old).toContain('No answer has settled this order')
    expect(old).not.toMatch(/lost/)
  })
})
