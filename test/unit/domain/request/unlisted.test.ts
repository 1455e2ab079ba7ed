import { describe, expect, it } from 'vitest'
import { entryOf } from '../../../../src/domain/ledger/entry.ts'
import { owedWords } from '../../../../src/domain/ledger/owed.ts'
import { sumUp } from '../../../../src/domain/ledger/sums.ts'
import type { Job, PaidOrder, Receipt } from '../../../../src/domain/request/receipt.ts'
import { retryOf } from '../../../../src/domain/request/retry.ts'
import { isEndState } from '../../../../src/domain/request/states.ts'
import { step } from '../../../../src/domain/request/step.ts'
import { stateOf } from '../../../../src/domain/request/words.ts'
import {
  accepted,
  broughtHome,
  day,
  hour,
  jobOf,
  madeJob,
  minute,
  play,
  polled,
  ready,
  saidJob,
  skillOrder,
  submitted,
  t0,
  timing,
} from '../../../support/receipts.ts'

const modules = ['hero', 'brand', 'scene']
const set = { ...skillOrder, fields: { modules } } as PaidOrder
const made = (name: string): Job =>
  madeJob([`https://media.test/${name}`], { generationId: name, module: name, creditsUsed: 4 })
const [hero, brand, scene] = [made('hero'), made('brand'), made('scene')]

/** As the service's receipt tells of it: a sum over what it lists, and no word of the whole. */
const says = (jobs: Job[], renderingStatus: string, atMs = t0) =>
  polled(
    saidJob(jobs, { creditsUsed: jobs.reduce((sum, job) => sum + (job.creditsUsed ?? 0), 0), renderingStatus }),
    atMs,
  )

/** Three were ordered and are charged; the service says that all has ended, and lists one. */
const oneListed = (renderingStatus = 'completed', jobs = [hero]): Receipt =>
  play(
    ready({ order: set, quote: { price: 'known', credits: 12, lines: [], pricesReadAtMs: t0 } }),
    submitted(accepted([{ ...hero, status: 'processing', urls: [] }], { expectedCount: 3, creditsUsed: 4 })),
    says(jobs, renderingStatus),
    broughtHome(),
  ).receipt

