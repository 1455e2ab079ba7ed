import { describe, expect, it } from 'vitest'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import {
  found,
  hour,
  jobOf,
  lookedUp,
  madeJob,
  minute,
  play,
  polled,
  running,
  second,
  skillOrder,
  t0,
  timing,
  uncertain,
} from '../../../support/receipts.ts'

const missing = (atMs: number): RequestEvent => lookedUp({ type: 'missing' }, atMs)
const inProgress = (afterMs: number, mayResubmit = false): RequestEvent =>
  lookedUp({ type: 'inProgress', afterMs, mayResubmit })
const unreachable = (afterMs: number | null = null): RequestEvent =>
  lookedUp({ type: 'unreachable', reason: 'no answer', afterMs })

describe('a look-up that finds the order', () => {
  it('watches it and sends nothing again (O49, O56, O59, A6)', () => {
    const step = play(uncertain(), lookedUp(found(), t0 + second))
    expect(step.receipt).toMatchObject({
      phase: 'running',
      acceptedAtMs: t0 + second,
      lookedUpTimes: 1,
      creditsUsed: 8,
    })
    expect(step.effect?.do).toBe('poll')
  })

  it('brings a completed one home at once (I7, O115)', () => {
    expect(play(uncertain(), lookedUp(found([madeJob()]))).effect?.do).toBe('bringHome')
  })

  it('takes a receipt whose fields are mostly missing, a legacy one that proves no inputs too (O52, O55, A21)', () => {
    const bare = jobOf({ generationId: null, status: 'something-new', mediaType: null, creditsUsed: null })
    const step = play(uncertain(), lookedUp(found([bare], { creditsUsed: null })))
    expect(step.receipt).toMatchObject({ phase: 'running', creditsUsed: null })
  })
})

describe('a look-up that finds nothing', () => {
  it('looks a second time half a minute later, then sends the same request again, prepared once for good (O59, O120, A8)', () => {
    const first = play(uncertain(), missing(t0 + second))
    expect(first.effect).toEqual({ do: 'lookUp', afterMs: 30 * second })
    const again = play(first.receipt, missing(t0 + 32 * second))
    expect(again.receipt).toMatchObject({ phase: 'ready', id: uncertain().id, body: uncertain().body })
    expect(again.effect).toEqual({ do: 'submit', afterMs: 0 })
  })

  it('starts the two looks anew when the service said something else in between (A8)', () => {
    const step = play(uncertain(), missing(t0), inProgress(0), missing(t0))
    expect(step.effect?.do).toBe('lookUp')
  })

  it.each([
    ['an order older than 15 minutes', {}, t0 + 15 * minute + 1],
    ['an order whose first send is in the future', { firstSentAtMs: t0 + hour }, t0 + minute],
    ['an order whose first send is not known', { firstSentAtMs: null }, t0 + minute],
    ['a clock that was seen to run backwards', { clockWentBack: true }, t0 + minute],
  ] as [string, Partial<Receipt>, number][])(
    'asks a person about %s, naming the risk, and no price that was not read now (A7, M5)',
    (_, changes, atMs) => {
      const step = play(uncertain({ missingInARow: 1, ...changes }), missing(atMs))
      expect(step.receipt).toMatchObject({
        phase: 'needs-decision',
        decision: { kind: 'resend', mayHaveCharged: true },
      })
      expect(step.receipt.decision?.question).toContain('charged a second time')
      expect(step.receipt.decision?.choices.map((c) => [c.id, c.credits])).toEqual([
        ['look-again', null],
        ['send-again', null],
        ['leave', null],
      ])
      expect(step.receipt.decision?.question).toContain('What it costs now is not known')
      expect(step.effect).toBeNull()
    },
  )

  it.each([
    [8, null, 'charged a second time.'],
    [24, { from: 8, to: 24 }, 'It costs 24 now; you accepted 8.'],
    [null, null, 'What it costs now is not known'],
  ])('names what it costs by the list of now, %s, and agrees on that (M5, O112)', (credits, price, words) => {
    const old = uncertain({ missingInARow: 1, firstSentAtMs: t0 - hour })
    const { receipt } = play(old, { ...missing(t0), priceNow: { credits } } as RequestEvent)
    expect(receipt.decision).toMatchObject({ kind: 'resend', price, pricedAtMs: t0 })
    expect(receipt.decision?.question).toContain(words)
    expect(receipt.decision?.choices.find(({ id }) => id === 'send-again')?.credits).toBe(credits)
    const agreed = play(receipt, { type: 'decided', choice: 'send-again', credits, atMs: t0 }).receipt
    expect(agreed).toMatchObject({ phase: 'uncertain', mayResend: true, quote: { credits: credits ?? 8 } })
  })

  it('notices a clock that goes back between two events, and not a nudge of a second (A7, I9)', () => {
    for (const nudge of [900, 1000])
      expect(play(uncertain({ updatedAtMs: t0 }), missing(t0 - nudge)).receipt.clockWentBack).toBe(false)
    const back = play(uncertain({ updatedAtMs: t0 }), missing(t0 - 5000))
    expect(back.receipt.clockWentBack).toBe(true)
  })

  it('a restart alone does not make the age unknown (A7)', () => {
    const restarted = play(uncertain({ missingInARow: 1 }), { type: 'recovered', atMs: t0 + minute })
    expect(restarted.receipt).toMatchObject({ clockWentBack: false, missingInARow: 0 })
    const step = play(restarted.receipt, missing(t0 + minute), missing(t0 + 2 * minute))
    expect(step.effect).toEqual({ do: 'submit', afterMs: 0 })
  })

  it('never sends again what was accepted once, however often it is not found (I5, O125, A25)', () => {
    let receipt = running()
    for (let look = 1; look < 20; look += 1) {
      const step = play(receipt, missing(t0 + look * minute))
      expect(step.effect?.do).toBe('lookUp')
      expect(step.effect?.afterMs).toBeGreaterThanOrEqual(timing.pollSlowMs)
      receipt = step.receipt
    }
  })
})

