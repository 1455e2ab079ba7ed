import { describe, expect, it } from 'vitest'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import type { Job, PaidOrder } from '../../../../src/domain/request/receipt.ts'
import {
  broughtHome,
  found,
  jobOf,
  lookedUp,
  madeJob,
  minute,
  notFetched,
  play,
  polled,
  running,
  saidJob,
  second,
  skillOrder,
  t0,
  timing,
} from '../../../support/receipts.ts'

describe('watching a job', () => {
  it('asks every 3 seconds for a generation and every 10 for a Skill (O24, O25)', () => {
    expect(play(running(), polled(saidJob())).effect).toEqual({ do: 'poll', afterMs: 3 * second })
    const skill = running([jobOf()], { order: skillOrder })
    expect(play(skill, polled(saidJob())).effect).toEqual({ do: 'poll', afterMs: 10 * second })
  })

  it('asks seldom, and goes on, when the service says that polling may stop (O20, O21, A11)', () => {
    const step = play(running(), polled(saidJob([jobOf()], { pollHintSeconds: 0 })))
    expect(step.effect).toEqual({ do: 'poll', afterMs: minute })
  })

  it('asks seldom past 6 minutes for an image and 12 for a video, and never ends a job itself (O22, A12, I9)', () => {
    const video = { ...running().order, mediaType: 'video' } as ReturnType<typeof running>['order']
    const pauseAt = (atMs: number, order = running().order) =>
      play(running([jobOf()], { order }), polled(saidJob(), t0 + atMs)).effect?.afterMs
    expect(pauseAt(6 * minute)).toBe(3 * second)
    expect(pauseAt(6 * minute + 1)).toBe(minute)
    expect(pauseAt(7 * minute, video)).toBe(3 * second)
    expect(pauseAt(12 * minute + 1, video)).toBe(minute)
    expect(play(running(), polled(saidJob(), t0 + 999 * minute)).receipt.phase).toBe('running')
  })

  it('keeps the service’s estimate as an estimate: it is looked at as ever, and nothing ends when it is past (O19)', () => {
    const step = play(running(), polled(saidJob([jobOf()], { expectedWaitSeconds: 40 }), t0))
    expect(step.receipt.expectedAtMs).toBe(t0 + 40 * second)
    expect(step.effect).toEqual({ do: 'poll', afterMs: 3 * second })
    expect(play(step.receipt, polled(saidJob(), t0)).receipt.expectedAtMs).toBe(t0 + 40 * second)
    expect(play(step.receipt, polled(saidJob(), t0 + minute)).receipt.phase).toBe('running')
  })

  it('takes a status that the document does not list as not ended (O13, A21)', () => {
    expect(play(running(), polled(saidJob([jobOf({ status: 'queued' })]))).receipt.phase).toBe('running')
  })

  it('keeps watching a completed job that names no file yet (O14)', () => {
    const step = play(running(), polled(saidJob([jobOf({ status: 'completed' })])))
    expect(step.receipt.phase).toBe('running')
    expect(step.effect?.do).toBe('poll')
  })

  it('looks the receipt up when the job is not found (A25)', () => {
    for (const httpStatus of [404, 410]) {
      const step = play(running(), polled({ type: 'missing', httpStatus }))
      expect(step.effect?.do).toBe('lookUp')
      expect(step.receipt.phase).toBe('running')
    }
  })

  it('asks for a key, keeps the receipt and never calls the order lost when the key is refused (A36, O11)', () => {
    const step = play(running(), polled({ type: 'keyRefused' }))
    expect(step.receipt).toMatchObject({ phase: 'needs-decision', decision: { kind: 'key', mayHaveCharged: true } })
    const on = play(step.receipt, { type: 'decided', choice: 'look-again', atMs: t0 })
    expect(on.effect).toEqual({ do: 'poll', afterMs: 0 })
  })

  it('waits longer when nothing answers, as long as asked, and never less than the interval (O66)', () => {
    const unreachable = (afterMs: number | null) => polled({ type: 'unreachable', reason: 'no', afterMs })
    expect(play(running(), unreachable(null)).effect?.afterMs).toBe(timing.pollGenerationMs)
    expect(play(running(), unreachable(2 * minute)).effect?.afterMs).toBe(2 * minute)
    const later = play(running(), ...Array.from({ length: 7 }, () => unreachable(null)))
    expect(later.effect?.afterMs).toBe(minute)
  })
})

