import { describe, expect, it } from 'vitest'
import type { RefusalReason } from '../../../../src/domain/request/outcomes.ts'
import { type ChoiceId, choiceIds, type Receipt } from '../../../../src/domain/request/receipt.ts'
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
  submitted,
  t0,
  timing,
  uncertain,
} from '../../../support/receipts.ts'

const decide = (receipt: Receipt, choice: ChoiceId) => play(receipt, { type: 'decided', choice, atMs: t0 })
const afterRefusal = (reason: RefusalReason) =>
  play(ready(), submitted({ type: 'refused', reason, httpStatus: 400, code: null, message: '' })).receipt
const resendQuestion = () =>
  play(uncertain({ missingInARow: 1 }), lookedUp({ type: 'missing' }, t0 + 20 * minute)).receipt

describe('a decision', () => {
  it('takes only the choices it offered (I2)', () => {
    for (const reason of ['credits', 'key', 'conflict', 'price-changed'] as const) {
      const receipt = afterRefusal(reason)
      const offered = receipt.decision?.choices.map((c) => c.id) ?? []
      for (const choice of choiceIds.filter((id) => !offered.includes(id))) {
        const step = decide(receipt, choice)
        expect(step.receipt.phase).toBe('needs-decision')
        expect(step.effect).toBeNull()
      }
    }
  })

  it('is taken only at the price that was shown for it, where one was (O112, I2)', () => {
    const asked = afterRefusal('credits')
    const at = (credits: number | null) => play(asked, { type: 'decided', choice: 'send-again', credits, atMs: t0 })
    for (const other of [7, null])
      expect(at(other)).toMatchObject({ receipt: { decision: asked.decision }, effect: null })
    expect(at(8).effect).toEqual({ do: 'submit', afterMs: 0 })
    expect(decide(asked, 'send-again').effect).toEqual({ do: 'submit', afterMs: 0 })
  })

  it('of what was never sent says what trying it again costs, since that sends it (O110, O112)', () => {
    const needs = play(receiptOf(), {
      type: 'preparationNeedsPerson',
      kind: 'credits',
      message: 'Low.',
      atMs: t0,
    }).receipt
    expect(needs.decision?.choices).toMatchObject([
      { id: 'try-again', label: 'Retry', credits: 8 },
      { id: 'leave', credits: null },
    ])
    const missing = play(receiptOf(), { type: 'priceRose', credits: null, atMs: t0 }).receipt
    expect(missing.decision?.choices[0]).toMatchObject({ id: 'try-again', label: 'Retry', credits: 8 })
  })

  it('is no longer open once it was taken: the second click changes nothing (I2)', () => {
    const first = decide(afterRefusal('key'), 'new-order').receipt
    const again = decide(first, 'new-order')
    expect(again.receipt).toEqual({ ...first, updatedAtMs: t0 })
    expect(again.timeline).toEqual([])
    expect(again.effect).toBeNull()
  })

  it('is written on the timeline as the user’s act', () => {
    expect(decide(afterRefusal('credits'), 'send-again').timeline[0]).toMatchObject({ title: 'You decided' })
  })
})

