import { describe, expect, it } from 'vitest'
import { entryOf } from '../../../../src/domain/ledger/entry.ts'
import { isInDoubt } from '../../../../src/domain/request/doubt.ts'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import type { Refusal, SubmitOutcome } from '../../../../src/domain/request/outcomes.ts'
import { retryOf } from '../../../../src/domain/request/retry.ts'
import { nowWords, stateOf, verdictOf } from '../../../../src/domain/request/words.ts'
import { found, hour, jobOf, lookedUp, play, polled, ready, submitted, t0 } from '../../../support/receipts.ts'

const refused = (reason: Refusal['reason']): RequestEvent => {
  const outcome: Refusal & SubmitOutcome = { type: 'refused', reason, httpStatus: 400, code: null, message: '' }
  return submitted(outcome)
}
const limited = (afterMs: number): RequestEvent => submitted({ type: 'limited', afterMs, message: '' })
const missing = lookedUp({ type: 'missing' })
const lost = submitted({ type: 'unknown', reason: 'cut', afterMs: null })
const capReached: RequestEvent = {
  type: 'capReached',
  atMs: t0,
  refusal: { which: 'day', cap: 5, spent: 0, reserved: 0, left: 5, credits: 8 },
}
const damaged: RequestEvent = { type: 'bodyDamaged', atMs: t0, reason: 'The body is damaged.' }
const decided = (choice: 'leave' | 'look-again' | 'try-again'): RequestEvent => ({ type: 'decided', choice, atMs: t0 })
const choices = (...events: RequestEvent[]) => play(ready(), ...events).receipt.decision?.choices.map(({ id }) => id)

describe('what the service answered with a limit was not started', () => {
  it('nor is it said to be in doubt when a cap stops it, and leaving it costs nothing (O66, I6)', () => {
    const stopped = play(ready(), limited(0), missing, capReached).receipt
    expect(stopped.decision).toMatchObject({ kind: 'cap', mayHaveCharged: false })
    expect(stopped.decision?.question).toContain('Nothing was charged')
    expect(play(stopped, decided('leave')).receipt.phase).toBe('rejected')
    const doubtful = play(ready({ sentTimes: 1 }), capReached).receipt
    expect(doubtful.decision).toMatchObject({ kind: 'cap', mayHaveCharged: true })
    expect(play(doubtful, decided('leave')).receipt.phase).toBe('failed')
  })

  it('so it can be ordered anew when its body is damaged, its key refused or its number taken (I4, A2, A36)', () => {
    expect(choices(limited(0), missing, damaged)).toEqual(['new-order', 'leave'])
    expect(choices(limited(0), missing, refused('key'))).toEqual(['new-order', 'leave'])
    expect(choices(limited(0), missing, refused('collision'))).toEqual(['new-order', 'leave'])
  })

  const noes = ['key', 'collision', 'input', 'credits', 'price-changed', 'resize-required'] as const
  it.each(noes)('but a “no” (%s) after a send in doubt speaks for itself alone (O133, I5)', (no) => {
    const { receipt } = play(ready({ sentTimes: 1 }), refused(no))
    expect(receipt.decision?.choices.map(({ id }) => id)).toEqual(['look-again', 'leave'])
    expect(receipt).toMatchObject({ phase: 'needs-decision', decision: { mayHaveCharged: true } })
    expect(receipt.decision?.question).not.toContain('Nothing was charged')
    expect(entryOf({ ...receipt, firstSentAtMs: t0 })?.owed).toBe('unknown')
    expect(play(receipt, decided('look-again')).effect?.do).toBe('lookUp')
    expect(play(receipt, decided('leave')).receipt.phase).toBe('failed')
  })

  it('and its question about the key holds when the key is set once more (A36)', () => {
    const asked = play(ready(), refused('key')).receipt
    const again = play(asked, { type: 'keyHeldAgain', atMs: t0 })
    expect(again.receipt.decision).toEqual(asked.decision)
    expect(again.effect).toBeNull()
  })

  it('waits to be sent, in words too (O57)', () => {
    for (const afterMs of [0, hour]) {
      const { receipt } = play(ready(), limited(afterMs))
      expect(stateOf(receipt, null)).toBe('queued')
      expect(verdictOf(receipt)).toBe('safe-to-send')
      expect(nowWords(receipt, null)).toMatch(/retrying this request/)
      expect(nowWords({ ...receipt, next: null }, null)).toBe('Waits to be sent.')
    }
    expect(verdictOf(ready())).toBeNull()
    expect(stateOf(play(ready(), lost).receipt, null)).toBe('uncertain')
    expect(verdictOf(ready({ sentTimes: 1 }))).toBe('safe-to-send')
  })
})