describe('what the service has ended and neither lists nor explains', () => {
  it.each(['completed', 'partial'])(
    'is not called unmade where it is %s: whether it was is not yet known (I7, O102)',
    (word) => {
      const { phase, error } = oneListed(word)
      expect(phase).toBe('partial')
      expect(error).toMatch(/^1 of 3 is known to be made\. .* not yet known\b/)
      expect(error).not.toMatch(/of 3 were made\b|not made\b/)
    },
  )

  it('has a charge that is not yet known: what the listed ones cost is not what all cost (M11, I12, O97, O2)', () => {
    const receipt = oneListed()
    expect(receipt.creditsUsed).toBeNull()
    expect(receipt.error).toContain('4 credits for what it lists; the charge for the rest is not yet known.')
    const entry = entryOf(receipt)
    expect(entry).toMatchObject({ charged: null, isPending: true, told: { charged: 4, refunded: 0, paid: 4 } })
    // What is told of it stands in the sums, which say that it is not all.
    const { totals } = sumUp(entry ? [entry] : [], () => '2026-11-20', 'model')
    expect([totals.charged, totals.paid]).toEqual(Array(2).fill({ credits: 4, unknown: 1 }))
    expect(entry && owedWords(receipt, entry)).toContain('has told 4 credits for what it lists')
  })

  it('has the charge that the service names for all, where it does (A38)', () => {
    const receipt = play(
      oneListed(),
      polled(saidJob([hero], { creditsUsed: 12, renderingStatus: 'completed' })),
    ).receipt
    expect(receipt.creditsUsed).toBe(12)
  })

  it('is asked for again, ever more seldom, and is brought home when it is listed (I7, A10, A22)', () => {
    const first = oneListed()
    expect(first.next).toEqual({ atMs: t0 + minute, words: 'Checking the remaining results' })
    expect(play(first, says([hero], 'completed')).effect).toEqual({ do: 'poll', afterMs: 2 * minute })
    const late = play(first, says([hero, brand, scene], 'completed', t0 + minute))
    expect(late.effect).toMatchObject({ do: 'bringHome', jobIndex: 1 })
    const end = play(late.receipt, broughtHome(0, 1), broughtHome(0, 2))
    expect(end).toMatchObject({ receipt: { phase: 'completed', creditsUsed: 12, error: null }, effect: null })
  })

  it('is refunded by no word about another part (O134, I6)', () => {
    const refunded = jobOf({ ...hero, status: 'failed', urls: [], error: 'policy', creditsStatus: 'refunded' })
    const { receipt, effect } = play(oneListed('partial', [refunded]), says([refunded], 'partial'))
    expect(receipt).toMatchObject({
      phase: 'failed',
      creditsStatus: null,
      error: expect.stringContaining('not yet known'),
    })
    expect(effect?.do).toBe('poll')
  })

  it('comes to rest after 30 days, as partial, and says what is not known (A10, A22)', () => {
    let receipt = oneListed()
    let reads = 0
    for (let atMs = t0; receipt.next !== null; reads += 1) {
      atMs = receipt.next.atMs
      receipt = step(receipt, says([hero], 'completed', atMs), timing).receipt
      expect(receipt.phase).toBe('partial')
    }
    expect(reads).toBeLessThan(60)
    expect(receipt.updatedAtMs).toBeGreaterThan(t0 + 30 * day)
    expect(receipt.error).toContain('not yet known')
    expect(play(receipt, { type: 'recovered', atMs: receipt.updatedAtMs + hour }).effect).toBeNull()
  })

  it('is looked at before its modules are quoted anew, and after the end of the looks the order warns (O103, I3)', () => {
    const receipt = oneListed()
    expect(retryOf(receipt)).toEqual({ do: 'look' })
    const asked = play(receipt, { type: 'lookAsked', atMs: t0 + 1 })
    expect(play(asked.receipt, { type: 'recovered', atMs: t0 + 1 }).effect).toEqual({ do: 'poll', afterMs: 0 })
    expect(retryOf({ ...receipt, next: null })).toMatchObject({
      do: 'order',
      warning: expect.stringContaining('may have been charged'),
    })
  })

  it('is explained by a balance that ran out, by an error in its place and by the failure of all (§4.11; O102)', () => {
    const none = (name: string) =>
      jobOf({ generationId: null, module: name, status: 'failed', error: 'no room', creditsUsed: 0 })
    const explained = play(oneListed(), says([hero, none('brand'), none('scene')], 'partial')).receipt
    expect(explained).toMatchObject({ phase: 'partial', creditsUsed: 4, next: null })
    expect(explained.error).toContain('1 of 3 were made.')
    const ranOut = play(
      oneListed(),
      polled(saidJob([hero], { creditsUsed: 4, renderingStatus: 'partial', paywallHitMidBatch: true })),
    ).receipt
    expect(ranOut).toMatchObject({ phase: 'partial', creditsUsed: 4, next: null })
    const failed = jobOf({ ...hero, status: 'failed', urls: [], creditsStatus: 'refunded' })
    const whole = play(oneListed('failed', [failed]), polled(saidJob([failed], { renderingStatus: 'failed' }))).receipt
    expect(whole).toMatchObject({ phase: 'failed', next: null })
  })

  it('whatever is listed and in which order, comes home as soon as it is, and the sum is told only of all (I7, I12)', () => {
    const all = [hero, brand, scene]
    for (const words of [
      ['completed', 'partial'],
      ['partial', 'completed'],
      ['completed', 'completed'],
    ])
      for (const order of [[0], [1], [2], [0, 1], [1, 2], [2, 0]]) {
        const some = order.flatMap((at) => all[at] ?? [])
        let { receipt, effect } = play(ready({ order: set }), submitted(accepted(some, { creditsUsed: null })))
        const hear = (jobs: Job[], word: string) => {
          let now = step(receipt, says(jobs, word, t0 + minute), timing)
          for (let turn = 0; now.effect?.do === 'bringHome' && turn < 9; turn += 1)
            now = step(now.receipt, broughtHome(now.effect.outputIndex, now.effect.jobIndex), timing)
          ;({ receipt, effect } = now)
        }
        hear(some, words[0] ?? '')
        expect(receipt).toMatchObject({ phase: 'partial', creditsUsed: null })
        expect([isEndState(stateOf(receipt, null)), effect?.do]).toEqual([true, 'poll'])
        expect(receipt.assets).toHaveLength(some.length)
        hear(all, words[1] ?? '')
        expect(receipt).toMatchObject({ phase: 'completed', creditsUsed: 12, next: null })
        expect(receipt.assets).toHaveLength(3)
      }
  })
})
