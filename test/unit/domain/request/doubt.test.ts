import { describe, expect, it } from 'vitest'
import { entryOf } from '../../../../src/domain/ledger/entry.ts'
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
const lost = submitted({ type: 'unknown', reason: 'cut', afterMs: null })
const capReached: RequestEvent = {
  type: 'capReached',
  atMs: t0,
  refusal: { which: 'day', cap: 5, spent: 0, reserved: 0, left: 5, credits: 8 },
}
const damaged: RequestEvent = { type: 'bodyDamaged', atMs: t0, reason: 'The body is damaged.' }
const decided = (choice: 'leave' | 'look-again'): RequestEvent => ({ type: 'decided', choice, atMs: t0 })
const choices = (...events: RequestEvent[]) => play(ready(), ...events).receipt.decision?.choices.map(({ id }) => id)

describe('what the service answered with a limit was not started', () => {
  it('nor is it said to be in doubt when a cap stops it, and leaving it costs nothing (O66, I6)', () => {
    const stopped = play(ready(), limited(0), capReached).receipt
    expect(stopped.decision).toMatchObject({ kind: 'cap', mayHaveCharged: false })
    expect(stopped.decision?.question).toContain('Nothing was charged')
    expect(play(stopped, decided('leave')).receipt.phase).toBe('rejected')
    const doubtful = play(ready({ sentTimes: 1 }), capReached).receipt
    expect(doubtful.decision).toMatchObject({ kind: 'cap', mayHaveCharged: true })
    expect(play(doubtful, decided('leave')).receipt.phase).toBe('failed')
  })

  it('so it can be ordered anew when its body is damaged, its key refused or its number taken (I4, A2, A36)', () => {
    expect(choices(limited(0), damaged)).toEqual(['new-order', 'leave'])
    expect(choices(limited(0), refused('key'))).toEqual(['new-order', 'leave'])
    expect(choices(limited(0), refused('collision'))).toEqual(['new-order', 'leave'])
    for (const last of [refused('key'), refused('collision')]) {
      const doubtful = play(ready({ sentTimes: 1 }), last).receipt
      expect(doubtful.decision?.choices.map(({ id }) => id)).toEqual(['look-again', 'leave'])
    }
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
      expect(nowWords(receipt, null)).toMatch(/again, with the same number/)
      expect(nowWords({ ...receipt, next: null }, null)).toBe('Waits to be sent.')
    }
    expect(verdictOf(ready())).toBeNull()
    expect(stateOf(play(ready(), lost).receipt, null)).toBe('uncertain')
    expect(verdictOf(ready({ sentTimes: 1 }))).toBe('safe-to-send')
  })
})

describe('what never left', () => {
  it('is sent, not looked for, when a person tries it again after a cap (O21, A6)', () => {
    const away = submitted({ type: 'notSent', reason: 'no network' })
    const step = play(ready(), away, capReached, decided('look-again'))
    expect(step.receipt).toMatchObject({ phase: 'ready', sentTimes: 0 })
    expect(step.effect).toEqual({ do: 'submit', afterMs: 0 })
    expect(step.happenings.at(-1)?.title).toBe('Safe to send')
    expect(step.receipt.next?.words).toBe('Sends')
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
    expect(play(receipt, cancelled)).toMatchObject({ receipt: { phase: 'uncertain' }, happenings: [] })
    expect(play(receipt, missing).effect?.do).toBe('lookUp')
    expect(play(receipt, missing, missing).receipt.decision?.kind).toBe('resend')
  })

  it('but not since the service could not be reached (A7)', () => {
    const away = lookedUp({ type: 'unreachable', reason: 'no network', afterMs: null }, t0 + hour)
    expect(play(waiting(), away).receipt.settled).toBe(true)
  })

  it('where its key or its number is refused: looking again then sends nothing (O49, A17, A36)', () => {
    for (const reason of ['key', 'conflict'] as const) {
      const no: Refusal = { type: 'refused', reason, httpStatus: 401, code: null, message: '' }
      const asked = play(waiting(), lookedUp(no, t0 + hour)).receipt
      expect(asked).toMatchObject({ settled: reason === 'key', decision: { mayHaveCharged: true } })
      expect(play(asked, decided('look-again')).effect).toEqual({ do: 'lookUp', afterMs: 0 })
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
