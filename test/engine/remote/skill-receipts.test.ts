import { describe, expect, it } from 'vitest'
import type { Acceptance } from '../../../src/domain/request/outcomes.ts'
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
    expect(await lookUp({ ...receipt, retryable: true })).toMatchObject({ type: 'inProgress', mayResubmit: true })
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