describe('what is known of jobs', () => {
  it('is added to and never erased by a later answer that is silent (O52)', () => {
    const known = running([jobOf({ module: 'hero', error: 'slow', failureCode: 'f', creditsStatus: 'pending' })])
    const silent = jobOf({ mediaType: null, creditsUsed: null })
    const step = play(known, polled(saidJob([silent], { creditsUsed: null })))
    expect(step.receipt.jobs[0]).toEqual({ ...known.jobs[0], status: 'processing' })
    expect(step.receipt.creditsUsed).toBe(8)
  })

  it('keeps the submit answer’s figures when later ones differ, and shows the latest (A38)', () => {
    const step = play(running(), polled(saidJob([jobOf({ creditsUsed: 12 })], { creditsUsed: 12 })))
    expect(step.receipt.accepted?.creditsUsed).toBe(8)
    expect(step.receipt.creditsUsed).toBe(12)
  })

  it('does not go back from completed to processing on an answer without a status (O52, I7)', () => {
    const downloading = play(running(), polled(saidJob([madeJob()]))).receipt
    const step = play(downloading, polled(saidJob([jobOf()])))
    expect(step.receipt.jobs[0]).toMatchObject({ status: 'completed', urls: ['https://media.test/1.png'] })
    expect(step.effect?.do).toBe('bringHome')
  })

  it('brings home what a job called failed delivers after all (I7)', () => {
    const failed = play(running(), polled(saidJob([jobOf({ status: 'failed' })]))).receipt
    expect(play(failed, polled(saidJob([madeJob()]))).effect?.do).toBe('bringHome')
  })

  it('tells jobs apart by their number whatever their order (O96)', () => {
    const a = jobOf({ generationId: 'a', module: 'hero' })
    const b = jobOf({ generationId: 'b', module: 'detail' })
    const swapped = [madeJob(['https://media.test/b.png'], { generationId: 'b' }), { ...a, module: null }]
    const step = play(running([a, b]), polled(saidJob(swapped)))
    expect(step.receipt.jobs.map((job) => [job.generationId, job.module, job.urls.length])).toEqual([
      ['a', 'hero', 0],
      ['b', 'detail', 1],
    ])
  })

  it('takes renewed addresses in place of old ones (A14)', () => {
    const step = play(
      running([madeJob(['https://media.test/old'])]),
      polled(saidJob([madeJob(['https://media.test/new'])])),
    )
    expect(step.receipt.jobs[0]?.urls).toEqual(['https://media.test/new'])
  })
})

describe('an address that is empty', () => {
  const [first, second] = ['https://media.test/1', 'https://media.test/2']

  it('keeps the place of its picture, and is asked for again until it is named (A14, O15, I7)', () => {
    const step = play(running(), polled(saidJob([madeJob(['', second])])))
    expect(step.effect).toMatchObject({ do: 'bringHome', outputIndex: 0 })
    const asked = play(step.receipt, notFetched({ addressStale: true }))
    expect(asked.effect?.do).toBe('poll')
    const named = play(asked.receipt, polled(saidJob([madeJob([first, ''])])))
    expect(named.receipt.jobs[0]?.urls).toEqual([first, second])
    expect(play(named.receipt, broughtHome(1)).effect).toMatchObject({ do: 'bringHome', outputIndex: 0 })
  })

  it('is owed at the end, and not waited for without one (I7)', () => {
    const tries = Array.from({ length: 6 }, () => notFetched({ addressStale: true }))
    const { receipt, effect } = play(
      running(),
      polled(saidJob([madeJob([''])])),
      ...tries,
      polled(saidJob([madeJob([''])])),
    )
    expect(receipt).toMatchObject({ phase: 'completed', owed: [{ outputIndex: 0, triedTimes: 6 }] })
    expect(effect?.do).toBe('bringHome')
  })

  it('or left out does not take away one that was known (O52, I7)', () => {
    const urlsAfter = (known: Job, said: string[]) =>
      play(running([known]), polled(saidJob([{ ...known, urls: said }]))).receipt.jobs[0]?.urls
    expect(urlsAfter(madeJob([first, second]), ['https://media.test/new'])).toEqual(['https://media.test/new', second])
    expect(urlsAfter(madeJob([first, second]), [])).toEqual([first, second])
    expect(urlsAfter(jobOf({ urls: [first, second] }), ['https://media.test/new'])).toEqual(['https://media.test/new'])
    expect(urlsAfter(jobOf({ urls: [first] }), [])).toEqual([first])
  })
})

