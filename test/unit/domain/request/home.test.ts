import { describe, expect, it } from 'vitest'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import {
  broughtHome,
  hour,
  jobOf,
  madeJob,
  minute,
  notFetched,
  play,
  polled,
  receiptOf,
  running,
  saidJob,
  skillOrder,
  t0,
  timing,
} from '../../../support/receipts.ts'

const four = ['1', '2', '3', '4'].map((n) => `https://media.test/${n}.png`)
const downloading = (urls = four, changes: Partial<Receipt> = {}): Receipt => ({
  ...play(running(), polled(saidJob([madeJob(urls)]))).receipt,
  ...changes,
})

describe('bringing results home', () => {
  it('fetches every candidate, one after the other, and is completed only then (O15, I7)', () => {
    let step = play(downloading())
    for (const place of [0, 1, 2]) {
      step = play(step.receipt, broughtHome(place))
      expect(step.effect).toMatchObject({ do: 'bringHome', outputIndex: place + 1 })
      expect(step.receipt.phase).toBe('downloading')
    }
    step = play(step.receipt, broughtHome(3))
    expect(step.receipt).toMatchObject({ phase: 'completed', error: null })
    expect(step.receipt.assets).toHaveLength(4)
    expect(step.effect).toBeNull()
  })

  it('counts the same file once when it is reported twice', () => {
    expect(play(downloading(), broughtHome(), broughtHome()).receipt.assets).toHaveLength(1)
  })

  it('tries one that failed after the others', () => {
    expect(play(downloading(), notFetched()).effect).toMatchObject({ do: 'bringHome', outputIndex: 1 })
  })

  it('asks for a fresh address where the old one is dead, not sooner than the interval (A14, O25)', () => {
    for (const order of [running().order, skillOrder]) {
      const step = play(downloading(four, { order }), notFetched({ addressStale: true }))
      expect(step.effect?.do).toBe('poll')
      const interval = order.kind === 'skill' ? timing.pollSkillMs : timing.pollGenerationMs
      expect(step.effect?.afterMs).toBeGreaterThanOrEqual(interval)
    }
  })
})

describe('a file that cannot be fetched', () => {
  const owed = (addressStale = false) => {
    let step = play(downloading(four.slice(0, 1)))
    for (let tries = 0; tries < 6; tries += 1) {
      step = play(step.receipt, notFetched({ addressStale }))
      if (step.effect?.do === 'poll') step = play(step.receipt, polled(saidJob([madeJob(four.slice(0, 1))])))
    }
    return step
  }

  it('is listed as owed with its reason after six tries, and tried on by itself (I7, A14)', () => {
    const step = owed()
    expect(step.receipt.phase).toBe('completed')
    expect(step.receipt.owed).toMatchObject([{ jobIndex: 0, outputIndex: 0, triedTimes: 6, address: four[0] }])
    expect(step.receipt.owed[0]?.reason).toMatch(/^The file’s address answered 500\./)
    expect(step.receipt.error).toContain('paid for')
    expect(step.effect).toMatchObject({ do: 'bringHome', afterMs: 10 * minute })
  })

  it('comes off the list when it is home at last, and the request says so', () => {
    const step = play(owed().receipt, broughtHome())
    expect(step.receipt).toMatchObject({ phase: 'completed', owed: [], error: null })
    expect(step.effect).toBeNull()
  })

  it('gets a fresh address while it is owed too (A14, I7)', () => {
    const asked = play(owed(true).receipt, notFetched({ addressStale: true }))
    expect(asked.effect?.do).toBe('poll')
    const fresh = play(asked.receipt, polled(saidJob([madeJob(['https://media.test/fresh.png'])])))
    expect(fresh.receipt.jobs[0]?.urls).toEqual(['https://media.test/fresh.png'])
    expect(fresh.effect?.do).toBe('bringHome')
    expect(fresh.receipt.phase).toBe('completed')
  })

  it('does not turn a completed request into a question when the key is refused meanwhile (A36)', () => {
    const asked = play(owed(true).receipt, notFetched({ addressStale: true }))
    const step = play(asked.receipt, polled({ type: 'keyRefused' }))
    expect(step.receipt.phase).toBe('completed')
    expect(step.effect).not.toBeNull()
  })

  it('is begun anew after a restart (I7)', () => {
    const step = play(owed().receipt, { type: 'recovered', atMs: t0 + hour })
    expect(step.effect).toMatchObject({ do: 'bringHome', afterMs: 0 })
  })
})

describe('news of files that fits nothing', () => {
  it.each(['approved', 'ready', 'uncertain', 'rejected', 'cancelled', 'needs-decision'] as const)(
    'leaves a request in %s where it is',
    (phase) => {
      const start = receiptOf({ phase, jobs: [] })
      for (const event of [broughtHome(), notFetched(), notFetched({ addressStale: true })]) {
        const step = play(start, event)
        expect(step.receipt).toMatchObject({ phase, owed: [], assets: [] })
        expect(step.effect).toBeNull()
      }
    },
  )

  it('makes no debt of a file that no job has', () => {
    expect(play(downloading(), notFetched({ jobIndex: 3 })).receipt.owed).toEqual([])
  })

  it('keeps a file that came home while the request waits for a person (I7)', () => {
    const jobs = [madeJob(), jobOf({ generationId: 'b' })]
    const waiting = play(running(jobs), polled({ type: 'keyRefused' })).receipt
    const step = play(waiting, broughtHome())
    expect(step.receipt.phase).toBe('needs-decision')
    expect(step.receipt.assets).toHaveLength(1)
  })
})