describe('a look-up that finds a reservation', () => {
  it('waits as long as it is told and looks again (O57, O123, O132)', () => {
    expect(play(uncertain(), inProgress(75 * second)).effect).toEqual({ do: 'lookUp', afterMs: 75 * second })
  })

  it('sends the same request again when the service permits it (O58)', () => {
    const step = play(uncertain(), inProgress(0, true))
    expect(step.effect).toEqual({ do: 'submit', afterMs: 0 })
    expect(step.receipt.id).toBe(uncertain().id)
  })

  it('does not take that permission for an order with evidence of acceptance (I5)', () => {
    expect(play(running(), inProgress(0, true)).effect?.do).toBe('lookUp')
  })
})

describe('a look-up without a verdict', () => {
  it('is tried again after growing pauses and never decides anything (O60, O135, I9)', () => {
    let receipt = uncertain()
    const pauses: (number | undefined)[] = []
    for (let n = 0; n < 8; n += 1) {
      const step = play(receipt, unreachable())
      pauses.push(step.effect?.afterMs)
      expect(step.effect?.do).toBe('lookUp')
      receipt = step.receipt
    }
    expect(pauses.at(-1)).toBe(minute)
    expect(receipt.phase).toBe('uncertain')
  })

  it('waits as long as the service asks (O66, A5)', () => {
    expect(play(uncertain(), unreachable(5 * minute)).effect?.afterMs).toBe(5 * minute)
  })

  it('never looks more often than the document recommends, whatever is answered (O24, O25)', () => {
    for (const [order, interval] of [
      [uncertain().order, timing.pollGenerationMs],
      [skillOrder, timing.pollSkillMs],
    ] as const)
      for (const event of [inProgress(0), unreachable(), unreachable(0)])
        expect(play(uncertain({ order }), event).effect?.afterMs).toBeGreaterThanOrEqual(interval)
  })
})