describe('money of several jobs', () => {
  const batch = (statuses: (string | null)[]) =>
    statuses.map((creditsStatus, n) =>
      jobOf({ generationId: `g${n}`, status: 'failed', creditsStatus, creditsUsed: 4 }),
    )

  it('calls a batch refunded only while every job is (I6, O134, O102)', () => {
    const [one] = batch(['refunded'])
    const first = play(running(one ? [one] : []), polled(saidJob(one ? [one] : [], { creditsStatus: 'refunded' })))
    const step = play(first.receipt, polled(saidJob(batch(['refunded', 'confirmed']), { creditsStatus: null })))
    expect(step.receipt.creditsStatus).not.toBe('refunded')
    expect(step.receipt.error).toContain('8 credits were deducted, and 4 refunded.')
  })

  it('is not called refunded because one answer tells of the refunded jobs only (I6, O134)', () => {
    const both = play(running(batch(['refunded', 'confirmed'])), polled(saidJob(batch(['refunded', 'confirmed']))))
    const step = play(both.receipt, polled(saidJob(batch(['refunded']), { creditsStatus: 'refunded' })))
    expect(step.receipt.creditsStatus).not.toBe('refunded')
  })

  it('stops asking once each failed job of a partial batch is settled (A10, O102)', () => {
    const jobs = [
      madeJob(['https://media.test/a'], { generationId: 'a', creditsStatus: 'confirmed' }),
      jobOf({ generationId: 'b', status: 'failed', creditsStatus: 'refunded' }),
    ]
    const step = play(running(jobs), broughtHome())
    expect(step.receipt.phase).toBe('partial')
    expect(step.effect).toBeNull()
  })

  it('ends a batch of which some failed as partial, makes nothing again, and says how many were made (O103, O124)', () => {
    const jobs = [
      madeJob(['https://media.test/a'], { generationId: 'a' }),
      jobOf({ generationId: 'b', status: 'failed', error: 'policy' }),
    ]
    const step = play(running(jobs), broughtHome())
    expect(step.receipt.phase).toBe('partial')
    expect(step.receipt.error).toContain('1 of 2 were made')
    expect(step.effect?.do).not.toBe('submit')
  })

  it('ends as partial when fewer jobs came than were expected, once the service says that it ended (O102, A22)', () => {
    const accepted = { creditsUsed: 8, modelId: null, aspectRatio: null, expectedCount: 3, deduped: false }
    const waiting = play(running([madeJob()], { accepted }), broughtHome())
    expect(waiting.receipt).toMatchObject({ phase: 'running', next: { words: 'Checking again; 2 of 3 in progress' } })
    expect(waiting.effect?.do).toBe('poll')
    const step = play(waiting.receipt, polled(saidJob([madeJob()], { renderingStatus: 'partial' })))
    expect(step.receipt).toMatchObject({ phase: 'partial' })
    expect(step.receipt.error).toContain('1 of 3')
  })

  describe('of a set whose first answer was lost', () => {
    const set = {
      ...skillOrder,
      fields: { modules: ['hero', 'detail'], customModules: [{ name: 'Size' }] },
    } as PaidOrder
    const hero = madeJob(['https://media.test/a'], { generationId: 'a', module: 'hero' })
    const said = (renderingStatus: string | null, jobs = [hero]) => polled(saidJob(jobs, { renderingStatus }))
    const lost = (...events: RequestEvent[]) => play(running([], { order: set, accepted: null }), ...events)

    it('is watched until the service says that all has ended, however few jobs it lists (O124, A21, A22, I7)', () => {
      for (const word of ['processing', 'a new word', null]) {
        const { receipt, effect } = lost(said(word), broughtHome())
        expect([receipt.phase, effect?.do]).toEqual(['running', 'poll'])
      }
      const late = lost(
        said('processing'),
        broughtHome(),
        said('completed', [
          hero,
          madeJob(['https://media.test/b'], { generationId: 'b', module: 'detail' }),
          madeJob(['https://media.test/c'], { generationId: 'c', module: 'Size' }),
        ]),
      )
      expect(late.effect).toMatchObject({ do: 'bringHome', jobIndex: 1 })
    })

    it('is partial, never complete, where fewer were made than the order names (O102)', () => {
      for (const word of ['completed', 'partial']) {
        const { receipt } = lost(said(word), broughtHome())
        expect(receipt).toMatchObject({ phase: 'partial', error: expect.stringContaining('1 of 3 is known') })
      }
    })

    it('takes what it was to expect from whichever answer says it first (O52)', () => {
      const step = lost(
        said(null),
        polled(saidJob([hero], { expectedCount: 4 })),
        polled(saidJob([hero], { expectedCount: 9 })),
      )
      expect(step.receipt.accepted?.expectedCount).toBe(4)
      expect(play(step.receipt, broughtHome()).receipt.next?.words).toContain('3 of 4')
    })
  })

  describe('of which the balance ran out between the items', () => {
    const jobs = [
      madeJob(['https://media.test/a'], { generationId: 'a', creditsUsed: 6 }),
      jobOf({ generationId: null, module: 'scene', status: 'failed', error: 'too few credits' }),
    ]
    const ranOut = (said = jobs) => polled(saidJob(said, { paywallHitMidBatch: true }))

    it('is partial and says why, and that the missing ones are a new order after topping up (O102, O103)', () => {
      const heard = play(running([jobOf({ generationId: 'a' })]), ranOut())
      expect(heard.receipt.accepted).toMatchObject({ paywallHitMidBatch: true })
      const { receipt, effect } = play(heard.receipt, broughtHome())
      expect(receipt.phase).toBe('partial')
      expect(receipt.error).toMatch(/balance of purchased credits ran out.*top up, then order the missing ones anew/)
      expect(receipt.error).toContain('its own quote')
      expect(effect?.do).not.toBe('submit')
    })

    it('keeps that, whatever later answers leave out; and says nothing of it where nothing did (O102)', () => {
      const heard = play(running([jobOf({ generationId: 'a' })]), ranOut()).receipt
      expect(play(heard, polled(saidJob(jobs))).receipt.accepted?.paywallHitMidBatch).toBe(true)
      const other = play(play(running([jobOf({ generationId: 'a' })]), polled(saidJob(jobs))).receipt, broughtHome())
      expect(other.receipt.error).not.toMatch(/balance|top up/)
    })

    it('says so too where nothing at all was made (O102)', () => {
      const none = jobs.map((job) => ({ ...job, status: 'failed', urls: [] }))
      const { receipt } = play(running([jobOf({ generationId: 'a' })]), ranOut(none))
      expect(receipt.phase).toBe('failed')
      expect(receipt.error).toMatch(/balance ran out.*top up/)
    })
  })

  it('keeps watching while any job of a partial batch is at work (A22)', () => {
    const jobs = [jobOf({ generationId: 'a', status: 'failed' }), jobOf({ generationId: 'b' })]
    expect(play(running(jobs), polled(saidJob(jobs))).receipt.phase).toBe('running')
  })
})

