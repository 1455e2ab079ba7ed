import { describe, expect, it } from 'vitest'
import { timingFor } from '../../../../src/domain/request/events.ts'
import type { Job, PaidOrder } from '../../../../src/domain/request/receipt.ts'
import { step } from '../../../../src/domain/request/step.ts'
import {
  accepted,
  broughtHome,
  day,
  jobOf,
  madeJob,
  notFetched,
  play,
  polled,
  ready,
  running,
  saidJob,
  second,
  skillOrder,
  submitted,
  t0,
} from '../../../support/receipts.ts'

const a = (changes: Partial<Job> = {}) => jobOf({ generationId: 'a', creditsUsed: 4, ...changes })
const b = (changes: Partial<Job> = {}) => jobOf({ generationId: 'b', creditsUsed: 4, ...changes })
const failed = { status: 'failed', error: 'policy' }
const made = (name: string) => ({ status: 'completed', urls: [`https://media.test/${name}`] })

const pair = { ...skillOrder, fields: { modules: ['hero', 'detail'] } } as PaidOrder

describe('the charge of several jobs', () => {
  const chargeAfter = (known: Job[], said: Job[], creditsUsed: number | null) =>
    play(running(known, { order: pair }), polled(saidJob(said, { creditsUsed }))).receipt.creditsUsed

  it('is what the service says of all of them, or without naming any (O2, A38)', () => {
    expect(chargeAfter([a(), b()], [a(), b()], 9)).toBe(9)
    expect(chargeAfter([a(), b()], [], 9)).toBe(9)
  })

  it('is their sum where an answer tells of some only: one price is not the price of all (O102)', () => {
    expect(chargeAfter([a(), b()], [b({ creditsUsed: 6 })], 6)).toBe(10)
  })

  it('stays what it was where one of them is not known (O2)', () => {
    expect(chargeAfter([a({ creditsUsed: null }), b()], [b()], 4)).toBe(8)
    expect(chargeAfter([a(), b({ creditsUsed: null })], [a()], 4)).toBe(8)
  })
})

describe('the credit status of several jobs', () => {
  const statusAfter = (jobs: Job[], whole: string | null) =>
    play(running(jobs), polled(saidJob(jobs, { creditsStatus: whole }))).receipt.creditsStatus

  it('is the word that each of them has, and none where they differ (O134, I6)', () => {
    const refunded = { creditsStatus: 'refunded' }
    expect(statusAfter([a(refunded), b(refunded)], null)).toBe('refunded')
    for (const other of ['confirmed', null]) {
      expect(statusAfter([a(refunded), b({ creditsStatus: other })], 'refunded')).toBeNull()
      expect(statusAfter([a({ creditsStatus: other }), b(refunded)], 'refunded')).toBeNull()
    }
    expect(
      statusAfter([a(refunded), b({ creditsStatus: 'pending' }), b({ ...refunded, generationId: 'c' })], null),
    ).toBe(null)
  })

  it('is that of the whole where no job has one of its own (O18)', () => {
    expect(statusAfter([a(), b()], 'pending')).toBe('pending')
    expect(statusAfter([a({ creditsStatus: 'pending' })], 'confirmed')).toBe('confirmed')
  })
})

