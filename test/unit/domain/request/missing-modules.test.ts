import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import { missingModules } from '../../../../src/domain/request/missing-modules.ts'
import { moneySentenceOf } from '../../../../src/domain/request/money-words.ts'
import type { Job, Receipt } from '../../../../src/domain/request/receipt.ts'
import { retryOf } from '../../../../src/domain/request/retry.ts'
import { broughtHome, jobOf, madeJob, play, receiptOf, skillOrder, t0 } from '../../../support/receipts.ts'

const made = (module: string | null, changes: Partial<Job> = {}) => madeJob(undefined, { module, ...changes })
const failed = (module: string | null) => jobOf({ status: 'failed', module, creditsStatus: 'refunded' })
const own = (name: string): Json => ({ name, description: 'Shows its size.' })

const figures = (renderingStatus: string): Receipt['accepted'] => ({
  creditsUsed: 24,
  modelId: null,
  aspectRatio: null,
  expectedCount: null,
  renderingStatus,
  deduped: false,
})

/** A set that was partly made, what was made at home. */
const partly = (fields: Record<string, Json>, jobs: Job[], changes: Partial<Receipt> = {}): Receipt =>
  receiptOf({
    phase: 'partial',
    order: { ...skillOrder, fields } as Receipt['order'],
    jobs,
    assets: jobs.flatMap((job, jobIndex) =>
      job.status === 'completed' ? [{ assetId: `a${jobIndex}`, jobIndex, outputIndex: 0, sha256: 'cd' }] : [],
    ),
    creditsUsed: 24,
    accepted: figures('partial'),
    ...changes,
  })

describe('what is missing of a set', () => {
  it('is every module without a picture, whether its job failed or was never dispatched (O102, O103)', () => {
    const fields = { modules: ['hero', 'detail', 'scene'], customModules: [own('Size')] }
    expect(missingModules(partly(fields, [made('hero'), failed('detail'), made('Size')]))).toEqual({
      modules: ['detail', 'scene'],
      customModules: [],
    })
  })

  it('has no modules of one’s own where the order had none', () => {
    expect(missingModules(partly({ modules: ['hero', 'detail'] }, [made('hero')]))).toEqual({ modules: ['detail'] })
  })

  it('tells one’s own module from a listed one of the same name by their number', () => {
    const fields = { modules: ['hero'], customModules: [own(' hero ')] }
    expect(missingModules(partly(fields, [made('hero'), failed('hero')]))).toEqual({
      modules: [],
      customModules: [own(' hero ')],
    })
  })

  it('compares names without the spaces around them, and counts what is no name as missing', () => {
    const fields = { modules: [' hero ', 'detail', 5], customModules: ['Size', own('Scale')] }
    expect(missingModules(partly(fields, [made('hero'), made('Scale')]))).toEqual({
      modules: ['detail', 5],
      customModules: ['Size'],
    })
  })

  it.each<[string, Receipt]>([
    [
      'an order that is none of a Skill',
      partly({}, [made('hero')], {
        order: { ...receiptOf().order, fields: { modules: ['hero', 'detail'] } } as Receipt['order'],
      }),
    ],
    ['a job without a name', partly({ modules: ['hero', 'detail'] }, [made('hero'), failed(null)])],
    ['a picture that nobody ordered', partly({ modules: ['hero', 'detail'] }, [made('hero'), made('brand')])],
    [
      'a job that is still at work',
      partly({ modules: ['hero', 'detail'] }, [made('hero'), jobOf({ module: 'detail' })]),
    ],
    ['nothing missing', partly({ modules: ['hero'] }, [made('hero')])],
    ['an order without modules', partly({}, [made('hero')])],
    ['a set that is complete', partly({ modules: ['hero', 'detail'] }, [made('hero')], { phase: 'completed' })],
  ])('is not known with %s, so nothing is ordered for it (O133)', (_, receipt) => {
    expect(missingModules(receipt)).toBeNull()
    expect(retryOf(receipt).do).toBe('nothing')
  })

  it.each<[string, Job[]]>([
    ['that nobody has listed yet', [made('hero')]],
    ['that are listed and at work', [made('hero'), jobOf({ module: 'detail' })]],
  ])('is not ordered for what was left with modules to come %s: they may be paid for (§4.15, O133)', (_, jobs) => {
    const fields = { modules: ['hero', 'detail', 'scene'] }
    const left = partly(fields, jobs, { accepted: figures('processing'), acceptedAtMs: t0 })
    expect(retryOf(left)).toMatchObject({ do: 'nothing', why: expect.stringContaining('at work') })
    // Nor is it watched again for a file that it had made by then.
    const fetched = play({ ...left, assets: [] }, broughtHome())
    expect([fetched.receipt.phase, fetched.effect]).toEqual(['partial', null])
    expect(retryOf(fetched.receipt).do).toBe('nothing')
  })

  it('can be ordered by itself, once what was made is at home (O103)', () => {
    const receipt = partly({ modules: ['hero', 'detail'] }, [made('hero'), failed('detail')])
    expect(retryOf(receipt)).toEqual({ do: 'order', warning: null })
    expect(retryOf({ ...receipt, assets: [] })).toEqual({ do: 'look' })
  })
})

it('says what was given back of a charge for several (O134)', () => {
  const receipt = partly({ modules: ['hero', 'detail'] }, [made('hero', { creditsUsed: 16 }), failed('detail')])
  expect(moneySentenceOf(receipt)).toBe('24 credits were deducted, and 8 refunded.')
  expect(moneySentenceOf({ ...receipt, creditsStatus: 'pending' })).toBe(
    '24 credits were deducted and not settled yet.',
  )
  expect(moneySentenceOf({ ...receipt, jobs: [made('hero')] })).toBe('24 credits were deducted.')
  const one = { ...receipt, creditsUsed: 1, jobs: [made('hero'), { ...failed('detail'), creditsUsed: 1 }] }
  expect(moneySentenceOf(one)).toBe('1 credit was deducted, and 1 refunded.')
})
