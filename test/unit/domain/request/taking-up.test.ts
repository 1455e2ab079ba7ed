import { describe, expect, it } from 'vitest'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import type { ChoiceId, Decision, Receipt } from '../../../../src/domain/request/receipt.ts'
import { nowWords, stateOf } from '../../../../src/domain/request/words.ts'
import {
  bodyOf,
  broughtHome,
  hour,
  jobOf,
  lookedUp,
  madeJob,
  minute,
  notFetched,
  play,
  polled,
  ready,
  receiptOf,
  running,
  saidJob,
  second,
  submitted,
  t0,
  uncertain,
} from '../../../support/receipts.ts'

const recovered: RequestEvent = { type: 'recovered', atMs: t0 }
const twoFiles = ['https://media.test/1', 'https://media.test/2']
const preparation = [
  { source: 'a.png', sha256: 'ab', sizeBytes: 3, width: 1, height: 1, format: 'png', steps: ['made upright'] },
]

describe('after a start of the app', () => {
  it('every pause begins anew: what failed before may be well now', () => {
    const tired = { failuresInARow: 9, missingInARow: 1 }
    const starts = [receiptOf(tired), ready(tired), uncertain(tired), running([jobOf()], tired)]
    for (const start of starts) expect(play(start, recovered).receipt.failuresInARow, start.phase).toBe(0)
    for (const start of [ready(tired), uncertain(tired)])
      expect(play(start, recovered).receipt, start.phase).toMatchObject({ phase: 'uncertain', missingInARow: 0 })
    const failed = play(running(), polled(saidJob([jobOf({ status: 'failed' })]))).receipt
    expect(play({ ...failed, ...tired }, recovered).effect).toEqual({ do: 'poll', afterMs: minute })
  })

  it('a body on disk counts as one more send, each time (I1, A6)', () => {
    expect(play(ready({ sentTimes: 2 }), recovered).receipt.sentTimes).toBe(3)
    expect(play(ready(), recovered).timeline).toMatchObject([{ tone: 'trouble', title: 'Interrupted while sending' }])
  })

  it('an order whose last file came home just before ends', () => {
    const assets = play(running([madeJob()]), broughtHome()).receipt.assets
    const step = play(running([madeJob()], { phase: 'downloading', assets }), recovered)
    expect(step).toMatchObject({ receipt: { phase: 'completed' }, effect: null })
  })

  it('files that were given up are tried from the first again (I7)', () => {
    const owed = [{ jobIndex: 0, outputIndex: 0, reason: 'x', triedTimes: 9 }]
    for (const phase of ['downloading', 'completed', 'partial', 'failed', 'gone'] as const) {
      const step = play(running([madeJob()], { phase, owed }), recovered)
      expect(step.effect, phase).toEqual({ do: 'bringHome', afterMs: 0, jobIndex: 0, outputIndex: 0 })
      expect(step.receipt.owed).toMatchObject([{ reason: 'x', triedTimes: 0 }])
    }
  })
})

describe('the key that an order waited for', () => {
  const waiting = (start: Receipt) =>
    play(start, lookedUp({ type: 'refused', reason: 'key', httpStatus: 401, code: null, message: '' })).receipt
  const held: RequestEvent = { type: 'keyHeldAgain', atMs: t0 }

  it('is set again: an accepted order is watched on, and it is told (A36, I5)', () => {
    const step = play(waiting(running()), held)
    expect(step.receipt).toMatchObject({ phase: 'running', decision: null })
    expect(step.effect).toEqual({ do: 'poll', afterMs: 0 })
    expect(step.timeline).toMatchObject([{ title: 'The key is set again' }])
    expect(play(waiting(uncertain()), held).effect?.do).toBe('lookUp')
  })

  it('changes nothing for an order that stands elsewhere, whatever it was asked before', () => {
    const elsewhere = { ...waiting(uncertain()), phase: 'rejected' as const }
    expect(play(elsewhere, held)).toMatchObject({ receipt: { phase: 'rejected' }, effect: null, timeline: [] })
  })
})