describe('jobs that an answer names again', () => {
  const jobsAfter = (known: Job[], said: Job[]) => play(running(known), polled(saidJob(said))).receipt.jobs

  it('are known by their number, wherever they stand in the answer (O124)', () => {
    const jobs = jobsAfter([a(), b()], [b({ error: 'late' }), a()])
    expect(jobs.map((job) => [job.generationId, job.error])).toEqual([
      ['a', null],
      ['b', 'late'],
    ])
  })

  it('are known by their place where a number is missing on either side, and none is counted twice (O52)', () => {
    const nameless = { generationId: null }
    const two = [a({ ...nameless, module: 'hero' }), b({ ...nameless, module: 'detail' })]
    const again = jobsAfter(two, [a({ ...nameless, error: 'x' }), b({ ...nameless, error: 'y' })])
    expect(again.map((job) => [job.module, job.error])).toEqual([
      ['hero', 'x'],
      ['detail', 'y'],
    ])
    expect(jobsAfter(two, [a(), b()]).map((job) => job.generationId)).toEqual(['a', 'b'])
    expect(jobsAfter([a(), b()], two).map((job) => job.generationId)).toEqual(['a', 'b'])
  })

  describe('module by module at first, and job by job in the receipt', () => {
    const first = a({ module: 'hero' })
    const none = jobOf({ generationId: null, module: 'detail', status: 'failed', error: 'not dispatched' })
    const third = b({ module: 'scene' })
    const known = [first, none, third]
    const shown = (jobs: Job[]) => jobs.map(({ generationId, module, status }) => [generationId, module, status])

    it.each<[string, Job[]]>([
      ['in the order of the modules', [first, none, third]],
      ['with what has no job at the end', [first, third, none]],
      ['with what has no job at the beginning', [none, first, third]],
      ['without what has no job', [first, third]],
      ['with no names', [a(), b()]],
      ['with no names, and what has no job at the end', [a(), b(), { ...none, module: null }]],
      ['of one job only', [third]],
    ])('are the same %s: no job takes another’s place (O52, O102, O124)', (_, said) => {
      expect(shown(jobsAfter(known, said))).toEqual(shown(known))
      expect(shown(jobsAfter(jobsAfter(known, said), said))).toEqual(shown(known))
    })

    it('a job that comes after all takes the place where it was missing, and no reason stays with it (O102)', () => {
      const late = jobOf({ generationId: 'late', module: 'detail' })
      const jobs = jobsAfter(known, [first, third, late])
      expect(shown(jobs)).toEqual(shown([first, late, third]))
      expect(jobs[1]?.error).toBeNull()
    })
  })

  it('that were not known yet are added (O102)', () => {
    expect(jobsAfter([a()], [a(), b()]).map((job) => job.generationId)).toEqual(['a', 'b'])
    expect(jobsAfter([], [a()]).map((job) => job.generationId)).toEqual(['a'])
  })

  it('stay failed on an answer that is older, and made whatever is said later (O52, I7)', () => {
    const failedFirst = play(running([a(failed), b()]), polled(saidJob([a(), b()]))).receipt
    expect(failedFirst.jobs[0]?.status).toBe('failed')
    const madeFirst = play(running([a(made('a')), b()]), polled(saidJob([a(failed), b()]))).receipt
    expect(madeFirst.jobs[0]).toMatchObject(made('a'))
  })
})

describe('a file', () => {
  it('is fetched only of a job that is completed (O14)', () => {
    const step = play(running(), polled(saidJob([jobOf({ urls: ['https://media.test/half'] })])))
    expect(step.receipt.phase).toBe('running')
    expect(step.effect?.do).toBe('poll')
  })

  it('of one job at home does not stand for that of another (I7)', () => {
    const start = running([a(made('a')), b(made('b'))])
    expect(play(start, broughtHome(0, 0)).effect).toMatchObject({ do: 'bringHome', jobIndex: 1, outputIndex: 0 })
    expect(play(start, broughtHome(0, 1)).effect).toMatchObject({ do: 'bringHome', jobIndex: 0, outputIndex: 0 })
    const owed = play(start, broughtHome(0, 0), notFetched({ jobIndex: 1 }), notFetched({ jobIndex: 1 })).receipt.owed
    expect(owed).toMatchObject([{ jobIndex: 1, outputIndex: 0, triedTimes: 2 }])
  })

  it('that cannot be had is tried again after growing pauses, and when it is owed every ten minutes and more (A14, I7, M3)', () => {
    let made = play(running([madeJob()]))
    const tries = Array.from({ length: 8 }, () => {
      made = play(made.receipt, notFetched())
      // From the second failure on the service is asked first, which gives the same address again.
      if (made.effect?.do === 'poll') made = play(made.receipt, polled(saidJob([madeJob()])))
      return [made.effect?.afterMs, made.receipt.next?.words]
    })
    const [next, missing] = ['Downloading next result', 'Retrying the download']
    expect(tries.map(([afterMs]) => afterMs)).toEqual([4, 8, 16, 32, 60, 600, 1200, 2400].map((s) => s * second))
    expect(tries.map(([, words]) => words)).toEqual([next, next, next, next, next, missing, missing, missing])
    expect(made.receipt.error).toContain('The file’s address answered 500.')
  })
})