describe('each choice', () => {
  it('send again: the same number and bytes (O61, I2, I4)', () => {
    const step = decide(afterRefusal('credits'), 'send-again')
    expect(step.receipt).toMatchObject({ id: ready().id, phase: 'ready', body: bodyOf(), decision: null })
    expect(step.effect).toEqual({ do: 'submit', afterMs: 0 })
  })

  it('send again after the risk was named: looked up first; carried out where that is soon, and asked anew after weeks offline (A6, A7, M1)', () => {
    const step = decide(resendQuestion(), 'send-again')
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: 0 })
    const late = (ms: number) => lookedUp({ type: 'missing' }, t0 + ms)
    const lookedAt = (ms: number) => {
      const once = play(step.receipt, late(ms))
      expect(once.effect).toEqual({ do: 'lookUp', afterMs: timing.secondLookMs })
      return play(once.receipt, late(ms + timing.secondLookMs))
    }
    expect(lookedAt(timing.secondLookMs).effect?.do).toBe('submit')
    const weeks = lookedAt(21 * 24 * hour)
    expect(weeks.effect).toBeNull()
    expect(weeks.receipt).toMatchObject({ phase: 'needs-decision', decision: { kind: 'resend', mayHaveCharged: true } })
  })

  it('look again: the receipt, or the job where it was accepted, and nothing that can be charged (O49, A36)', () => {
    expect(decide(resendQuestion(), 'look-again').effect).toEqual({ do: 'lookUp', afterMs: 0 })
    expect(decide(resendQuestion(), 'look-again').receipt.missingInARow).toBe(0)
    const accepted = play(running(), polled({ type: 'keyRefused' })).receipt
    expect(decide(accepted, 'look-again').effect).toEqual({ do: 'poll', afterMs: 0 })
  })

  it('order anew: ends this one, says that nothing was charged, and sends nothing under its number (A2)', () => {
    const step = decide(afterRefusal('key'), 'new-order')
    expect(step.receipt).toMatchObject({ phase: 'rejected' })
    expect(step.receipt.error).toContain('Nothing was charged.')
    expect(step.effect).toBeNull()
  })

  it('leave: says what may have been charged, as far as is known (O134, I6)', () => {
    expect(decide(afterRefusal('credits'), 'leave').receipt).toMatchObject({ phase: 'rejected' })
    expect(decide(afterRefusal('credits'), 'leave').receipt.error).toContain('Nothing was charged.')
    const risky = decide(resendQuestion(), 'leave').receipt
    expect(risky.phase).toBe('failed')
    expect(risky.error).toContain('may have charged')
    expect(risky.error).not.toContain('Nothing was charged')
  })

  it('leave before anything was sent: cancelled', () => {
    const asked = play(receiptOf(), { type: 'preparationNeedsPerson', atMs: t0, kind: 'key', message: 'key' }).receipt
    expect(decide(asked, 'leave').receipt).toMatchObject({ phase: 'cancelled' })
    expect(decide(asked, 'leave').receipt.error).toContain('Nothing was charged.')
  })

  it('leave with files at home: they stay, and the request is not called failed (I7)', () => {
    const jobs = [madeJob(), jobOf({ generationId: 'b' })]
    const waiting = play(running(jobs), broughtHome(), polled({ type: 'keyRefused' })).receipt
    const left = decide(waiting, 'leave').receipt
    expect(left.phase).toBe('partial')
    expect(left.assets).toHaveLength(1)
  })

  it('leave with files that were made and not fetched: they are owed from then on, and still fetched without asking again (I7)', () => {
    const waiting = play(
      running([madeJob(), madeJob(undefined, { generationId: 'b' }), jobOf({ generationId: 'c' })]),
      broughtHome(),
      polled({ type: 'keyRefused' }),
    ).receipt
    expect(waiting.phase).toBe('needs-decision')
    const left = decide(waiting, 'leave')
    expect(left.receipt).toMatchObject({ phase: 'partial', owed: [{ jobIndex: 1, outputIndex: 0, triedTimes: 0 }] })
    expect(left.receipt.error).toContain('still be downloaded')
    expect(left.receipt.owed[0]?.reason).toContain('before this file was downloaded')
    expect(left.effect).toMatchObject({ do: 'bringHome', jobIndex: 1, outputIndex: 0 })
    // Its address is dead, and the service refuses the key to tell another.
    const failed = play(left.receipt, notFetched({ jobIndex: 1, addressStale: true }), polled({ type: 'keyRefused' }))
    expect(failed.receipt).toMatchObject({ phase: 'partial', decision: null })
    expect(failed.effect).toMatchObject({ do: 'bringHome', jobIndex: 1 })
    expect(play(failed.receipt, { type: 'recovered', atMs: t0 }).effect).toMatchObject({ do: 'bringHome', jobIndex: 1 })
    const home = play(failed.receipt, broughtHome(0, 1))
    expect(home.receipt).toMatchObject({ phase: 'partial', owed: [] })
    expect(home.effect).toBeNull()
  })

  it('leave with a file that was owed before: it is owed once, for its own reason (I7)', () => {
    const owed = { jobIndex: 0, outputIndex: 0, triedTimes: 3, reason: 'Its address is dead.' }
    const jobs = [madeJob(), madeJob(undefined, { generationId: 'b' }), jobOf({ generationId: 'c' })]
    const waiting = play(running(jobs, { owed: [owed] }), polled({ type: 'keyRefused' })).receipt
    const left = decide(waiting, 'leave').receipt
    expect(left.owed).toMatchObject([owed, { jobIndex: 1, outputIndex: 0, triedTimes: 0 }])
  })

  it('leave is final: late news of an order that was never confirmed sends and watches nothing (I5, I8)', () => {
    const left = decide(resendQuestion(), 'leave').receipt
    const events = [
      polled(saidJob()),
      lookedUp({ type: 'inProgress', afterMs: 0, mayResubmit: true }),
      lookedUp({ type: 'missing' }),
    ]
    for (const event of events) expect(play(left, event).effect).toBeNull()
  })
})