describe('preparing', () => {
  it('keeps what was done to each picture, and begins the pauses of sending anew (O86)', () => {
    const event: RequestEvent = { type: 'bodyWritten', atMs: t0 + second, body: bodyOf(), preparation }
    const step = play(receiptOf({ failuresInARow: 4 }), event)
    expect(step.receipt).toMatchObject({ preparation, failuresInARow: 0, firstSentAtMs: t0 + second })
    expect(step.timeline).toMatchObject([{ tone: 'step', detail: `${bodyOf().sizeBytes} bytes to the service.` }])
  })

  it('that has to wait is told once, says that nothing was charged, and waits longer each time', () => {
    const delayed: RequestEvent = { type: 'preparationDelayed', atMs: t0, reason: 'No network.', afterMs: null }
    const first = play(receiptOf(), delayed)
    expect(first.timeline).toMatchObject([{ tone: 'trouble', detail: 'No network. Nothing was sent or charged.' }])
    expect(first.receipt.next?.words).toBe('No network. Nothing was sent or charged; tries again')
    const again = play(first.receipt, delayed)
    expect(again.timeline).toEqual([])
    expect(again.effect).toEqual({ do: 'prepare', afterMs: 4 * second })
  })

  it.each<RequestEvent>([
    { type: 'preparationRefused', atMs: t0, message: 'Too large.' },
    { type: 'preparationDelayed', atMs: t0, reason: 'No network.', afterMs: null },
    { type: 'preparationNeedsPerson', atMs: t0, kind: 'key', message: 'No key.' },
    { type: 'bodyWritten', atMs: t0, body: bodyOf(), preparation },
    { type: 'cancelled', atMs: t0 },
  ])('that is over has no more news: %j', (event) => {
    for (const start of [uncertain(), running(), receiptOf({ phase: 'rejected' })]) {
      const { receipt, effect, timeline } = play(start, event)
      expect({ receipt, effect, timeline }).toEqual({ receipt: start, effect: null, timeline: [] })
    }
  })
})

describe('a look that nothing answers', () => {
  it('is told once, and counts (A25)', () => {
    const unreachable = polled({ type: 'unreachable', reason: 'No network.', afterMs: null })
    const first = play(running(), unreachable)
    expect(first.timeline).toMatchObject([{ tone: 'trouble', title: 'Couldn’t check', detail: 'No network.' }])
    const second = play(first.receipt, unreachable)
    expect(second.timeline).toEqual([])
    expect(second.receipt.failuresInARow).toBe(2)
  })
})

describe('news of a file', () => {
  it('that no job has is no file of this order (I7)', () => {
    for (const event of [
      broughtHome(1),
      broughtHome(0, 1),
      notFetched({ outputIndex: 1 }),
      notFetched({ jobIndex: 1 }),
    ])
      expect(play(running([madeJob()]), event).receipt).toMatchObject({ assets: [], owed: [] })
  })

  it('of an order that is gone is followed by the next file (I7)', () => {
    const gone = running([madeJob(twoFiles)], { phase: 'gone' })
    expect(play(gone, broughtHome()).effect).toMatchObject({ do: 'bringHome', outputIndex: 1 })
    expect(play(gone, notFetched({ addressStale: true })).effect).toMatchObject({ do: 'bringHome', outputIndex: 1 })
    expect(play(gone, broughtHome(), broughtHome(1))).toMatchObject({ receipt: { phase: 'gone' }, effect: null })
  })

  it('that it failed, after it came home, makes no debt of it (I7)', () => {
    const late = play(running([madeJob(twoFiles)]), broughtHome(), notFetched())
    expect(late.receipt.owed).toEqual([])
    expect(late.effect).toMatchObject({ do: 'bringHome', outputIndex: 1 })
  })

  it('that it failed is told once, and the debts of others stay (I7)', () => {
    const start = running([madeJob(twoFiles)])
    expect(play(start, notFetched()).timeline).toMatchObject([{ tone: 'trouble', title: 'Could not fetch a file' }])
    const both = play(start, notFetched(), notFetched({ outputIndex: 1 }))
    expect(both.timeline).toHaveLength(1)
    const again = play(both.receipt, notFetched())
    expect(again.timeline).toEqual([])
    expect(again.receipt.owed.map((o) => [o.outputIndex, o.triedTimes])).toEqual([
      [1, 1],
      [0, 2],
    ])
    expect(play(again.receipt, broughtHome(1)).receipt.owed).toMatchObject([{ outputIndex: 0 }])
  })

  it('that its address is dead asks for a fresh one, less often the more it failed (A14, O24)', () => {
    const dead = notFetched({ addressStale: true })
    const pause = (tries: number) =>
      play(running([madeJob()], { phase: 'downloading' }), ...Array.from({ length: tries }, () => dead)).effect
    expect(pause(1)).toEqual({ do: 'poll', afterMs: 3 * second })
    expect(pause(5)).toEqual({ do: 'poll', afterMs: 60 * second })
    const others = running([madeJob(), jobOf({ generationId: 'b' })])
    expect(play(others, dead).effect).toEqual({ do: 'poll', afterMs: 3 * second })
  })
})