describe('a batch of which some is made', () => {
  const jobs = [madeJob(['https://media.test/a'], { generationId: 'a' }), jobOf({ generationId: 'b' })]

  it('comes home while the rest is at work, and is watched on (A15, A22, I7)', () => {
    const step = play(running(jobs), polled(saidJob(jobs)))
    expect(step.receipt.phase).toBe('running')
    expect(step.effect).toEqual({ do: 'bringHome', afterMs: 0, jobIndex: 0, outputIndex: 0 })
    expect(play(step.receipt, broughtHome()).effect).toEqual({ do: 'poll', afterMs: 3 * second })
    expect(play(step.receipt, notFetched()).effect).toEqual({ do: 'poll', afterMs: 3 * second })
  })
})

describe('a look-up while a job is watched', () => {
  it('goes on watching what it found', () => {
    expect(play(running(), lookedUp(found())).effect?.do).toBe('poll')
  })

  it.each(['downloading', 'completed', 'partial', 'failed'] as const)(
    'is heeded in %s too: nothing stands still after it (I7, A14, A25)',
    (phase) => {
      const jobs = phase === 'failed' ? [jobOf({ status: 'failed' })] : [madeJob()]
      const step = play(running(jobs, { phase }), lookedUp(found(jobs)))
      expect(step.effect).not.toBeNull()
    },
  )

  it('that finds the order missing or gone leaves a file that is known to be fetched still (I7)', () => {
    const downloading = running([madeJob()], { phase: 'downloading' })
    for (const outcome of [{ type: 'missing' } as const, { type: 'gone', generationId: null } as const]) {
      const step = play(downloading, lookedUp(outcome))
      expect(step.effect, outcome.type).not.toBeNull()
      expect(step.receipt.phase).toBe('downloading')
    }
  })
})
