import { describe, expect, it, vi } from 'vitest'
import { chargeText } from '../../../src/renderer/format/charge.ts'
import { approvedLines, areRowsComing, batchRows } from '../../../src/renderer/lists/batch.ts'
import { file, request } from './requests.ts'

const batch = (id: string, index: number) => ({ id, index, size: 3 })

describe('rows of a batch', () => {
  const sent = [
    request({ id: 'new-1', batch: batch('new', 1), createdAt: '2026-11-20T15:00:00Z', state: 'running' }),
    request({ id: 'old', batch: batch('old', 0), createdAt: '2026-11-20T13:00:00Z', state: 'failed' }),
    request({ id: 'new-0', batch: batch('new', 0), createdAt: '2026-11-20T15:00:00Z', state: 'completed' }),
    request({ id: 'asks', batch: batch('old', 1), createdAt: '2026-11-20T13:00:00Z', state: 'needs-decision' }),
  ]
  const waiting = [file('b.jpg'), file('notes.txt', 'This is no picture.'), file('a.jpg')]

  it('puts what needs the user on top, then what waits in the order it was dropped, then the newest batch, and what cannot be used last', () => {
    const { rows } = batchRows(waiting, sent, 'all')
    expect(rows.map((row) => row.key)).toEqual(['asks', 'f_b.jpg', 'f_a.jpg', 'new-0', 'new-1', 'old', 'f_notes.txt'])
  })

  it('are still coming while files are looked at, but for filters that these do not fall under (D6)', () => {
    expect([areRowsComing(3, 'all'), areRowsComing(3, 'to-send')]).toEqual([true, true])
    expect([areRowsComing(0, 'all'), areRowsComing(3, 'done')]).toEqual([false, false])
  })

  it('counts each filter, and a file that cannot be used is not among those to send', () => {
    const { counts } = batchRows(waiting, sent, 'all')
    expect(counts).toEqual({ all: 7, 'needs-you': 1, 'under-way': 1, done: 1, failed: 2, 'to-send': 2 })
  })

  it('shows only what a filter names', () => {
    expect(batchRows(waiting, sent, 'failed').rows.map((row) => row.key)).toEqual(['old', 'f_notes.txt'])
    expect(batchRows(waiting, sent, 'to-send').rows).toHaveLength(2)
  })
})

describe('what was approved', () => {
  it('adds up only what was quoted and what the service said, refunds taken off', () => {
    const { lines, standsAt } = approvedLines([
      request({ state: 'completed', creditsUsed: 2, creditsStatus: 'confirmed' }),
      request({ state: 'running', creditsUsed: 2, creditsStatus: 'pending' }),
      request({ state: 'queued' }),
      request({ state: 'failed', creditsUsed: 2, creditsStatus: 'refunded' }),
      request({ state: 'cancelled' }),
    ])
    expect(lines).toEqual([
      { label: '1 done', credits: 2 },
      { label: '1 in progress, pending', credits: 2 },
      { label: '1 not charged yet', credits: 2 },
      { label: '1 failed, charged', credits: 2 },
      { label: '1 failed, refunded', credits: -2 },
    ])
    expect(standsAt).toBe(6)
  })

  it('takes off what was given back of a set that was made in part (O102, O134)', () => {
    const { lines, standsAt } = approvedLines([
      request({ state: 'partial', creditsUsed: 24, creditsRefunded: 6 }),
      request({ state: 'partial', creditsUsed: 24, creditsRefunded: 0 }),
      request({ state: 'downloading', creditsUsed: 18, creditsRefunded: 6 }),
    ])
    expect(lines).toEqual([
      { label: '2 partly done', credits: 48 },
      { label: '1 in progress, charged', credits: 18 },
      { label: '2 partly refunded', credits: -12 },
    ])
    expect(standsAt).toBe(54)
  })
})

describe('the charge of a row', () => {
  it('is struck through only where the service gave it back or never took it', () => {
    expect(chargeText(request({ state: 'failed', creditsUsed: 2, creditsStatus: 'refunded' }))).toEqual({
      credits: 2,
      word: 'refunded',
      struck: true,
    })
    expect(chargeText(request({ state: 'failed', creditsUsed: 2, creditsStatus: 'pending' }))).toEqual({
      credits: 2,
      word: 'pending',
      struck: false,
    })
    expect(chargeText(request({ state: 'rejected' })).word).toBe('not charged')
  })

  it('names what was given back of it where the rest stays charged (O102, O134)', () => {
    const set = { state: 'partial', creditsUsed: 24, creditsRefunded: 6 } as const
    expect(chargeText(request(set))).toEqual({ credits: 24, word: '6 refunded', struck: false })
    expect(chargeText(request({ ...set, creditsRefunded: 0 })).word).toBe('charged')
  })

  it('does not say that nothing was sent where an answer was lost', () => {
    expect(chargeText(request({ state: 'needs-decision', verdict: 'wait' })).word).toBe('may be charged')
    expect(chargeText(request({ state: 'needs-decision' })).word).toBe('not sent')
  })

  it('never calls a quote a charge', () => {
    expect(chargeText(request({ state: 'running' }))).toEqual({ credits: 2, word: 'quoted', struck: false })
  })
})

it('while files are looked at, the order says so and does not ask for files (D6)', async () => {
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    matchMedia: () => ({}),
    printroom: { on: () => undefined },
  })
  const { whyBlocked } = await import('../../../src/renderer/features/skills/use-skill-order.ts')
  const blocked = (looking: number) =>
    whyBlocked({ isChosen: true, skill: {}, order: null, work: { looking, files: [] } } as never)
  expect([blocked(15), blocked(0)]).toEqual(['Checking 15 files.', 'Drop or choose pictures first.'])
})
