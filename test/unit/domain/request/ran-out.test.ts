import { describe, expect, it } from 'vitest'
import type { PaidOrder, Receipt } from '../../../../src/domain/request/receipt.ts'
import { retryOf } from '../../../../src/domain/request/retry.ts'
import {
  accepted,
  broughtHome,
  jobOf,
  madeJob,
  play,
  polled,
  ready,
  running,
  saidJob,
  skillOrder,
  submitted,
} from '../../../support/receipts.ts'

const figures = { expectedCount: 2, creditsUsed: 4, aspectRatio: '4:5', modelId: 'm' }
const set = { ...skillOrder, fields: { modules: ['hero', 'detail', 'scene'] } } as PaidOrder
const hero = madeJob(['https://media.test/a'], { generationId: 'g1', module: 'hero' })
const failedJob = jobOf({ status: 'failed', error: 'policy' })
const ended = (changes: { paywallHitMidBatch?: boolean }, jobs = [madeJob()]): Receipt =>
  play(ready(), submitted(accepted(jobs, { ...figures, renderingStatus: 'partial', ...changes })), broughtHome())
    .receipt

describe('a batch in which the balance ran out', () => {
  it('says so, with what was taken, and to top up before what is missing is ordered (O102, O103)', () => {
    const { phase, error } = ended({ paywallHitMidBatch: true })
    expect(phase).toBe('partial')
    expect(error).toMatch(/^1 of 2 were made\b.*\bran out\b/)
    expect(error).toContain('4 credits were deducted.')
    expect(error).toMatch(/not made again by itself: top up/)
    expect(ended({ paywallHitMidBatch: true }, [failedJob]).error).toMatch(/were deducted\..*ran out.*top up/)
  })

  it('is not said of one where nothing ran out (O102)', () => {
    for (const changes of [{}, { paywallHitMidBatch: false }]) {
      const none = jobOf({ generationId: null, module: 'scene', status: 'failed', error: 'no', creditsUsed: 0 })
      expect(ended(changes, [madeJob(), none]).error).toMatch(
        /^1 of 2 were made\. 4 credits were deducted\. .*not made again by itself\.$/,
      )
      expect(ended(changes, [failedJob, none]).error).toMatch(/deducted\.$/)
    }
  })

  it('is watched on while it renders, though fewer jobs are listed than were to be made: what was dispatched is paid for (§4.11, §4.15; O124, A22, I7)', () => {
    const figures = { expectedCount: 3, paywallHitMidBatch: true }
    const said = (renderingStatus: string, jobs = [hero]) => polled(saidJob(jobs, { ...figures, renderingStatus }))
    const lost = play(running([], { order: set, accepted: null }), said('processing'), broughtHome())
    expect(lost.receipt).toMatchObject({ phase: 'running', next: { words: 'Checking again; 2 of 3 in progress' } })
    expect(lost.effect?.do).toBe('poll')
    expect(retryOf(lost.receipt)).toEqual({ do: 'look' })
    const detail = madeJob(['https://media.test/b'], { generationId: 'g2', module: 'detail' })
    expect(play(lost.receipt, said('partial', [hero, detail])).effect).toMatchObject({ do: 'bringHome', jobIndex: 1 })
    const over = play(lost.receipt, said('partial')).receipt
    expect(over.phase).toBe('partial')
    expect(retryOf(over)).toEqual({ do: 'order', warning: null })
  })

  it('is known for good, whichever answer says it, beside the figures of the first (A38, O52)', () => {
    const silent = play(ready(), submitted(accepted([jobOf()], figures))).receipt
    const later = play(silent, polled(saidJob([jobOf()], { paywallHitMidBatch: true, creditsUsed: 9 }))).receipt
    expect(later.accepted).toMatchObject({ ...figures, paywallHitMidBatch: true })
    const still = play(later, polled(saidJob([jobOf()], { paywallHitMidBatch: false }))).receipt
    expect(still.accepted?.paywallHitMidBatch).toBe(true)
    expect(silent.accepted?.paywallHitMidBatch).toBeUndefined()
  })
})
