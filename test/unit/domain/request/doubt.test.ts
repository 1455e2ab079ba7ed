import { describe, expect, it } from 'vitest'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import type { Refusal, SubmitOutcome } from '../../../../src/domain/request/outcomes.ts'
import { nowWords, stateOf, verdictOf } from '../../../../src/domain/request/words.ts'
import { hour, play, ready, submitted, t0 } from '../../../support/receipts.ts'

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
