import { describe, expect, it } from 'vitest'
import type { Acceptance } from '../../../src/domain/request/outcomes.ts'
import { lookedUp, play, second, t0, uncertain } from '../../support/receipts.ts'
import { operations } from './support/operations.ts'
import { json, scriptedServer, serviceAt } from './support/server.ts'

const picture = 'https://m.test/a.png'

async function lookUp(body: object) {
  const server = await scriptedServer(json(200, body))
  return operations.skillLookUp(serviceAt(server.url))
}

async function acceptanceIn(body: object): Promise<Acceptance> {
  const outcome = await lookUp(body)
  if (outcome.type !== 'found') throw new Error(`not found: ${JSON.stringify(outcome)}`)
  return outcome.acceptance
}

/** Shapes that service.md §2.8 allows and practice did not show before. */
describe('what a Skill’s receipt may hold', () => {
  it('only the first answer, where no items were listed: the picture of a cutout is found there (O98, A13, I7)', async () => {
    const submission = { success: true, imageUrl: picture, creditsUsed: 2, creditsStatus: 'confirmed' }
    for (const retryable of [false, true]) {
      const receipt = { status: 'completed', submissionHttpStatus: 200, submission, items: [], retryable }
      expect(await acceptanceIn(receipt)).toMatchObject({
        jobs: [{ urls: [picture], status: 'completed' }],
        creditsUsed: 2,
        creditsStatus: 'confirmed',
      })
    }
    const numbered = { status: 'processing', submissionHttpStatus: 202, submission: { generationId: 'g' } }
    expect(await acceptanceIn(numbered)).toMatchObject({ jobs: [{ generationId: 'g', status: 'processing' }] })
    expect(await acceptanceIn({ ...numbered, status: 'failed' })).toMatchObject({ jobs: [{ status: 'failed' }] })
  })

  it('no job of a submission that was refused (A3)', async () => {
    const submission = { error: 'said so', code: 'invalid_input', generationId: 'other' }
    const receipt = { status: 'failed', submissionHttpStatus: 400, submission, items: [] }
    expect(await lookUp(receipt)).toMatchObject({ type: 'refused', reason: 'input' })
  })

  it('a rendering that failed without any item: an end, with its words and its credits (§4.15; O13, O18, I6)', async () => {
    const receipt = { status: 'failed', submissionHttpStatus: 500, submission: { error: 'the worker died' }, items: [] }
    expect(await acceptanceIn({ ...receipt, creditsUsed: 8, creditsStatus: 'refunded' })).toMatchObject({
      jobs: [{ generationId: null, status: 'failed', error: 'the worker died', urls: [] }],
      creditsUsed: 8,
      creditsStatus: 'refunded',
    })
    expect(await acceptanceIn({ status: 'failed', items: [] })).toMatchObject({
      jobs: [{ status: 'failed', error: null }],
      creditsUsed: null,
      creditsStatus: null,
    })
    expect(await lookUp({ ...receipt, retryable: true })).toMatchObject({
      type: 'inProgress',
      mayResubmit: true,
      failure: { jobs: [{ status: 'failed', error: 'the worker died' }], renderingStatus: 'failed' },
    })
  })

  it('a rendering that failed and might be sent again: an end for whom it is being made (§4.15; I5, O13)', async () => {
    const server = await scriptedServer(json(200, { status: 'failed', retryable: true, items: [] }))
    expect(await operations.skillStatus(serviceAt(server.url))).toMatchObject({
      type: 'job',
      acceptance: { jobs: [{ status: 'failed' }], renderingStatus: 'failed' },
    })
    server.answer(json(200, { status: 'processing', retryable: true, items: [] }))
    expect(await operations.skillStatus(serviceAt(server.url))).toMatchObject({ type: 'unreachable' })
  })

  it('a rendering that has made something and lists none of it: it was accepted, and is watched (I5, O119, O121)', async () => {
    for (const status of ['completed', 'partial'])
      for (const submissionHttpStatus of [null, 200, 402, 429, 503])
        for (const retryable of [true, undefined]) {
          const receipt = { status, submissionStatus: 'interrupted', submissionHttpStatus, items: [], retryable }
          expect(await lookUp({ ...receipt, submission: { error: 'no' } })).toMatchObject({
            type: 'found',
            acceptance: { jobs: [], renderingStatus: status },
          })
        }
    expect(await lookUp({ status: 'processing', items: [], retryable: true })).toMatchObject({ mayResubmit: true })
  })

  it('what was once said to be made is not sent again, whatever is said of it later (I5, A7)', async () => {
    const made = await lookUp({ status: 'partial', items: [], retryable: true })
    const heard = play(uncertain(), lookedUp(made, t0 + second))
    expect(heard.receipt).toMatchObject({ phase: 'running', acceptedAtMs: t0 + second, jobs: [] })
    const permitted = await lookUp({ status: null, submissionStatus: 'interrupted', items: [], retryable: true })
    for (const later of [permitted, { type: 'missing' } as const]) {
      const next = play(heard.receipt, lookedUp(later, t0 + 12 * second), lookedUp(later, t0 + 60 * second))
      expect(next.receipt.acceptedAtMs).toBe(t0 + second)
      expect(next.effect?.do).not.toBe('submit')
      expect(next.receipt.phase).not.toBe('ready')
    }
  })

  it('a submission that met a limit: nothing was started, and its receipt says whether it may be sent again (§7.3; O119, O131, A23)', async () => {
    const receipt = { status: 'failed', submissionHttpStatus: 429, submission: { error: 'slow down' }, items: [] }
    for (const retryable of [true, undefined]) {
      const outcome = await lookUp({ ...receipt, retryable })
      expect(outcome).toMatchObject({ type: 'inProgress', mayResubmit: retryable === true, isLimited: true })
      expect(outcome).not.toHaveProperty('failure')
    }
  })

  it('a submission that met a limit and is not to be sent again: it has ended, and is not sent without end (O119)', async () => {
    const receipt = { submissionHttpStatus: 429, submission: { error: 'slow down' }, items: [], retryable: false }
    expect(await lookUp({ ...receipt, status: 'failed' })).toMatchObject({
      type: 'found',
      acceptance: { jobs: [{ status: 'failed' }] },
    })
    const standing = await lookUp({ ...receipt, status: 'processing' })
    expect(standing.type === 'inProgress' && (standing.mayResubmit || standing.isLimited)).toBeFalsy()
  })

  it('a job without a number, told with an empty one: it was never dispatched (§4.11; O102)', async () => {
    const items = [
      { generationId: 'g1', module: 'hero', status: 'completed', imageUrls: [picture] },
      { generationId: '', module: 'scene', error: 'no room' },
    ]
    expect((await acceptanceIn({ status: 'partial', items })).jobs).toMatchObject([
      { generationId: 'g1', status: 'completed' },
      { generationId: null, module: 'scene', status: 'failed', error: 'no room' },
    ])
  })

  it('fewer jobs than its submission: the others were dispatched too, and are paid for (§2.8, §4.11; O96, O124, I7)', async () => {
    const submission = {
      expectedCount: 3,
      paywallHitMidBatch: true,
      items: [
        { generationId: 'g1', module: 'hero', status: 'processing', creditsUsed: 6 },
        { generationId: 'g2', module: 'detail', status: 'processing', creditsUsed: 6 },
        { module: 'scene', error: 'too few credits' },
      ],
    }
    const jobsIn = async (items: object[], status = 'processing') =>
      (await acceptanceIn({ status, submissionHttpStatus: 200, submission, items })).jobs.map((job) => [
        job.generationId,
        job.module,
        job.status,
      ])
    const hero = { generationId: 'g1', module: 'hero', status: 'completed', imageUrls: [picture] }
    const all = [
      ['g1', 'hero', 'completed'],
      ['g2', 'detail', 'processing'],
      [null, 'scene', 'failed'],
    ]
    expect(await jobsIn([hero])).toEqual(all)
    // Whatever it leaves out of those that it lists, none is there twice.
    expect(await jobsIn([{ ...hero, generationId: undefined }])).toEqual([[null, 'hero', 'completed'], ...all.slice(1)])
    expect(await jobsIn([{ ...hero, module: undefined }])).toEqual([['g1', null, 'completed'], ...all.slice(1)])
    expect(await jobsIn([hero, { module: 'scene', error: 'too few credits' }])).toEqual([all[0], all[2], all[1]])
    expect(await jobsIn([{ ...hero, status: 'failed', imageUrls: null }], 'failed')).toEqual([
      ['g1', 'hero', 'failed'],
      ['g2', 'detail', 'failed'],
      [null, 'scene', 'failed'],
    ])
    // Once it has ended nobody waits for what it does not list (§4.15).
    for (const status of ['completed', 'partial']) expect(await jobsIn([hero], status)).toEqual([all[0]])
    expect(
      (await acceptanceIn({ status: 'processing', submission, items: [{ ...hero, creditsUsed: 6 }] })).creditsUsed,
    ).toBe(12)
  })

  it('one job twice, and jobs under other numbers than its submission: each is one, charged once (M11)', async () => {
    const item = (name: string, number = name) => ({ generationId: number, module: name, creditsUsed: 4 })
    const items = [item('a'), item('b'), item('b')]
    const twice = await acceptanceIn({ status: 'processing', submission: { items }, items })
    expect([twice.jobs.length, twice.creditsUsed]).toEqual([2, 8])
    const others = [item('a', 'a2'), item('b', 'b2')]
    const renamed = await acceptanceIn({ status: 'processing', submission: { expectedCount: 2, items }, items: others })
    expect(renamed.jobs.map(({ generationId }) => generationId)).toEqual(['a2', 'b2'])
  })

  it('the state of the whole beside its items (A22)', async () => {
    const items = [{ generationId: 'g', status: 'completed', imageUrls: [picture] }]
    expect(await acceptanceIn({ status: 'processing', items })).toMatchObject({ renderingStatus: 'processing' })
    expect(await acceptanceIn({ items })).toMatchObject({ renderingStatus: null })
  })

  it('a lone picture that is not the last word (O14)', async () => {
    for (const status of ['processing', 'failed'])
      expect((await acceptanceIn({ generationId: 'g', status, imageUrl: picture })).jobs[0]?.status).toBe(status)
    for (const status of ['completed', 'delivered'])
      expect((await acceptanceIn({ generationId: 'g', status, imageUrl: picture })).jobs[0]?.status).toBe('completed')
  })

  it('addresses that are none (I7)', async () => {
    expect((await acceptanceIn({ generationId: 'g', status: 'processing', imageUrl: '' })).jobs[0]?.urls).toEqual([])
    const items = [{ generationId: 'g', status: 'completed', imageUrls: ['', picture] }]
    expect((await acceptanceIn({ items })).jobs[0]?.urls).toEqual([picture])
  })

  it('a dispatch error of any form: it is no job at work (§4.11, O102)', async () => {
    const errors = ['no room', { message: 'no room' }, { code: 'no room' }, { error: 'no room', code: 'x' }]
    for (const error of errors)
      expect((await acceptanceIn({ items: [{ module: 'hero', error }] })).jobs[0]).toMatchObject({
        status: 'failed',
        error: 'no room',
      })
    expect((await acceptanceIn({ items: [{ module: 'hero', error: { at: 3 } }] })).jobs[0]?.status).toBe('failed')
    // Without a word of its own it is what the whole is.
    const silent = [{ generationId: 'g', status: 'completed', imageUrls: [picture] }, { module: 'detail' }]
    const statusIn = async (status: string) => (await acceptanceIn({ status, items: silent })).jobs[1]?.status
    expect(await Promise.all(['processing', 'partial', 'failed'].map(statusIn))).toEqual([
      'processing',
      'failed',
      'failed',
    ])
    // One with a number is at work until it or the whole has ended.
    const numbered = [silent[0], { generationId: 'h' }]
    const jobIn = async (status: string) => (await acceptanceIn({ status, items: numbered })).jobs[1]?.status
    expect(await Promise.all(['processing', 'partial', 'failed'].map(jobIn))).toEqual([
      'processing',
      'processing',
      'failed',
    ])
    const shown = await acceptanceIn({ status: 'failed', items: [{ generationId: 'g', imageUrls: [picture] }] })
    expect(shown.jobs[0]?.status).toBe('completed')
  })

  it('credits of items, of which one never was a job (§4.11; O134)', async () => {
    const one = { generationId: 'a', status: 'failed', creditsUsed: 8, creditsStatus: 'refunded' }
    const none = { module: 'detail', error: 'no room', creditsUsed: 0 }
    expect((await acceptanceIn({ items: [one, none] })).creditsStatus).toBe('refunded')
    expect(
      (await acceptanceIn({ items: [one, { ...one, generationId: 'b', creditsStatus: 'pending' }] })).creditsStatus,
    ).toBeNull()
    expect((await acceptanceIn({ items: [none] })).creditsStatus).toBeNull()
  })

  it('figures of some items only: they are not the charge for all (O2, A38)', async () => {
    const [one, other] = [
      { generationId: 'a', status: 'completed', imageUrls: [picture], creditsUsed: 8 },
      { generationId: 'b', status: 'processing' },
    ]
    expect((await acceptanceIn({ items: [one, other] })).creditsUsed).toBeNull()
    expect((await acceptanceIn({ items: [one, { ...other, creditsUsed: 8 }] })).creditsUsed).toBe(16)
    // For what was never dispatched nothing was charged.
    expect((await acceptanceIn({ items: [one, { module: 'detail', error: 'no room' }] })).creditsUsed).toBe(8)
  })
})
