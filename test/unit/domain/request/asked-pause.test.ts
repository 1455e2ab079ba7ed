import { describe, expect, it } from 'vitest'
import { lookedUp, minute, play, polled, running, saidJob, second, t0, uncertain } from '../../../support/receipts.ts'

const recovered = (atMs: number) => ({ type: 'recovered' as const, atMs })
const busy = (afterMs: number) => lookedUp({ type: 'inProgress', afterMs, mayResubmit: false }, t0)

describe('the pause that the service asks for with one request', () => {
  it('is what is left of it after a start, and what is shown says so (S2, I14, O57, O66)', () => {
    const asked = play(uncertain(), busy(10 * minute)).receipt
    const started = play(asked, recovered(t0 + 4 * minute))
    expect(started.effect).toEqual({ do: 'lookUp', afterMs: 6 * minute })
    expect(started.receipt.next?.atMs).toBe(t0 + 10 * minute)
    expect(play(asked, recovered(t0 + 11 * minute)).effect).toEqual({ do: 'lookUp', afterMs: 0 })
  })

  it('is no longer than it was by a clock that was set back, however often it starts (A40)', () => {
    const asked = play(uncertain(), busy(10 * minute)).receipt
    const back = play(asked, recovered(t0 - 1000 * minute))
    expect(back.effect?.afterMs).toBe(10 * minute)
    expect(play(back.receipt, recovered(t0 - 993 * minute)).effect?.afterMs).toBe(3 * minute)
  })

  it('holds for a job that is watched, too', () => {
    const asked = play(running(), polled({ type: 'unreachable', reason: 'busy', afterMs: 5 * minute })).receipt
    expect(play(asked, recovered(t0 + minute)).effect).toEqual({ do: 'poll', afterMs: 4 * minute })
  })

  it('is over when the service has answered since, and not when nobody has', () => {
    const asked = play(uncertain(), busy(10 * minute)).receipt
    const silent = play(asked, lookedUp({ type: 'unreachable', reason: 'no line', afterMs: null }, t0 + second)).receipt
    expect(silent.askedPause).toEqual(asked.askedPause)
    const watched = play(running([], { askedPause: asked.askedPause }), polled(saidJob(), t0 + second)).receipt
    expect(watched.askedPause).toBeNull()
  })
})
