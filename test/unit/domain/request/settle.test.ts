import { describe, expect, it } from 'vitest'
import { unsettled } from '../../../../src/domain/request/charges.ts'
import type { Job, Receipt } from '../../../../src/domain/request/receipt.ts'
import {
  broughtHome,
  day,
  hour,
  jobOf,
  madeJob,
  minute,
  play,
  polled,
  running,
  saidJob,
  t0,
} from '../../../support/receipts.ts'

const failedJob = (creditsStatus: string | null = null) => jobOf({ status: 'failed', error: 'policy', creditsStatus })
const says = (creditsStatus: string | null, atMs = t0) =>
  polled(saidJob([failedJob(creditsStatus)], { creditsStatus }), atMs)
const failed = (creditsStatus: string | null = null): Receipt => play(running(), says(creditsStatus)).receipt

describe('a failed job', () => {
  it('ends as failed with the service’s text, claiming no refund before the service does (O3, O17, O134, I6)', () => {
    const receipt = failed()
    expect(receipt.phase).toBe('failed')
    expect(receipt.error).toContain('policy')
    expect(receipt.error).not.toContain('refunded')
  })

  it('is said to be refunded once creditsStatus says so, and asks no more (O18, I6)', () => {
    const step = play(failed('pending'), says('refunded'))
    expect(step.receipt.error).toContain('8 credits were refunded.')
    expect(step.effect).toBeNull()
  })

  it('shows pending and confirmed as they are (O18, A9)', () => {
    expect(failed('pending').error).toContain('not settled yet')
    expect(failed('confirmed').error).toContain('were charged')
    expect(failed('on-hold').error).toContain('“on-hold”')
  })

  it('names the charge of a run whose sum the service did not say', () => {
    const step = play(
      running([jobOf({ creditsUsed: null })], { creditsUsed: null }),
      polled(saidJob([jobOf({ status: 'failed', creditsUsed: null })], { creditsUsed: null })),
    )
    expect(step.receipt.error).toContain('has not said whether anything was charged')
  })
})

