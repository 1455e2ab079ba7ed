import { describe, expect, it } from 'vitest'
import { onceEach } from '../../../../src/domain/request/jobs.ts'
import { underOtherNumbers } from '../../../../src/domain/request/other-numbers.ts'
import type { Job, PaidOrder, Receipt } from '../../../../src/domain/request/receipt.ts'
import { jobOf, play, polled, running, saidJob, skillOrder } from '../../../support/receipts.ts'

const modules = ['hero', 'detail', 'scene']
const order = { ...skillOrder, fields: { modules } } as PaidOrder
const part = (name: string, changes: Partial<Job> = {}): Job =>
  jobOf({ generationId: name, module: name, creditsUsed: 4, ...changes })
const made = (name: string, number: string): Job =>
  part(name, { generationId: number, status: 'completed', urls: [`https://media.test/${number}`] })
const set = (jobs = modules.map((name) => part(name))): Receipt =>
  running(jobs, { order, creditsUsed: 12, quote: { ...running().quote, credits: 12 } })
const told = (before: Receipt, jobs: Job[]): Receipt =>
  play(before, polled(saidJob(jobs, { creditsUsed: 4 * jobs.length, renderingStatus: 'processing' }))).receipt

describe('a set whose jobs are listed under other numbers with each look', () => {
  it('is the same set, charged once, and no file of it is fetched twice (M11, I7)', () => {
    let receipt = set()
    for (let look = 1; look < 9; look += 1)
      receipt = told(
        receipt,
        modules.map((name) => made(name, `${name}-${look}`)),
      )
    expect(receipt.jobs.map(({ generationId, urls }) => [generationId, urls.length])).toEqual(
      modules.map((name) => [name, 1]),
    )
    expect(receipt.creditsUsed).toBe(12)
    expect(receipt.accepted?.oddFigures).toContain('job hero-1 of job hero')
  })

  it('is the same also where no job has a name, or fewer are listed (M11)', () => {
    const nameless = ['a', 'b', 'c'].map((number) => part('', { generationId: number, module: null }))
    const others = nameless.map((job) => ({ ...job, generationId: `${job.generationId}2` }))
    expect(told(set(nameless), others).jobs).toHaveLength(3)
    expect(told(set(), [made('detail', 'other')]).jobs.map(({ status }) => status)).toEqual([
      'processing',
      'completed',
      'processing',
    ])
  })

  it('is charged as before where others stand in their place that nothing tells apart (M11)', () => {
    const others = ['x', 'y', 'z'].map((name) => made(name, name))
    const receipt = told(set(), others)
    expect(receipt.creditsUsed).toBe(12)
    expect(told(receipt, others).creditsUsed).toBe(12)
  })

  it('has as many jobs as the service lists at once, each charged (O102)', () => {
    const all = [...modules.map((name) => made(name, name)), made('scene', 'scene-2')]
    const receipt = told(set(), all)
    expect([receipt.jobs.length, receipt.creditsUsed]).toEqual([4, 16])
  })

  it('has another job where a part had failed and was begun anew: its picture comes home (I7)', () => {
    const failed = { status: 'failed', error: 'policy', creditsStatus: 'refunded' }
    const before = told(set(), [part('hero', failed), made('detail', 'detail'), made('scene', 'scene')])
    const receipt = told(before, [made('hero', 'anew'), made('detail', 'detail'), made('scene', 'scene')])
    expect(receipt.jobs.map(({ generationId, status }) => [generationId, status])).toEqual([
      ['hero', 'failed'],
      ['detail', 'completed'],
      ['scene', 'completed'],
      ['anew', 'completed'],
    ])
    expect(receipt.creditsUsed).toBe(16)
  })

  it('takes up what has no number yet first', () => {
    const known = [part('hero', { generationId: null }), part('detail')]
    expect(underOtherNumbers([made('hero', 'h'), made('detail', 'detail')], known, 2).size).toBe(0)
    expect(underOtherNumbers([made('hero', 'h'), made('detail', 'd')], known, 2).size).toBe(1)
  })
})

it('a job that is listed twice is one, with each of its addresses (M11, I7)', () => {
  const twice = onceEach([
    part('a'),
    part('b', { generationId: null }),
    part('b', { generationId: null }),
    made('a', 'a'),
    { ...made('a', 'a'), urls: ['https://media.test/second'] },
  ])
  expect(twice.map(({ generationId, status, urls }) => [generationId, status, urls.length])).toEqual([
    ['a', 'completed', 2],
    [null, 'processing', 0],
    [null, 'processing', 0],
  ])
})

it('a charge for more than was ordered is not called a higher price (M11)', () => {
  const all = [...modules, 'brand'].map((name) => made(name, name))
  const assets = all.map((_, jobIndex) => ({ assetId: `a${jobIndex}`, jobIndex, outputIndex: 0, sha256: '' }))
  const before = { ...set(), assets }
  const { receipt } = play(before, polled(saidJob(all, { creditsUsed: 16, renderingStatus: 'completed' })))
  expect(receipt.error).toBe(
    'Done. 16 credits were charged, and 12 were quoted: the service made 4 for this order of 3.',
  )
})