describe('what never left', () => {
  const away = submitted({ type: 'notSent', reason: 'no network' })

  it('is sent, not looked for, when a person tries it again after a cap (O21, A6)', () => {
    const step = play(ready(), capReached, decided('try-again'))
    expect(step.receipt).toMatchObject({ phase: 'ready', sentTimes: 0 })
    expect(step.effect).toEqual({ do: 'submit', afterMs: 0 })
    expect(step.timeline.at(-1)?.title).toBe('Safe to send')
    expect(step.receipt.next?.words).toBe('Sends')
  })

  it('waits as what is to be looked up, so that it does not count as sent after a restart (A7, I2)', () => {
    const waits = play(ready(), away).receipt
    expect(waits).toMatchObject({ phase: 'uncertain', sentTimes: 0 })
    expect([stateOf(waits, null), isInDoubt(waits)]).toEqual(['queued', false])
    // Twelve hours later, in another run: one look-up, and it goes out, and nobody is asked.
    const { receipt, effect } = play(
      waits,
      { type: 'recovered', atMs: t0 + 12 * hour },
      lookedUp({ type: 'missing' }, t0 + 12 * hour),
    )
    expect(receipt).toMatchObject({ phase: 'ready', sentTimes: 0, firstSentAtMs: t0 + 12 * hour })
    expect(effect).toEqual({ do: 'submit', afterMs: 0 })
  })

  it('is young when it leaves at last, however long that took (A7)', () => {
    const late = t0 + 12 * hour
    const nothing = (atMs: number) => lookedUp({ type: 'missing' }, atMs)
    const lost = submitted({ type: 'unknown', reason: 'broken', afterMs: null }, late)
    const { effect } = play(ready(), away, nothing(late), lost, nothing(late + hour / 100), nothing(late + hour / 50))
    expect(effect?.do).toBe('submit')
  })
})