describe('the end of a request', () => {
  const titlesOf = (...[start, ...events]: Parameters<typeof play>) =>
    play(start, ...events).timeline.map(({ title, detail }) => `${title}: ${detail}`)

  it('is told once, with what is home', () => {
    const one = running([madeJob()])
    expect(titlesOf(one, broughtHome())).toEqual(['Done: Saved to library.'])
    expect(titlesOf(one, broughtHome(), broughtHome())).toEqual([])
    const two = running([madeJob(['https://media.test/1', 'https://media.test/2'])])
    expect(titlesOf(two, broughtHome(0), broughtHome(1))).toEqual(['Done: 2 files saved to library.'])
    expect(titlesOf(running([a(made('a')), b(failed)]), broughtHome())[0]).toContain('Partly done')
    const tries = Array.from({ length: 6 }, () => notFetched())
    expect(titlesOf(one, ...tries)[0]).toContain('still owed')
  })

  it('starts the pauses of what may come after it anew', () => {
    expect(play(running([madeJob()], { failuresInARow: 9 }), broughtHome()).receipt.failuresInARow).toBe(0)
  })

  it('is partial where a job failed, however few were expected (O102)', () => {
    const figures = { creditsUsed: 8, modelId: null, aspectRatio: null, expectedCount: 1, deduped: false }
    const jobs = [a(made('a')), b(failed)]
    const { receipt } = play(running(jobs, { accepted: figures }), broughtHome())
    expect(receipt.phase).toBe('partial')
    expect(receipt.error).toContain('1 of 2')
  })

  it('is complete with all of its files where nothing says how many to expect (O52)', () => {
    expect(play(running([madeJob()], { accepted: null }), broughtHome()).receipt.phase).toBe('completed')
    const mixed = play(running([a(made('a')), b(failed)], { accepted: null }), broughtHome()).receipt
    expect(mixed).toMatchObject({ phase: 'partial', error: expect.stringContaining('1 of 2') })
  })

  it('finds nothing dear where nothing was quoted or nothing named (O2)', () => {
    const quote = { price: 'unknown' as const, credits: null, lines: [], pricesReadAtMs: t0 }
    expect(play(running([madeJob()], { quote }), broughtHome()).receipt.error).toBeNull()
    expect(play(running([madeJob()], { creditsUsed: null }), broughtHome()).receipt.error).toBeNull()
  })
})

describe('a request of which everything failed', () => {
  const failedWith = (job: Partial<Job>, whole: string | null = null) => {
    const jobs = [jobOf({ ...failed, ...job })]
    return play(running(), polled(saidJob(jobs, { creditsStatus: whole })))
  }

  it('takes the refund of its one job for its own, and says so (O134, I6)', () => {
    const { receipt, effect } = failedWith({ creditsStatus: 'refunded' })
    expect(receipt.creditsStatus).toBe('refunded')
    expect(receipt.error).toContain('8 credits were refunded.')
    expect(effect).toBeNull()
  })

  it('keeps to the word of the whole where there is one (O134)', () => {
    expect(failedWith({ creditsStatus: 'refunded' }, 'pending').receipt.creditsStatus).toBe('pending')
  })

  it('of several, of which one was refunded, is not refunded (O134, I6)', () => {
    const jobs = [a({ ...failed, creditsStatus: 'refunded' }), b(failed)]
    expect(play(running(jobs), polled(saidJob(jobs))).receipt).toMatchObject({ phase: 'failed', creditsStatus: null })
  })

  it('says that no reason was given where none was (O17)', () => {
    expect(failedWith({ error: null }).receipt.error).toContain('The service gave no reason.')
    const jobs = [a({ ...failed, error: '' }), b({ ...failed, error: 'policy' })]
    expect(play(running(jobs), polled(saidJob(jobs))).receipt.error).toContain('“policy”')
  })

  it('asks for 30 days for its refund, also where the charge is called confirmed: every failure leads to one (A10, A9)', () => {
    const confirmed = failedWith({ creditsStatus: 'confirmed' })
    expect(confirmed.effect?.do).toBe('poll')
    const refunded = saidJob([jobOf({ ...failed, creditsStatus: 'refunded' })], { creditsStatus: 'refunded' })
    const { receipt: back, effect } = play(confirmed.receipt, polled(refunded, t0 + day))
    expect([back.creditsStatus, effect]).toEqual(['refunded', null])
    const { receipt } = failedWith({})
    const last = polled(saidJob([jobOf(failed)]), t0 + 30 * day)
    expect(play(receipt, last).effect?.do).toBe('poll')
  })
})

describe('the plan that is shown', () => {
  it('names how many are under way where there are several', () => {
    expect(play(running(), polled(saidJob())).receipt.next?.words).toBe('Checking again')
    const words = play(running([a(), b(failed)]), polled(saidJob([a(), b(failed)]))).receipt.next?.words
    expect(words).toBe('Checking again; 1 of 2 in progress')
  })

  it('takes the service’s estimate on the scale of all times', () => {
    const answer = submitted(accepted([jobOf()], { expectedWaitSeconds: 40 }))
    expect(step(ready(), answer, timingFor(10)).receipt.expectedAtMs).toBe(t0 + 4 * second)
  })
})
