import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../../../src/domain/request/outcomes.ts'
import { step } from '../../../../src/domain/request/step.ts'
import { stateOf } from '../../../../src/domain/request/words.ts'
import {
  accepted,
  bodyOf,
  broughtHome,
  hour,
  lookedUp,
  madeJob,
  play,
  ready,
  receiptOf,
  submitted,
  t0,
  timing,
} from '../../../support/receipts.ts'

const short = (changes: Partial<Refusal> = {}): Refusal => ({
  type: 'refused',
  reason: 'credits',
  httpStatus: 402,
  code: 'insufficient_credits',
  message: 'not enough',
  ...changes,
})

const quoted = (credits: number) => ({ ...receiptOf().quote, price: 'known' as const, credits })

describe('a balance that is too low', () => {
  it('asks for the sum that was accepted where that is what is missing (O61)', () => {
    const { receipt } = play(ready({ quote: quoted(6) }), submitted(short({ required: 6 })))
    expect(receipt.decision).toMatchObject({ kind: 'credits', price: null })
    expect(receipt.decision?.choices[0]).toMatchObject({ id: 'send-again', credits: 6 })
  })

  it('asks for the new sum where more is needed than was accepted: a rise never goes through unasked (O112, A19)', () => {
    const { receipt } = play(ready({ quote: quoted(6) }), submitted(short({ required: 9 })))
    expect(receipt.decision).toMatchObject({ price: { from: 6, to: 9 } })
    expect(receipt.decision?.question).toContain('needs 9 now; you accepted 6')
    expect(receipt.decision?.choices[0]).toMatchObject({ id: 'send-again', credits: 9 })
  })
})

describe('a decision made beside the program that drives the queue', () => {
  const asked = () => play(ready(), submitted(short())).receipt
  const decidedBeside = () => step(asked(), { type: 'decided', choice: 'send-again', beside: true, atMs: t0 }, timing)

  it('sends nothing by itself: the receipt is looked up first (O118, A6)', () => {
    const made = decidedBeside()
    expect(made.receipt).toMatchObject({ phase: 'uncertain', mayResend: true })
    expect(made.effect?.do).toBe('lookUp')
  })

  it('is carried out once the old verdict says again that nothing was charged, and only once (O61, I2)', () => {
    const sent = step(decidedBeside().receipt, lookedUp(short()), timing)
    expect(sent.effect?.do).toBe('submit')
    const again = play(sent.receipt, submitted(short()))
    expect(again.receipt.mayResend).toBe(false)
    expect(again.receipt.phase).toBe('needs-decision')
    const recovered = play(ready({ mayResend: false }), { type: 'recovered', atMs: t0 }, lookedUp(short()))
    expect(recovered.receipt.phase).toBe('needs-decision')
  })

  it('is carried out for an old order that is not found, since that was what was asked (A7)', () => {
    const old = { ...decidedBeside().receipt, firstSentAtMs: t0 - hour }
    expect(play(old, lookedUp({ type: 'missing' })).effect?.do).toBe('submit')
    const inDoubt = { ...old, settled: false }
    expect(play(inDoubt, lookedUp({ type: 'missing' })).effect?.do).toBe('lookUp')
    expect(play(inDoubt, lookedUp({ type: 'missing' }), lookedUp({ type: 'missing' })).effect?.do).toBe('submit')
  })

  it('is not carried out where the order turns out to stand (I5)', () => {
    const made = step(
      decidedBeside().receipt,
      lookedUp({ type: 'found', acceptance: accepted([madeJob()]).acceptance }),
      timing,
    )
    expect(made.effect?.do).not.toBe('submit')
  })
})

describe('the key that an order waited for', () => {
  const waiting = () =>
    play(
      ready(),
      submitted({ type: 'unknown', reason: 'cut', afterMs: null }),
      lookedUp(short({ reason: 'key', httpStatus: 401 })),
    ).receipt

  it('is set again: the order is looked up, never sent (O117, A36, I5)', () => {
    expect(waiting().decision?.kind).toBe('key')
    const made = step(waiting(), { type: 'keyHeldAgain', atMs: t0 }, timing)
    expect(made.receipt).toMatchObject({ phase: 'uncertain', decision: null })
    expect(made.effect?.do).toBe('lookUp')
  })

  it('says nothing to an order that waits for something else, or was never sent', () => {
    const other = play(ready(), submitted(short())).receipt
    expect(step(other, { type: 'keyHeldAgain', atMs: t0 }, timing).receipt).toMatchObject({
      phase: 'needs-decision',
      decision: other.decision,
    })
    const unsent = receiptOf({ phase: 'needs-decision', decision: waiting().decision, body: null })
    expect(step(unsent, { type: 'keyHeldAgain', atMs: t0 }, timing).receipt.phase).toBe('needs-decision')
  })
})

describe('a charge above the quote', () => {
  it('is said, though the work is done (O2, O110, A19, A38)', () => {
    const dear = play(
      ready({ quote: quoted(6), body: bodyOf() }),
      submitted(accepted([madeJob()], { creditsUsed: 9 })),
      broughtHome(),
    )
    expect(dear.receipt.phase).toBe('completed')
    expect(dear.receipt.error).toContain('9 credits were charged, and 6 were quoted')
    const fair = play(ready({ quote: quoted(9) }), submitted(accepted([madeJob()], { creditsUsed: 9 })), broughtHome())
    expect(fair.receipt.error).toBeNull()
  })
})

it('a request that is prepared and waits for its place counts as queued', () => {
  expect(stateOf(receiptOf(), 'prepared')).toBe('queued')
  expect(stateOf(receiptOf(), 'preparing')).toBe('preparing')
})
