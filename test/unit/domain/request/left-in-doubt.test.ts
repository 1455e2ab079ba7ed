import { describe, expect, it } from 'vitest'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import { day, found, hour, lookedUp, madeJob, play, second, t0, uncertain } from '../../../support/receipts.ts'

const lookAsked = (atMs: number): RequestEvent => ({ type: 'lookAsked', atMs })
const missing = (atMs: number) => lookedUp({ type: 'missing' }, atMs)

/** Sent under a key that was replaced since, not found under the other one, and left by a person. */
const left = play(
  uncertain(),
  lookedUp({ type: 'missing', underOtherKey: true }),
  lookedUp({ type: 'missing', underOtherKey: true }, t0 + 30 * second),
  { type: 'decided', choice: 'leave', atMs: t0 + 40 * second },
).receipt

describe('what a person left in doubt and tries again', () => {
  it('is looked for first, and what the service made of it comes home (F8, A6, O118, O133)', () => {
    expect(left).toMatchObject({ phase: 'failed', acceptedAtMs: null })
    const looks = play(left, lookAsked(t0 + day))
    expect(looks.effect).toEqual({ do: 'lookUp', afterMs: 0 })
    const home = play(looks.receipt, lookedUp(found([madeJob()]), t0 + day))
    expect(home).toMatchObject({ receipt: { phase: 'downloading', id: left.id }, effect: { do: 'bringHome' } })
  })

  it.each<[string, RequestEvent[]]>([
    ['is not found, however young it is', [missing(t0 + 60 * second), missing(t0 + 90 * second)]],
    ['may be sent again', [lookedUp({ type: 'inProgress', afterMs: 0, mayResubmit: true }, t0 + 60 * second)]],
  ])('is never sent unasked where it %s (F8, A6, I2)', (_, events) => {
    const asked = play(left, lookAsked(t0 + 50 * second), ...events)
    expect(asked).toMatchObject({
      receipt: { phase: 'needs-decision', decision: { mayHaveCharged: true } },
      effect: null,
    })
    const again = { type: 'decided', choice: 'send-again', atMs: t0 + 100 * second } as const
    const looks = play(asked.receipt, again)
    expect(looks.effect?.do).toBe('lookUp')
    const late = t0 + 100 * second
    expect(play(looks.receipt, missing(late), missing(late + 30 * second)).effect?.do).toBe('submit')
  })

  it('waits for its key once more where the one that is set cannot see it (F8, O117, A35)', () => {
    const other = lookedUp({ type: 'missing', underOtherKey: true }, t0 + hour)
    const asked = play(left, lookAsked(t0 + hour), other, other).receipt
    expect(asked).toMatchObject({ phase: 'needs-decision', decision: { kind: 'key' } })
    expect(play(asked, { type: 'keyHeldAgain', atMs: t0 + 2 * hour }).effect?.do).toBe('lookUp')
  })
})