describe('what a person decided', () => {
  const asked = (changes: Partial<Decision>, start = ready()): Receipt => {
    const ids: ChoiceId[] = [
      'send-again',
      'look-again',
      'try-again',
      'new-order',
      'accept-price',
      'accept-resize',
      'leave',
    ]
    const choices = ids.map((id) => ({ id, label: 'It', explains: 'It.', credits: null }))
    const decision = {
      kind: 'other' as const,
      question: 'What?',
      mayHaveCharged: false,
      price: null,
      pricedAtMs: null,
      choices,
    }
    return { ...start, phase: 'needs-decision', failuresInARow: 5, decision: { ...decision, ...changes } }
  }
  const decide = (receipt: Receipt, choice: ChoiceId) => play(receipt, { type: 'decided', choice, atMs: t0 })

  it('is told in words of its own, closes the question and begins the pauses anew (I2)', () => {
    const told = new Set<string | undefined>()
    for (const { id } of asked({}).decision?.choices ?? []) {
      const { receipt, timeline } = decide(asked({}), id)
      expect(receipt).toMatchObject({ decision: null, failuresInARow: 0 })
      told.add(timeline[0]?.detail)
    }
    expect(told.size).toBe(7)
  })

  it('before a body was written goes back to preparing (O87)', () => {
    for (const choice of ['send-again', 'try-again'] as const) {
      const step = decide(asked({}, receiptOf()), choice)
      expect(step.receipt.phase).toBe('approved')
      expect(step.effect).toEqual({ do: 'prepare', afterMs: 0 })
    }
  })

  it('to look again watches on what was accepted (A36)', () => {
    const step = decide(asked({}, running()), 'look-again')
    expect(step.receipt.phase).toBe('running')
    expect(step.effect).toEqual({ do: 'poll', afterMs: 0 })
  })

  it('to order anew says that this one was replaced, not left (A2, O111)', () => {
    for (const choice of ['new-order', 'accept-resize'] as const)
      expect(decide(asked({}), choice).receipt).toMatchObject({
        phase: 'rejected',
        error: 'Reordered as a new request. Nothing was charged.',
      })
  })

  it('to look again starts the two looks anew (A8)', () => {
    expect(decide(asked({}, ready({ missingInARow: 1, sentTimes: 1 })), 'look-again').receipt).toMatchObject({
      phase: 'uncertain',
      missingInARow: 0,
    })
  })

  it('beside the program that drives the queue starts the two looks anew too (A8, I3)', () => {
    const start = asked({}, ready({ missingInARow: 1 }))
    const { receipt } = play(start, { type: 'decided', choice: 'send-again', beside: true, atMs: t0 })
    expect(receipt).toMatchObject({ phase: 'uncertain', missingInARow: 0, mayResend: true })
  })

  it('on a new price is kept with its line, by whoever gave the first consent (O2, O110)', () => {
    const price = { from: 8, to: 12 }
    const { receipt } = decide(asked({ price }, receiptOf()), 'accept-price')
    expect(receipt.quote.lines).toEqual([{ label: 'Accepted anew', amount: '12', credits: 12 }])
    expect(receipt.consent).toEqual({ atMs: t0, credits: 12, by: 'terminal', ceilingCredits: null })
  })

  it('on a price that the service does not show leaves what was agreed: nothing unknown is ever agreed (O71, O110)', () => {
    const { receipt } = decide(asked({ price: { from: 8, to: null } }, receiptOf()), 'accept-price')
    expect(receipt).toMatchObject({ quote: { credits: 8 }, consent: { credits: receiptOf().consent.credits } })
  })

  it('on a new price is a new order where a body was written, or no price is asked about (I4, O112)', () => {
    for (const start of [asked({ price: { from: 8, to: 12 } }), asked({}, receiptOf())]) {
      const { receipt, effect } = decide(start, 'accept-price')
      expect(receipt).toMatchObject({ phase: 'rejected', quote: { credits: 8 } })
      expect(receipt.error).toContain('Nothing was charged.')
      expect(effect).toBeNull()
    }
  })

  it('to leave it ends as what is known of the money (O134, I6)', () => {
    const leave = (changes: Partial<Decision>, start?: Receipt) => decide(asked(changes, start), 'leave').receipt
    expect(leave({}, receiptOf())).toMatchObject({
      phase: 'cancelled',
      error: expect.stringContaining('before it was sent'),
    })
    expect(leave({})).toMatchObject({ phase: 'rejected', error: 'You cancelled it. Nothing was charged.' })
    expect(stateOf(leave({}), null), 'no refusal of the service').toBe('cancelled')
    const charged = expect.stringContaining('ask its support with this receipt number')
    expect(leave({ mayHaveCharged: true })).toMatchObject({ phase: 'failed', error: charged })
    const withFile = play(running([madeJob(twoFiles)]), broughtHome()).receipt
    const stillFetched = expect.stringContaining('still be downloaded')
    expect(leave({ mayHaveCharged: true }, withFile)).toMatchObject({ phase: 'partial', error: stillFetched })
    const withAll = play(running([madeJob(), jobOf({ generationId: 'b' })]), broughtHome()).receipt
    expect(leave({ mayHaveCharged: true }, withAll)).toMatchObject({ phase: 'partial', error: charged })
  })

  it('is heeded only while something is asked', () => {
    const answered = { ...asked({}), phase: 'running' as const }
    expect(decide(answered, 'leave')).toMatchObject({ receipt: { phase: 'running' }, effect: null, timeline: [] })
  })
})

describe('an order of which nothing was sent', () => {
  it('is taken out with a word that nothing was charged, and not once it may have been sent (O21)', () => {
    const cancelled: RequestEvent = { type: 'cancelled', atMs: t0 }
    expect(play(receiptOf(), cancelled).timeline).toMatchObject([
      { detail: expect.stringContaining('Nothing was charged.') },
    ])
    for (const afterMs of [0, hour]) {
      const limited = play(ready(), submitted({ type: 'limited', afterMs, message: '' }))
      const out = play(limited.receipt, cancelled)
      expect(out).toMatchObject({ receipt: { phase: 'cancelled' }, effect: null })
      expect(out.timeline).toMatchObject([{ detail: expect.stringContaining('Before anything was started.') }])
      expect(nowWords(out.receipt, null)).toBe('Cancelled before anything was started. Nothing was charged.')
    }
    const lost = submitted({ type: 'unknown', reason: 'cut', afterMs: null })
    expect(play(ready(), lost, cancelled)).toMatchObject({ receipt: { phase: 'uncertain' } })
    expect(play(ready({ sentTimes: 1 }), cancelled)).toMatchObject({ receipt: { phase: 'ready' }, timeline: [] })
  })
})