describe('what was told to wait is in doubt again', () => {
  const waiting = () => play(ready(), limited(hour)).receipt
  const inProgress = lookedUp({ type: 'inProgress', afterMs: 0, mayResubmit: false }, t0 + hour)
  const interrupted = lookedUp({ type: 'unreachable', reason: '503', afterMs: null, isSaid: true }, t0 + hour)
  const cancelled: RequestEvent = { type: 'cancelled', atMs: t0 + hour }
  const missing = lookedUp({ type: 'missing' }, t0 + hour)

  it.each<[string, RequestEvent]>([
    ['a reservation', inProgress],
    ['an interruption', interrupted],
  ])('once the service tells of %s: not taken out, and not sent after one look (O60, O133, A8)', (_, told) => {
    const { receipt } = play(waiting(), told)
    expect(receipt).toMatchObject({ phase: 'uncertain', settled: false })
    expect(stateOf(receipt, null)).toBe('uncertain')
    expect(play(receipt, cancelled)).toMatchObject({ receipt: { phase: 'uncertain' }, timeline: [] })
    expect(play(receipt, missing).effect?.do).toBe('lookUp')
    expect(play(receipt, missing, missing).receipt.decision?.kind).toBe('resend')
  })

  it('nor once it is permitted to send it again, since something of it stands: it is replayed as it is (O133)', () => {
    const { receipt } = play(waiting(), lookedUp({ type: 'inProgress', afterMs: 0, mayResubmit: true }, t0 + hour))
    expect(receipt).toMatchObject({ phase: 'ready', settled: false })
    expect(play(receipt, cancelled).receipt.phase).toBe('ready')
  })

  it('but not since the service could not be reached (A7)', () => {
    const away = lookedUp({ type: 'unreachable', reason: 'no network', afterMs: null }, t0 + hour)
    expect(play(waiting(), away).receipt.settled).toBe(true)
  })

  it('where its key or its number is refused: looking again then sends nothing (O49, A17, A36)', () => {
    for (const reason of ['key', 'conflict'] as const) {
      const no: Refusal = { type: 'refused', reason, httpStatus: 401, code: null, message: '' }
      const asked = play(waiting(), lookedUp(no, t0 + hour)).receipt
      expect(asked).toMatchObject({ settled: reason === 'key', decision: { mayHaveCharged: reason !== 'key' } })
      expect(play(asked, decided('look-again')).effect).toEqual({ do: 'lookUp', afterMs: 0 })
      // What it says of its money, it says when it is left, too.
      expect(play(asked, decided('leave')).receipt.phase).toBe(reason === 'key' ? 'rejected' : 'failed')
    }
  })

  it('and is looked up by itself once the key that could not look works again (A36)', () => {
    const no: Refusal = { type: 'refused', reason: 'key', httpStatus: 401, code: null, message: '' }
    const asked = play(waiting(), lookedUp(no, t0 + hour)).receipt
    const again = play(asked, { type: 'keyHeldAgain', atMs: t0 + hour })
    expect(again.receipt).toMatchObject({ phase: 'uncertain', settled: true, decision: null })
    expect(again.effect).toEqual({ do: 'lookUp', afterMs: 0 })
  })

  it('once it is found there: a key set again goes on watching it (A36, I7)', () => {
    const asked = play(
      waiting(),
      lookedUp(found([jobOf({ generationId: 'g', status: 'processing' })])),
      polled({ type: 'keyRefused' }),
    )
    expect(asked.receipt).toMatchObject({ phase: 'needs-decision', settled: false })
    const again = play(asked.receipt, { type: 'keyHeldAgain', atMs: t0 })
    expect(again.receipt.phase).toBe('running')
    expect(again.effect).toEqual({ do: 'poll', afterMs: 0 })
  })

  it('where nothing says that the limit is the service’s own: its receipt is looked up first (A6, A29)', () => {
    const { receipt, effect } = play(ready(), submitted({ type: 'limited', afterMs: 0, message: '', isUnsaid: true }))
    expect(receipt).toMatchObject({ phase: 'uncertain', settled: false })
    expect(effect?.do).toBe('lookUp')
  })
})

describe('a limit that its receipt tells of', () => {
  const stored = lookedUp({ type: 'inProgress', afterMs: 3000, mayResubmit: false, isLimited: true })

  it('lets the same number out again after the pause, its answer lost or not (O131, A23)', () => {
    for (const before of [limited(hour), lost]) {
      const { receipt } = play(ready(), before, stored)
      expect(receipt).toMatchObject({ settled: true, decision: null, sentTimes: 1 })
    }
    expect(play(ready(), lost, stored).effect).toEqual({ do: 'submit', afterMs: 3000 })
  })

  it('may be on an earlier send, so it is looked up once more (A3, A8)', () => {
    const twice = play(ready({ sentTimes: 1 }), lost, stored)
    expect(twice.receipt).toMatchObject({ phase: 'uncertain', settled: false })
    expect(twice.effect?.do).toBe('lookUp')
    expect(play(twice.receipt, stored).effect?.do).toBe('submit')
  })
})

it('what waits to be sent is not sent sooner, is no money yet, and says so (O57)', () => {
  const { receipt } = play(ready(), limited(hour))
  expect(retryOf(receipt)).toMatchObject({ do: 'nothing', why: expect.stringContaining('goes on by itself') })
  expect(retryOf(receipt, true)).toMatchObject({ do: 'nothing', why: expect.stringContaining('paused') })
  expect(entryOf(receipt)).toBeNull()
  expect(entryOf({ ...receipt, settled: false })).toMatchObject({ owed: 'unknown' })
})