describe('a refund that is not known yet', () => {
  const pausesOf = (start: Receipt, jobs: ReturnType<typeof jobOf>[], times: number) => {
    let receipt = start
    return Array.from({ length: times }, () => {
      const step = play(receipt, polled(saidJob(jobs), t0 + minute))
      receipt = step.receipt
      return step.effect?.afterMs
    })
  }

  it('is asked for more and more seldom: a minute, an hour, a day (A10, O18)', () => {
    expect(play(running(), says(null)).effect).toEqual({ do: 'poll', afterMs: minute })
    const pauses = pausesOf(failed(), [failedJob()], 14)
    expect(pauses.slice(0, 3)).toEqual([2 * minute, 4 * minute, 8 * minute])
    expect(pauses.at(-1)).toBe(24 * hour)
  })

  it('is asked for as seldom after a partial batch (A10, O102)', () => {
    const jobs = [madeJob(['https://media.test/a'], { generationId: 'a' }), failedJob()]
    const partial = play(running(jobs), broughtHome()).receipt
    expect(partial.phase).toBe('partial')
    expect(pausesOf(partial, jobs, 14).at(-1)).toBe(24 * hour)
  })

  it('is none of a module that never got a job: nothing was charged for it (§4.11; A10, O102)', () => {
    const none = (changes: Partial<Job> = {}) =>
      jobOf({ generationId: null, module: 'scene', status: 'failed', error: 'no room', creditsUsed: 0, ...changes })
    const hero = madeJob(undefined, { module: 'hero' })
    const figures = { creditsUsed: 8, renderingStatus: 'partial' }
    const after = (jobs: Job[]) => play(running(), polled(saidJob(jobs, figures)), broughtHome())
    for (const creditsUsed of [0, null]) {
      const { receipt, effect } = after([hero, none({ creditsUsed })])
      expect([receipt.phase, effect, unsettled(receipt)]).toEqual(['partial', null, false])
    }
    // What may have been charged is asked for.
    for (const charged of [{ creditsUsed: 8 }, { creditsStatus: 'pending' }, { generationId: 'g' }, { module: null }])
      expect(after([hero, none(charged)]).effect?.do, JSON.stringify(charged)).toBe('poll')
  })

  it('is that of the others, where one of them never got a job (§4.11; O134, O102, I6)', () => {
    const none = jobOf({ generationId: null, module: 'scene', status: 'failed', error: 'no room', creditsUsed: 0 })
    const said = (...words: (string | null)[]) => {
      const jobs = words.map((creditsStatus, n) => jobOf({ ...failedJob(creditsStatus), generationId: `g${n}` }))
      return play(running([]), polled(saidJob([...jobs, none], { creditsUsed: 8 * words.length }))).receipt
    }
    expect(said('refunded', 'refunded')).toMatchObject({ phase: 'failed', creditsStatus: 'refunded' })
    expect(said('refunded', 'refunded').error).toContain('16 credits were refunded.')
    expect(said('refunded').error).toContain('8 credits were refunded.')
    expect(said('refunded', 'pending').creditsStatus).toBeNull()
    expect(said('refunded', 'pending').error).toContain('16 credits were deducted, and 8 refunded.')
    expect(said()).toMatchObject({ phase: 'failed', creditsStatus: null })
  })

  it('is given up after 30 days, without a word about a refund (A10, O130)', () => {
    const step = play(failed(), says(null, t0 + 30 * day + 1))
    expect(step.effect).toBeNull()
    expect(step.receipt.error).not.toContain('refunded')
  })

  it('counts its 30 days from when the failure was learned, be it after weeks without a look (A10)', () => {
    const late = t0 + 40 * day
    const learned = play(running(), says(null, late))
    expect(learned.receipt).toMatchObject({ phase: 'failed', failedAtMs: late })
    expect(learned.effect).toEqual({ do: 'poll', afterMs: minute })
    expect(play(learned.receipt, says(null, late + 30 * day)).effect?.do).toBe('poll')
    expect(play(learned.receipt, says(null, late + 30 * day + 1)).effect).toBeNull()
  })

  it('is taken up again after a restart, and not after those 30 days (A10)', () => {
    expect(play(failed(), { type: 'recovered', atMs: t0 + hour }).effect?.do).toBe('poll')
    expect(play(failed(), { type: 'recovered', atMs: t0 + 31 * day }).effect).toBeNull()
  })

  it('is asked for at once where its time came while no program ran, and at the latest a minute after a start (A10, O3)', () => {
    const soon = t0 + minute / 4
    expect(play(failed(), { type: 'recovered', atMs: t0 + hour }).effect).toEqual({ do: 'poll', afterMs: 0 })
    expect(play(failed(), { type: 'recovered', atMs: soon }).effect).toEqual({ do: 'poll', afterMs: (minute / 4) * 3 })
    const days = { ...failed(), failuresInARow: 20, next: { atMs: t0 + day, words: '' } }
    expect(play(days, { type: 'recovered', atMs: t0 }).effect).toEqual({ do: 'poll', afterMs: minute })
  })

  it('is told of a partial batch beside the sum of all: what failed is not settled yet (A10, I6)', () => {
    const open = jobOf({ status: 'failed', error: 'policy', creditsStatus: 'pending' })
    const jobs = [madeJob(['https://media.test/a'], { generationId: 'a' }), open]
    const partial = play(running(jobs), broughtHome()).receipt
    expect(partial.error).toContain('8 credits of what failed are not settled yet.')
    const refunded = { ...open, creditsStatus: 'refunded' }
    expect(play(partial, polled(saidJob([refunded]))).receipt.error).not.toContain('not settled')
  })

  it('does not turn a failed request into a question when the key is refused meanwhile (A36)', () => {
    const step = play(failed(), polled({ type: 'keyRefused' }))
    expect(step.receipt.phase).toBe('failed')
    expect(step.effect?.do).toBe('poll')
  })

  it('goes on being asked for when the job is not found or nothing answers (A10)', () => {
    const unreachable = play(failed(), polled({ type: 'unreachable', reason: 'no', afterMs: null }))
    expect(unreachable.effect?.do).toBe('poll')
    const missing = play(failed(), polled({ type: 'missing', httpStatus: 404 }))
    expect(missing.effect?.do).toBe('lookUp')
    const gone = play(missing.receipt, {
      type: 'lookedUp',
      atMs: t0,
      outcome: { type: 'gone', generationId: null },
    })
    expect(gone.receipt.phase).toBe('failed')
    expect(gone.receipt.error).not.toContain('refunded')
  })
})
