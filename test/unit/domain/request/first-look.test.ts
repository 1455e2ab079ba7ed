import { describe, expect, it } from 'vitest'
import type { LookUpOutcome } from '../../../../src/domain/request/outcomes.ts'
import { step } from '../../../../src/domain/request/step.ts'
import { day, lookedUp, play, receiptOf, t0, timing } from '../../../support/receipts.ts'

const approved = receiptOf({ phase: 'approved' })

describe('the first look at what was approved in an earlier run', () => {
  it('goes on where the service knows of nothing', () => {
    expect(play(approved, lookedUp({ type: 'missing' })).effect).toEqual({ do: 'prepare', afterMs: 0 })
  })

  it('asks where it is not known under another key: to another account each order looks missing (M7)', () => {
    const { receipt, effect } = play(approved, lookedUp({ type: 'missing', underOtherKey: true }))
    expect(effect).toBeNull()
    expect(receipt.decision).toMatchObject({ kind: 'key', mayHaveCharged: true })
    expect(receipt.decision?.question).toContain('then it is charged')
    const left = play(receipt, { type: 'decided', choice: 'leave', atMs: t0 + day }).receipt
    expect(left).toMatchObject({ phase: 'failed', error: expect.stringContaining('may have charged it') })
  })
})

const missing = lookedUp({ type: 'missing' })
const copied = { type: 'homeCopied', atMs: t0 } as const

describe('an order that was open when its home was copied, restored or moved', () => {
  it('is asked about where the service knows of nothing, and goes at a word (M7, A7)', () => {
    const { receipt, effect } = play(approved, copied, missing)
    expect(effect).toBeNull()
    expect(receipt.decision).toMatchObject({ kind: 'resend', mayHaveCharged: true })
    expect(play(receipt, { type: 'decided', choice: 'look-again', atMs: t0 }, missing).receipt.phase).toBe(
      'needs-decision',
    )
    const sent = play(receipt, { type: 'decided', choice: 'send-again', atMs: t0 }, missing)
    expect(sent.effect).toEqual({ do: 'prepare', afterMs: 0 })
  })

  it('is asked about also where a send of it is in doubt, or was answered with a “no”, and whatever was decided before (M7)', () => {
    const doubted = receiptOf({
      phase: 'uncertain',
      sentTimes: 1,
      firstSentAtMs: t0,
      mayResend: true,
      resendDecidedAtMs: t0,
    })
    const first = play(doubted, copied, missing)
    expect(first.effect).toEqual({ do: 'lookUp', afterMs: timing.secondLookMs })
    expect(play(first.receipt, missing).receipt.decision?.question).toContain('was copied')
    const refused = receiptOf({ phase: 'uncertain', sentTimes: 1, firstSentAtMs: t0, settled: true })
    const { receipt } = play(refused, copied, missing)
    expect(receipt.decision?.question).toContain('was copied')
    expect(play(receipt, { type: 'decided', choice: 'send-again', atMs: t0 }).receipt.mayBeElsewhere).toBe(false)
  })

  it('goes again where the service holds it and permits that, and is not looked up without an end (M7, I14)', () => {
    const doubted = receiptOf({ phase: 'uncertain', sentTimes: 1, firstSentAtMs: t0 })
    const permitted = lookedUp({ type: 'inProgress', afterMs: 0, mayResubmit: true } as LookUpOutcome)
    const { receipt, effect } = play(doubted, copied, permitted)
    expect(effect).toEqual({ do: 'submit', afterMs: 0 })
    expect(receipt.mayBeElsewhere).toBe(false)
  })

  it('is what it was where the service has it, or it has ended', () => {
    for (const phase of ['running', 'completed', 'failed', 'cancelled'] as const) {
      const before = receiptOf({ phase, acceptedAtMs: phase === 'running' ? t0 : null })
      expect(play(before, copied).receipt.mayBeElsewhere).toBe(false)
    }
  })
})

const interrupted = lookedUp({ type: 'inProgress', afterMs: 0, mayResubmit: true } as LookUpOutcome)

describe('what another copy of this home has sent and left unfinished', () => {
  it('is asked about, and never sent from here: the bytes of it are not here (M7, I4, I12)', () => {
    const { receipt, effect } = play(approved, interrupted)
    expect(effect).toBeNull()
    expect(receipt.decision).toMatchObject({ kind: 'other', mayHaveCharged: true })
    expect(receipt.decision?.choices.map(({ id }) => id)).toEqual(['look-again', 'leave'])
  })

  it('is looked at as often as that is wished, and sent by no look: where nothing is known of it by then, that is asked (W1, M7)', () => {
    const asked = play(approved, interrupted).receipt
    const looked = play(asked, { type: 'decided', choice: 'look-again', atMs: t0 })
    expect(looked.effect).toEqual({ do: 'lookUp', afterMs: 0 })
    expect(play(looked.receipt, missing)).toMatchObject({
      effect: null,
      receipt: { phase: 'needs-decision', decision: { kind: 'resend' } },
    })
  })

  it('is waited for while the service works at it', () => {
    const held = lookedUp({ type: 'inProgress', afterMs: 40_000, mayResubmit: false } as LookUpOutcome)
    expect(play(approved, held).effect).toEqual({ do: 'lookUp', afterMs: 40_000 })
  })

  it('is not said to be uncharged where it is taken out before anybody could tell (M7)', () => {
    const silent = play(approved, lookedUp({ type: 'unreachable', reason: 'No answer.', afterMs: null })).receipt
    const out = step(silent, { type: 'cancelled', atMs: t0 }, timing)
    expect(out.receipt.phase).toBe('cancelled')
    expect(out.timeline.at(-1)?.detail).toContain('may have sent it')
    const known = play(approved, lookedUp({ type: 'missing' })).receipt
    expect(step(known, { type: 'cancelled', atMs: t0 }, timing).timeline.at(-1)?.detail).toContain(
      'Nothing was charged',
    )
  })
})

describe('a price that was read for a question', () => {
  it('is no sum that an answer agrees to which names none', () => {
    const asked = play(approved, interrupted).receipt
    const seen = play(asked, { type: 'priceSeen', credits: 80, atMs: t0 }).receipt
    const again = play(seen, { type: 'decided', choice: 'look-again', atMs: t0 }).receipt
    expect([again.quote, again.consent]).toEqual([approved.quote, approved.consent])
  })
})
