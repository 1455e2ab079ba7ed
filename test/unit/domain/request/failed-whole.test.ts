import { describe, expect, it } from 'vitest'
import type { Job } from '../../../../src/domain/request/receipt.ts'
import {
  accepted,
  found,
  jobOf,
  lookedUp,
  madeJob,
  play,
  polled,
  ready,
  saidJob,
  submitted,
  uncertain,
} from '../../../support/receipts.ts'

const job = (generationId: string, changes: Partial<Job> = {}) =>
  jobOf({ generationId, module: generationId, creditsUsed: 10, ...changes })
const three = ['g1', 'g2', 'g3'].map((id) => job(id))
const setOf = (jobs: Job[]) => play(ready(), submitted(accepted(jobs, { creditsUsed: 30, expectedCount: 3 }))).receipt
const unnamed = (changes: Partial<Job> = {}) =>
  jobOf({
    generationId: null,
    status: 'failed',
    error: 'the worker died',
    creditsUsed: 30,
    creditsStatus: 'refunded',
    ...changes,
  })
const whole = { creditsUsed: 30, creditsStatus: 'refunded', renderingStatus: 'failed' }
const hear = (known: Job[], said: Job[] = [unnamed()], changes: object = whole) =>
  play(setOf(known), polled(saidJob(said, changes)))

describe('a rendering that failed as a whole, without its jobs', () => {
  it('ends each of them, with its word for their credits and its figure for all of them together (§2.8; O2, O13, O18, I6)', () => {
    const { receipt, effect } = hear(three)
    expect(receipt.jobs).toEqual(
      three.map((one) => ({ ...one, status: 'failed', error: 'the worker died', creditsStatus: 'refunded' })),
    )
    expect(receipt).toMatchObject({ phase: 'failed', creditsUsed: 30, creditsStatus: 'refunded' })
    expect(receipt.error).toContain('30 credits were refunded.')
    expect(effect).toBeNull()
  })

  it('leaves what was made, what was settled, what never was a job, and the reasons that are known (O52, I7, O134)', () => {
    const none = jobOf({ generationId: null, module: 'g4', status: 'failed', error: 'not started', creditsUsed: null })
    const known = [
      madeJob(['https://media.test/1'], { generationId: 'g1', module: 'g1' }),
      job('g2', { status: 'failed', error: 'policy', creditsStatus: 'confirmed' }),
      job('g3', { creditsStatus: 'pending' }),
      none,
    ]
    const { receipt } = hear(known)
    expect(receipt.jobs.map(({ status, error, creditsStatus }) => [status, error, creditsStatus])).toEqual([
      ['completed', null, null],
      ['failed', 'policy', 'confirmed'],
      ['failed', 'the worker died', 'refunded'],
      ['failed', 'not started', null],
    ])
    expect(receipt.creditsStatus).toBeNull()
    expect(
      hear([job('g3', { creditsStatus: 'pending' }), none], [unnamed({ creditsStatus: null })]).receipt.jobs[0],
    ).toMatchObject({
      status: 'failed',
      creditsStatus: 'pending',
    })
  })

  it.each<[string, Job[], object]>([
    ['a job with a number', [unnamed({ generationId: 'g1' })], whole],
    ['a job with a name', [unnamed({ module: 'g1' })], whole],
    ['one that has not failed', [unnamed({ status: 'processing' })], whole],
    ['more than one', [unnamed(), unnamed()], whole],
    ['one of a rendering that goes on', [unnamed()], { ...whole, renderingStatus: 'processing' }],
  ])('is not said by %s (A22)', (_, said, changes) => {
    expect(hear(three, said, changes).receipt.jobs[2]?.status).toBe('processing')
  })

  it('is that of its one job where there is one', () => {
    const { receipt } = hear([job('g1')])
    expect(receipt.jobs).toMatchObject([{ generationId: 'g1', status: 'failed', creditsUsed: 30 }])
  })
})

describe('a rendering that failed, and that might be sent again', () => {
  const failure = found([unnamed()], whole).acceptance
  const outcome = { type: 'inProgress', afterMs: 0, mayResubmit: true, failure } as const

  it('is the end of an order that was accepted: that one is never sent again (§4.15, I5)', () => {
    const { receipt, effect } = play(setOf(three), lookedUp(outcome))
    expect(receipt).toMatchObject({ phase: 'failed', creditsStatus: 'refunded' })
    expect(effect).toBeNull()
  })

  it('is sent again where no answer has settled it (O119)', () => {
    expect(play(uncertain(), lookedUp(outcome)).effect?.do).toBe('submit')
  })
})
