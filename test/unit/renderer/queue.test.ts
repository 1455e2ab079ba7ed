import { describe, expect, it } from 'vitest'
import { limitParts, partWords, runningWords } from '../../../src/renderer/format/progress.ts'
import { lookOfRequest } from '../../../src/renderer/format/state-look.ts'
import { latestFirst } from '../../../src/renderer/lists/latest-first.ts'
import { groupRuns, pendingCredits, queueGroups } from '../../../src/renderer/lists/queue-groups.ts'
import { paidToday, segmentsOf, toldOf } from '../../../src/renderer/lists/tray.ts'
import { request } from './requests.ts'

describe('groups of the queue', () => {
  it('put a lost answer above what merely runs, and the oldest waiting request next', () => {
    const groups = queueGroups(
      [
        request({ id: 'late', state: 'queued', createdAt: '2026-11-20T14:05:00Z' }),
        request({ id: 'runs', state: 'running', createdAt: '2026-11-20T13:00:00Z' }),
        request({ id: 'lost', state: 'uncertain', createdAt: '2026-11-20T14:00:00Z' }),
        request({ id: 'early', state: 'queued', createdAt: '2026-11-20T14:01:00Z' }),
        request({ id: 'done', state: 'completed' }),
      ],
      10,
    )
    expect(groups.underWay.map((each) => each.id)).toEqual(['lost', 'runs'])
    expect(groups.waiting.map((each) => each.id)).toEqual(['early', 'late'])
    expect(groups.ended.map((each) => each.id)).toEqual(['done'])
  })

  it('count as pending only what the service calls pending', () => {
    expect(
      pendingCredits([
        request({ creditsStatus: 'pending', creditsUsed: 6 }),
        request({ creditsStatus: 'confirmed', creditsUsed: 6 }),
        request({}),
      ]),
    ).toBe(6)
  })

  it('show requests approved together as one run, in their order', () => {
    const runs = groupRuns(
      [1, 0, 2].map((index) => request({ id: `r${index}`, batch: { id: 'one', index, size: 3 } })),
      5,
    )
    expect(runs).toHaveLength(1)
    expect(runs[0]?.requests.map((each) => each.id)).toEqual(['r0', 'r1', 'r2'])
  })
})

it('receipts stand newest first within an order too (D12)', () => {
  const at = (index: number) => request({ id: `r${index}`, batch: { id: 'one', index, size: 3 } })
  const older = request({ id: 'older', createdAt: '2026-11-19T14:00:00Z' })
  expect(latestFirst([at(0), older, at(2), at(1)]).map(({ id }) => id)).toEqual(['r2', 'r1', 'r0', 'older'])
})

describe('progress', () => {
  const start = Date.parse('2026-11-20T14:00:00Z')
  const running = {
    since: '2026-11-20T14:00:00Z',
    expectedAt: '2026-11-20T14:00:45Z',
    endsAt: '2026-11-20T14:06:00Z',
  }

  it("measures against the service's own end, with a tick at the expected moment", () => {
    expect(limitParts(running, start + 36_000)).toEqual({ gone: 0.1, tick: 0.125 })
  })

  it('never passes its ends, whatever the clocks say', () => {
    expect(limitParts(running, start - 5000).gone).toBe(0)
    expect(limitParts(running, start + 1e9).gone).toBe(1)
    expect(limitParts({ ...running, endsAt: running.since }, start).gone).toBe(0)
  })

  it('says how long it usually takes, and no more where that has passed', () => {
    expect(runningWords(running, start + 31_000)).toBe('31 s, usually 45 s')
    expect(runningWords(running, start + 60_000)).toBe('1:00, usually 45 s')
  })

  it('names parts in the unit of the whole', () => {
    expect(partWords({ done: 1_900_000, total: 2_800_000, unit: 'bytes' })).toBe('1.9 of 2.8 MB')
    expect(partWords({ done: 3, total: 4, unit: 'files' })).toBe('3 of 4')
  })
})

describe('the words of a state', () => {
  it('say refunded only when the service did', () => {
    expect(lookOfRequest(request({ state: 'failed', creditsStatus: 'refunded' })).word).toBe('Failed, refunded')
    expect(lookOfRequest(request({ state: 'failed', creditsStatus: 'pending' })).word).toBe('Failed')
  })
})

describe('the tray', () => {
  it('draws one segment a request, and groups a large batch with the loudest winning', () => {
    const many = Array.from({ length: 400 }, (_, index) =>
      request({ state: index === 250 ? 'needs-decision' : 'queued', batch: { id: 'b', index, size: 400 } }),
    )
    const ratioCodes = segmentsOf(many, 100)
    expect(ratioCodes).toHaveLength(100)
    expect(ratioCodes.filter((segment) => segment === 'ask')).toHaveLength(1)
    expect(segmentsOf([request({ state: 'completed' })], 100)).toEqual([])
  })

  it('calls next what waits, never what is in progress already', () => {
    const lost = request({
      id: 'lost',
      state: 'uncertain',
      next: { at: '2026-11-20T14:02:00Z', words: 'Checks again.' },
    })
    const first = request({ id: 'first', state: 'queued' })
    expect(toldOf(queueGroups([lost, first]))).toMatchObject({ request: { id: 'first' }, isNext: true })
    expect(toldOf(queueGroups([lost]))).toMatchObject({ request: { id: 'lost' }, isNext: false })
    expect(toldOf(queueGroups([request({ state: 'running' })]))).toBeNull()
  })

  it("says nothing about the day's credits when the list is cut within it", () => {
    const now = Date.parse('2026-11-20T14:01:00Z')
    const paid = request({ state: 'completed', creditsUsed: 2, creditsRefunded: 0, creditsStatus: 'confirmed' })
    const back = request({ state: 'failed', creditsUsed: 6, creditsRefunded: 6, creditsStatus: 'refunded' })
    expect(paidToday([paid, back], now, null)).toBe(2)
    expect(paidToday([paid, back], now, '2026-11-18T23:00:00Z')).toBe(2)
    expect(paidToday([paid, back], now, '2026-11-20T14:00:30Z')).toBeNull()
    // A clock that was put back says nothing about what is missing.
    expect(paidToday([paid, back], now, '2026-11-25T12:00:00Z')).toBeNull()
  })

  it('takes off what the service gave back of a set, and says nothing where that is not known', () => {
    const now = Date.parse('2026-11-20T14:01:00Z')
    const set = request({ state: 'partial', creditsUsed: 24, creditsRefunded: 6, creditsStatus: 'confirmed' })
    const unsaid = request({ state: 'partial', creditsUsed: 24, creditsRefunded: null, creditsStatus: 'odd' })
    const sent = request({ state: 'running', creditsQuoted: 6 })
    expect(paidToday([set, sent], now, null)).toBe(18)
    expect(paidToday([set, unsaid], now, null)).toBeNull()
  })
})
