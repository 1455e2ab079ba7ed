import { describe, expect, it } from 'vitest'
import { timingFor } from '../../../../src/domain/request/events.ts'
import { creditsInWords, moneySentence } from '../../../../src/domain/request/money-words.ts'
import type { SubmitOutcome } from '../../../../src/domain/request/outcomes.ts'
import { phases, type Receipt } from '../../../../src/domain/request/receipt.ts'
import { isEndState, requestStates } from '../../../../src/domain/request/states.ts'
import { step } from '../../../../src/domain/request/step.ts'
import { nowWords, stateOf, verdictOf } from '../../../../src/domain/request/words.ts'
import {
  broughtHome,
  jobOf,
  lookedUp,
  madeJob,
  play,
  ready,
  receiptOf,
  running,
  skillOrder,
  submitted,
  uncertain,
} from '../../../support/receipts.ts'

const refusedForCredits: SubmitOutcome = {
  type: 'refused',
  reason: 'credits',
  httpStatus: 402,
  code: null,
  message: 'Needed: 8; there: 2.',
}

describe('the state that people see', () => {
  it('is one of the terminal’s words for every phase', () => {
    for (const phase of phases) expect(requestStates).toContain(stateOf(receiptOf({ phase }), null))
  })

  it('calls approved and ready queued, and what was sent uncertain', () => {
    expect(stateOf(receiptOf(), null)).toBe('queued')
    expect(stateOf(receiptOf(), 'preparing')).toBe('preparing')
    expect(stateOf(receiptOf({ phase: 'ready' }), null)).toBe('queued')
    expect(stateOf(receiptOf({ phase: 'ready' }), 'submitting')).toBe('submitting')
    expect(stateOf(receiptOf({ phase: 'ready', sentTimes: 1 }), null)).toBe('uncertain')
  })

  it('ends only where nothing more happens by itself (O13)', () => {
    expect(requestStates.filter(isEndState)).toEqual([
      'completed',
      'partial',
      'failed',
      'rejected',
      'gone',
      'cancelled',
      'handed-over',
    ])
  })

  it('has a sentence for every phase', () => {
    for (const phase of phases) expect(nowWords(receiptOf({ phase }), null)).toMatch(/\S.*[.?]$/)
  })

  it('before sending says that nothing was sent, and prepared is not sent', () => {
    expect(nowWords(receiptOf(), null)).toContain('Nothing was sent')
    expect(nowWords(receiptOf(), 'preparing')).toContain('nothing was sent')
    expect(nowWords(receiptOf(), 'prepared')).toContain('nothing was sent')
    expect(nowWords(receiptOf(), 'uploading')).toContain('picture goes to the service')
    expect(nowWords(receiptOf({ phase: 'ready' }), 'submitting')).toContain('sending now')
  })

  it('tells of pictures only where there are some', () => {
    const source = { url: 'https://pictures.test/a.png' }
    const reference = { ...receiptOf().order, references: [source] } as Receipt['order']
    const skill = { ...skillOrder, pictures: [{ field: 'picture', source }] } as Receipt['order']
    for (const order of [reference, skill]) expect(nowWords(receiptOf({ order }), 'preparing')).toContain('upright')
    for (const order of [receiptOf().order, skillOrder])
      expect(nowWords(receiptOf({ order }), 'preparing')).not.toContain('upright')
  })

  it('tells the plan where something has to be tried again', () => {
    const next = { atMs: 1, words: 'Tries again' }
    expect(nowWords(receiptOf({ failuresInARow: 1, next }), null)).toBe('Tries again')
    expect(nowWords(receiptOf({ failuresInARow: 1 }), null)).toBe('Waits.')
    expect(nowWords(receiptOf({ failuresInARow: 0, next }), null)).not.toBe('Tries again')
    expect(nowWords(receiptOf({ phase: 'ready', next }), null)).toBe('Tries again')
  })

  it('counts look-ups, jobs and files', () => {
    const after = (lookedUpTimes: number) => nowWords(uncertain({ lookedUpTimes }), null)
    expect([0, 1, 2].map((times) => after(times).split('. ')[1])).toEqual([
      'Not checked yet.',
      'Checked once.',
      'Checked 2 times.',
    ])
    expect(nowWords(running([jobOf(), jobOf({ generationId: 'b' })]), null)).toContain('2 jobs')
    expect(nowWords(running(), null)).not.toMatch(/\d/)
    const two = [madeJob(['a', 'b']), jobOf({ generationId: 'b', urls: ['c'] })]
    expect(nowWords(running(two, { phase: 'downloading' }), null)).toBe('0 of 2 files are home.')
    expect(nowWords(running([madeJob()], { phase: 'downloading' }), null)).toBe('0 of 1 file is home.')
    const done = play(running([madeJob(['a', 'b'])]), broughtHome())
    expect(nowWords({ ...done.receipt, phase: 'completed' }, null)).toBe('Saved to library.')
    const both = play(done.receipt, broughtHome(1)).receipt
    expect(nowWords(both, null)).toBe('2 files saved to library.')
  })

  it('says what went wrong, or what was charged, where nothing else is known', () => {
    for (const phase of ['partial', 'failed', 'rejected', 'gone'] as const) {
      expect(nowWords(receiptOf({ phase, error: 'It broke.' }), null)).toBe('It broke.')
      expect(nowWords(receiptOf({ phase, creditsUsed: 8 }), null)).toBe('8 credits were deducted.')
    }
    expect(nowWords(receiptOf({ phase: 'completed', error: 'A file is owed.' }), null)).toBe('A file is owed.')
    expect(nowWords(receiptOf({ phase: 'cancelled' }), null)).toContain('Nothing was charged.')
    const asked = play(ready(), submitted(refusedForCredits)).receipt
    expect(nowWords(asked, null)).toBe(asked.decision?.question)
  })
})

