import { describe, expect, it } from 'vitest'
import {
  jobOf,
  madeJob,
  play,
  polled,
  ready,
  receiptOf,
  running,
  saidJob,
  t0,
  uncertain,
} from '../../../support/receipts.ts'

const recovered = { type: 'recovered', atMs: t0 } as const

describe('after a start of the app', () => {
  it('prepares what was only approved', () => {
    expect(play(receiptOf(), recovered).effect).toEqual({ do: 'prepare', afterMs: 0 })
  })

  it('counts a body that was on disk as sent and looks it up first (O118, A6, I1)', () => {
    const step = play(ready(), recovered)
    expect(step.receipt).toMatchObject({ phase: 'uncertain', sentTimes: 1 })
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: 0 })
  })

  it('looks up again what was uncertain, counting look-ups anew (A8)', () => {
    const step = play(uncertain({ missingInARow: 1 }), recovered)
    expect(step.receipt.missingInARow).toBe(0)
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: 0 })
  })

  it('polls what was running (O23)', () => {
    expect(play(running(), recovered).effect).toEqual({ do: 'poll', afterMs: 0 })
  })

  it('goes on fetching, also files that were given up for now (I7)', () => {
    const downloading = running([madeJob()], {
      phase: 'downloading',
      owed: [{ jobIndex: 0, outputIndex: 0, reason: 'x', triedTimes: 5 }],
    })
    expect(play(downloading, recovered).effect).toMatchObject({ do: 'bringHome', afterMs: 0 })
    expect(play({ ...downloading, phase: 'completed' }, recovered).effect).toMatchObject({ do: 'bringHome' })
  })

  it('fetches what a request that is gone still names (I7)', () => {
    const gone = running([madeJob(), jobOf({ generationId: 'b' })], { phase: 'gone' })
    expect(play(gone, recovered).effect).toMatchObject({ do: 'bringHome', jobIndex: 0 })
  })

  it.each(['needs-decision', 'rejected', 'gone', 'cancelled', 'completed', 'partial'] as const)(
    'leaves %s alone (I8)',
    (phase) => {
      const step = play(receiptOf({ phase }), recovered)
      expect(step.receipt.phase).toBe(phase)
      expect(step.effect).toBeNull()
    },
  )

  it('does not take a settled failure up again', () => {
    const job = jobOf({ status: 'failed', creditsStatus: 'refunded' })
    const failed = play(running(), polled(saidJob([job], { creditsStatus: 'refunded' }))).receipt
    expect(play(failed, recovered).effect).toBeNull()
  })
})