describe('a look-up that tells the verdict on the submission (A3)', () => {
  const refusal = (reason: 'input' | 'credits' | 'key' | 'collision') =>
    lookedUp({ type: 'refused', reason, httpStatus: 402, code: null, message: 'no' })

  it('asks to top up when nothing was charged (O61)', () => {
    expect(play(uncertain(), refusal('credits')).receipt.decision?.choices.map((c) => c.id)).toEqual([
      'send-again',
      'leave',
    ])
  })

  it('ends as rejected when the inputs were wrong (O62, O65)', () => {
    expect(play(uncertain(), refusal('input')).receipt.phase).toBe('rejected')
  })

  it('does not take a refused key for a verdict on the order (A36, O127)', () => {
    for (const start of [uncertain(), running()]) {
      const step = play(start, refusal('key'))
      expect(step.receipt).toMatchObject({ phase: 'needs-decision', decision: { kind: 'key', mayHaveCharged: true } })
      expect(step.receipt.decision?.choices.map((c) => c.id)).toEqual(['look-again', 'leave'])
    }
  })

  it('does not let a late refusal undo an acceptance, nor an empty balance (I5, O115)', () => {
    for (const reason of ['input', 'credits', 'collision'] as const) {
      const step = play(running(), refusal(reason))
      expect(step.receipt.phase).toBe('running')
      expect(step.effect?.do).toBe('poll')
    }
  })

  it('asks the job and its receipt in turn where neither says anything, and believes the first that does (I12)', () => {
    const silent = polled({ type: 'unreachable', reason: 'The service answered 500.', afterMs: null })
    const unseen = lookedUp({ type: 'unreachable', reason: 'The service answered 500.', afterMs: null })
    const asked: (string | undefined)[] = []
    let step = play(running(), silent)
    for (let looks = 0; looks < 7; looks += 1) {
      asked.push(step.effect?.do)
      step = play(step.receipt, step.effect?.do === 'poll' ? silent : unseen)
    }
    expect(asked).toEqual(['poll', 'poll', 'poll', 'lookUp', 'poll', 'lookUp', 'poll'])
    expect(play(step.receipt, lookedUp(found([madeJob(undefined, {})]))).effect).toMatchObject({ do: 'bringHome' })
  })
})

describe('an accepted order that the service does not find', () => {
  it('is told of once for each key it is looked for under, and anew after it was found (I5)', () => {
    const elsewhere = lookedUp({ type: 'missing', underOtherKey: true })
    const timesTold = (...events: RequestEvent[]): number => {
      let receipt = running()
      let times = 0
      for (const event of events) {
        const made = play(receipt, event)
        times += made.timeline.filter(({ title }) => title === 'The service does not find it now').length
        receipt = made.receipt
      }
      return times
    }
    expect(timesTold(missing(t0), missing(t0), missing(t0))).toBe(1)
    expect(timesTold(missing(t0), elsewhere, elsewhere)).toBe(2)
    expect(timesTold(missing(t0), lookedUp(found()), missing(t0))).toBe(2)
  })
})

describe('a look-up that finds the order gone', () => {
  it('stops, keeps the number, claims no refund and makes no new order (O64, O130, O134)', () => {
    const step = play(uncertain(), lookedUp({ type: 'gone', generationId: 'gen-9' }))
    expect(step.receipt.phase).toBe('gone')
    expect(step.receipt.error).toContain('gen-9')
    expect(step.receipt.error).not.toMatch(/refunded|came back\b(?! is not proven)/)
    expect(step.effect).toBeNull()
  })

  it('still fetches what was made before it went (I7)', () => {
    const jobs = [madeJob(['https://media.test/a.png'], { generationId: 'a' }), jobOf({ generationId: 'b' })]
    const step = play(running(jobs), lookedUp({ type: 'gone', generationId: 'b' }))
    expect(step.effect).toMatchObject({ do: 'bringHome', jobIndex: 0, outputIndex: 0 })
    expect(step.receipt.error).toContain('no longer has')
  })
})