describe('the verdict after a lost answer', () => {
  it('is wait, safe to send, or do not send (A6)', () => {
    expect(verdictOf(uncertain())).toBe('wait')
    expect(verdictOf(uncertain({ phase: 'ready' }))).toBe('safe-to-send')
    expect(verdictOf(uncertain({ acceptedAtMs: 1 }))).toBe('do-not-send')
    expect(verdictOf(running([], { sentTimes: 2 }))).toBe('do-not-send')
    expect(verdictOf(receiptOf())).toBeNull()
  })

  it('is not spoken where no answer was lost', () => {
    expect(verdictOf(receiptOf({ phase: 'ready' }))).toBeNull()
    expect(verdictOf(running())).toBeNull()
    expect(verdictOf(running([madeJob()], { phase: 'downloading', sentTimes: 2 }))).toBeNull()
  })

  it('is to wait while a person is asked about something that may have been charged, and only then (O134)', () => {
    const asked = (reason: 'key' | 'input' | 'conflict') =>
      play(uncertain(), lookedUp({ type: 'refused', reason, httpStatus: 409, code: null, message: '' })).receipt
    expect(verdictOf(asked('conflict'))).toBe('wait')
    expect(verdictOf(play(ready(), submitted(refusedForCredits)).receipt)).toBeNull()
    expect(verdictOf({ ...asked('conflict'), phase: 'completed' })).toBeNull()
    expect(verdictOf({ ...asked('conflict'), decision: null })).toBeNull()
  })
})

describe('words about money', () => {
  it('say refunded for the service’s word refunded only (I6, O134, A9)', () => {
    for (const creditsStatus of [null, 'pending', 'confirmed', 'refund', 'Refunded', ''])
      expect(moneySentence({ creditsUsed: 8, creditsStatus })).not.toMatch(/\bwere refunded/)
    expect(moneySentence({ creditsUsed: 8, creditsStatus: 'refunded' })).toBe('8 credits were refunded.')
    expect(moneySentence({ creditsUsed: null, creditsStatus: 'refunded' })).toBe('The charge was refunded.')
    expect(moneySentence({ creditsUsed: null, creditsStatus: null })).toContain('has not said')
    expect(creditsInWords(1)).toBe('1 credit')
  })

  it('name the sum that was taken, also before anything is settled (O134, A9)', () => {
    expect(moneySentence({ creditsUsed: 8, creditsStatus: null })).toBe('8 credits were deducted.')
    expect(moneySentence({ creditsUsed: 1, creditsStatus: 'confirmed' })).toBe('1 credit was charged.')
    expect(moneySentence({ creditsUsed: null, creditsStatus: 'pending' })).toBe(
      'The charge was deducted and not settled yet.',
    )
  })
})

describe('pauses and windows', () => {
  it('are the document’s own, and all divided by the scale', () => {
    expect(timingFor(1)).toMatchObject({ pollGenerationMs: 3000, pollSkillMs: 10_000, resendWindowMs: 900_000 })
    expect(timingFor(50)).toMatchObject({ pollGenerationMs: 60, secondLookMs: 600, imageEndMs: 7200 })
    const told = submitted({ type: 'limited', afterMs: 50_000, message: '' })
    expect(step(ready(), told, timingFor(50)).effect).toEqual({ do: 'lookUp', afterMs: 1000 })
  })
})
