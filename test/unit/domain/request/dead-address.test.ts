import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { missingOutputs } from '../../../../src/domain/request/jobs.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Step } from '../../../../src/domain/request/transitions.ts'
import {
  broughtHome,
  madeJob,
  notFetched,
  play,
  polled,
  running,
  saidJob,
  skillOrder,
  timing,
} from '../../../support/receipts.ts'

const old = ['https://media.test/old.png']
const fresh = ['https://media.test/fresh.png']
const again = polled(saidJob([madeJob(old)]))
const renewed = polled(saidJob([madeJob(fresh)]))
const orders = [running().order, skillOrder]

const downloading = (urls = old, order = running().order): Receipt =>
  play(running([], { order }), polled(saidJob([madeJob(urls)]))).receipt

describe('a dead address (M3)', () => {
  it.each(orders)(
    'is asked about after two failures of any kind, and the fresh one is tried at once (M3, A14)',
    (order) => {
      const start = downloading(old, order)
      const once = play(start, notFetched())
      expect(once.effect?.do).toBe('bringHome')
      const twice = play(once.receipt, notFetched())
      expect(twice.effect?.do).toBe('poll')
      expect(twice.effect?.afterMs).toBeGreaterThanOrEqual(
        order.kind === 'skill' ? timing.pollSkillMs : timing.pollGenerationMs,
      )
      const step = play(twice.receipt, renewed)
      expect(step.effect).toMatchObject({ do: 'bringHome', afterMs: 0 })
      expect(play(step.receipt, broughtHome()).receipt).toMatchObject({ phase: 'completed', owed: [], error: null })
    },
  )

  it('that the service gives again is tried more and more seldom, and the reason says so (M3, I12)', () => {
    let step = play(downloading())
    const pauses: number[] = []
    for (let n = 0; n < 12; n += 1) {
      step = play(step.receipt, notFetched())
      if (step.effect?.do !== 'poll') continue
      step = play(step.receipt, again)
      expect(step.effect?.do).toBe('bringHome')
      pauses.push(step.effect?.afterMs ?? 0)
    }
    expect(pauses.length).toBe(11)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses.at(-1)).toBe(60 * timing.backOffMaxMs)
    expect(step.receipt.error).toContain('gives no other address')
    expect(play(step.receipt, renewed).receipt.owed[0]?.reason).toContain('500')
  })

  it('costs four failures within a minute and a half, however long each is silent, and is owed no sooner (S1, M3)', () => {
    const films = { ...running().order, mediaType: 'video' } as Receipt['order']
    const silentMs = 10_000
    let step = play(downloading(old, films))
    let waitedMs = 0
    for (let failures = 0; failures < 4; ) {
      if (step.effect?.do === 'bringHome') {
        waitedMs += silentMs
        failures += 1
        step = play(step.receipt, notFetched())
      } else step = play(step.receipt, again)
      if (failures < 4) waitedMs += step.effect?.afterMs ?? Number.NaN
    }
    expect(waitedMs).toBeLessThanOrEqual(80_000)
    expect(step.receipt.phase).toBe('downloading')
  })

  it('is not what our own reader says: its looks in vain are counted, and only those in a row (I7, M3)', () => {
    const unread = notFetched({ isUnread: true, reason: 'It could not be looked into.' })
    const times = ({ receipt }: Step) => receipt.owed[0]?.unreadTimes ?? 0
    const twice = play(downloading(), unread, unread)
    expect(times(twice)).toBe(2)
    expect(times(play(twice.receipt, again))).toBe(2)
    expect(times(play(twice.receipt, notFetched()))).toBe(0)
    expect(times(play(twice.receipt, notFetched({ isDiskAway: true })))).toBe(0)
    expect(times(play(twice.receipt, notFetched(), unread))).toBe(1)
  })

  it('among several is asked about while others still come home (M3)', () => {
    const start = downloading([...old, 'https://media.test/b.png'])
    const step = play(start, notFetched(), broughtHome(1), notFetched())
    expect(step.effect?.do).toBe('poll')
  })

  it('of an item is left for a fresh one while other items are still made (M3)', () => {
    const jobs = [madeJob(old, { generationId: 'a' }), { ...madeJob([], { generationId: 'b' }), status: 'processing' }]
    const start = play(running([], { order: skillOrder }), polled(saidJob(jobs))).receipt
    const failed = play(start, notFetched())
    expect(failed.effect?.do).toBe('poll')
    const told = [madeJob(fresh, { generationId: 'a' }), ...jobs.slice(1)]
    expect(play(failed.receipt, polled(saidJob(told))).effect).toMatchObject({ do: 'bringHome', afterMs: 0 })
  })
})

describe('what is owed (I12)', () => {
  it('always has a next step, whatever fails in whatever order (M3, I12)', () => {
    const news = fc.constantFrom(
      notFetched(),
      notFetched({ addressStale: true }),
      again,
      renewed,
      polled({ type: 'keyRefused' }),
      polled({ type: 'unreachable', reason: 'Nobody answers.', afterMs: null }),
      polled({ type: 'missing', httpStatus: 404 }),
      { type: 'recovered' as const, atMs: 0 },
    )
    fc.assert(
      fc.property(fc.constantFrom(...orders), fc.array(news, { maxLength: 30 }), (order, events) => {
        let { receipt, effect } = play(downloading(old, order))
        for (const event of events) {
          const step = play(receipt, { ...event, atMs: receipt.updatedAtMs + 1000 })
          ;({ receipt, effect } = step)
          if (missingOutputs(receipt).length === 0) continue
          if (receipt.phase === 'needs-decision') expect(receipt.decision?.choices.length).toBeGreaterThan(0)
          else expect(effect).not.toBeNull()
          expect(receipt.phase === 'needs-decision' || receipt.next !== null).toBe(true)
        }
      }),
    )
  })
})
