import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryOf } from '../../../../src/domain/ledger/entry.ts'
import { moneyOf } from '../../../../src/domain/ledger/money.ts'
import { owedWords } from '../../../../src/domain/ledger/owed.ts'
import { type Sum, sides, sumUp, type Totals } from '../../../../src/domain/ledger/sums.ts'
import { type Job, phases, type Receipt } from '../../../../src/domain/request/receipt.ts'
import {
  day,
  lookedUp,
  minute,
  play,
  ready,
  receiptOf,
  skillOrder,
  submitted,
  t0,
  uncertain,
} from '../../../support/receipts.ts'

const utcDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
const accepted = (more: Partial<Receipt> = {}): Receipt =>
  receiptOf({ phase: 'completed', firstSentAtMs: t0, acceptedAtMs: t0, creditsUsed: 8, ...more })
const jobOf = (more: Partial<Job> = {}): Job => ({
  generationId: 'g',
  module: null,
  status: 'completed',
  mediaType: null,
  urls: [],
  error: null,
  failureCode: null,
  creditsUsed: null,
  creditsStatus: null,
  ...more,
})

describe('what one request cost', () => {
  it('is what was charged, and a refund only where the service says so, job by job (O134)', () => {
    expect(moneyOf(accepted())).toEqual({ quoted: 8, charged: 8, refunded: 0, paid: 8 })
    expect(moneyOf(accepted({ phase: 'failed' })).refunded).toBe(0)
    expect(moneyOf(accepted({ creditsStatus: 'refunded' }))).toMatchObject({ refunded: 8, paid: 0 })
    const jobs = [jobOf({ creditsUsed: 4 }), jobOf({ status: 'failed', creditsUsed: 4, creditsStatus: 'refunded' })]
    expect(moneyOf(accepted({ jobs }))).toMatchObject({ refunded: 4, paid: 4 })
  })

  it('never is less than nothing, whatever single jobs are said to have given back', () => {
    const jobs = [jobOf({ creditsUsed: 12, creditsStatus: 'refunded' })]
    expect(moneyOf(accepted({ jobs }))).toMatchObject({ charged: 8, refunded: 8, paid: 0 })
  })

  it('is not known where a part is not, and never nothing for that (I7)', () => {
    expect(moneyOf(accepted({ creditsUsed: null }))).toEqual({ quoted: 8, charged: null, refunded: null, paid: null })
    const jobs = [jobOf({ creditsStatus: 'refunded' })]
    expect(moneyOf(accepted({ jobs }))).toMatchObject({ charged: 8, refunded: null, paid: null })
  })
})

describe('an entry of the ledger', () => {
  it('is there for what was sent, and not for what never was or was refused without a charge', () => {
    expect(entryOf(receiptOf())).toBeNull()
    expect(entryOf(receiptOf({ phase: 'ready' }))).toBeNull()
    expect(entryOf(receiptOf({ phase: 'cancelled', firstSentAtMs: t0 }))).toBeNull()
    expect(entryOf(receiptOf({ phase: 'rejected', firstSentAtMs: t0 }))).toBeNull()
    const asked = play(
      ready(),
      submitted({ type: 'refused', reason: 'credits', httpStatus: 402, code: null, message: '' }),
    )
    expect(asked.receipt).toMatchObject({ phase: 'needs-decision', decision: { mayHaveCharged: false } })
    expect(entryOf({ ...asked.receipt, firstSentAtMs: t0 })).toBeNull()
    const risky = play(uncertain({ missingInARow: 1 }), lookedUp({ type: 'missing' }, t0 + 20 * minute)).receipt
    expect(risky).toMatchObject({ phase: 'needs-decision', decision: { mayHaveCharged: true } })
    expect(entryOf({ ...risky, firstSentAtMs: t0 })).toMatchObject({ owed: 'unknown', paid: null })
    // It never left, and is looked up before it goes out again.
    expect(entryOf(receiptOf({ phase: 'uncertain', firstSentAtMs: t0 }))).toBeNull()
    expect(entryOf(receiptOf({ phase: 'uncertain', firstSentAtMs: t0 + 5, sentTimes: 1 }))).toMatchObject({
      atMs: t0 + 5,
      paid: null,
    })
    expect(entryOf(receiptOf({ phase: 'rejected', firstSentAtMs: t0, creditsUsed: 8 }))).toMatchObject({ paid: 8 })
    expect(entryOf(accepted({ order: skillOrder }))?.of).toEqual({
      kind: 'skill',
      key: 'skill:a-skill',
      name: 'a-skill',
    })
  })

  it('is owed until its files are at home or the credits came back, also where it is gone (O78, I4)', () => {
    const jobs = [jobOf({ urls: ['https://media.test/a'] })]
    expect(entryOf(accepted({ jobs }))).toMatchObject({ owed: 'charged' })
    const assets = [{ assetId: 'a', jobIndex: 0, outputIndex: 0, sha256: 'h' }]
    expect(entryOf(accepted({ jobs, assets }))).toMatchObject({ owed: null, isPending: false })
    expect(entryOf(accepted({ phase: 'running' }))).toMatchObject({ owed: 'charged', isPending: true })
    expect(entryOf(accepted({ phase: 'gone' }))).toMatchObject({ owed: 'charged' })
    const failed = [jobOf({ status: 'failed' })]
    expect(entryOf(accepted({ phase: 'failed', jobs: failed }))).toMatchObject({ owed: 'charged', isPending: true })
    expect(entryOf(accepted({ phase: 'failed', jobs: failed, creditsStatus: 'refunded' }))).toMatchObject({
      owed: null,
      isPending: false,
    })
  })
})

describe('what is owed', () => {
  const owed = (more: Partial<Receipt>) => {
    const receipt = receiptOf({ firstSentAtMs: t0, ...more })
    const entry = entryOf(receipt)
    return entry && { is: entry.owed, paid: entry.paid, words: owedWords(receipt, entry) }
  }

  it('is called charged only where the service has named the sum, and taken only where it has it (O2)', () => {
    expect(owed({ phase: 'uncertain', sentTimes: 1 })).toEqual({
      is: 'unknown',
      paid: null,
      words:
        'Quoted at 8 credits. No answer says whether the service took it, so it is not known whether anything was charged.',
    })
    expect(owed({ phase: 'running', acceptedAtMs: t0 })).toEqual({
      is: 'taken',
      paid: null,
      words: 'Quoted at 8 credits. The service has it, and has not told the charge yet.',
    })
    expect(owed({ phase: 'running', acceptedAtMs: t0, creditsUsed: 7 })).toEqual({
      is: 'charged',
      paid: 7,
      words: '7 credits were deducted.',
    })
    const quote = { price: 'unknown' as const, credits: null, lines: [], pricesReadAtMs: t0 }
    expect(owed({ phase: 'uncertain', sentTimes: 1, quote })?.words).toContain('It had no readable price.')
  })

  it('tells a charge also where some of it came back and nobody said how much', () => {
    const jobs = [jobOf({ creditsStatus: 'refunded' }), jobOf({ urls: ['https://media.test/a'] })]
    expect(owed({ phase: 'partial', acceptedAtMs: t0, creditsUsed: 8, jobs })).toEqual({
      is: 'charged',
      paid: null,
      words: '8 credits were deducted. Some came back; how much is not told.',
    })
  })
})

const receipts = fc.array(
  fc
    .record({
      phase: fc.constantFrom(...phases),
      creditsUsed: fc.option(
        fc.nat(900).map((n) => n / 10),
        { nil: null },
      ),
      creditsStatus: fc.constantFrom(null, 'pending', 'confirmed', 'refunded', 'a word nobody knows'),
      firstSentAtMs: fc.constantFrom(null, t0, t0 + day, t0 + 3 * day),
      acceptedAtMs: fc.constantFrom(null, t0, t0 + day),
      name: fc.constantFrom('A', 'B', '__proto__'),
      jobs: fc.array(
        fc
          .record({
            status: fc.constantFrom('completed', 'failed', 'processing'),
            creditsUsed: fc.constantFrom(null, 1, 2.5),
            creditsStatus: fc.constantFrom(null, 'refunded', 'confirmed'),
          })
          .map(jobOf),
        { maxLength: 3 },
      ),
    })
    .map(({ name, ...more }) =>
      receiptOf({
        ...more,
        order: { kind: 'generation', modelName: name, mediaType: 'image', fields: {}, references: [] },
      }),
    ),
  { maxLength: 30 },
)

const projects = fc.constantFrom(null, 'Harbour Days', 'harbour days', '__proto__', 'none', 'project:none')

/** Any receipts as the ledger has them, each filed under anything. */
const entries = fc
  .array(fc.tuple(receipts, projects))
  .map((all) => all.flatMap(([some, project]) => some.flatMap((receipt) => entryOf(receipt, project) ?? [])))

const total = (sums: Sum[]): Sum => ({
  credits: Math.round(sums.reduce((sum, { credits }) => sum + credits, 0) * 1e6) / 1e6,
  unknown: sums.reduce((sum, { unknown }) => sum + unknown, 0),
})

const figure = (credits: number | null, told = 0): Sum =>
  credits === null ? { credits: told, unknown: 1 } : { credits, unknown: 0 }

/** The parts of a whole, put together again. */
const together = (parts: Totals[]): Totals => ({
  requests: parts.reduce((sum, { requests }) => sum + requests, 0),
  quoted: total(parts.map(({ quoted }) => quoted)),
  charged: total(parts.map(({ charged }) => charged)),
  refunded: total(parts.map(({ refunded }) => refunded)),
  paid: total(parts.map(({ paid }) => paid)),
  pending: total(parts.map(({ pending }) => pending)),
})

describe('sums of the ledger', () => {
  it('have every entry once, as a figure or as an unknown, by model, by project and by day', () => {
    fc.assert(
      fc.property(entries, fc.constantFrom(...sides), (all, side) => {
        const { totals, columns, days } = sumUp(all, utcDay, side)
        expect(totals.requests).toBe(all.length)
        expect(together(columns)).toEqual(totals)
        expect(together(days)).toEqual(totals)
        expect(total(days.flatMap(({ cells }) => Object.values(cells)))).toEqual(totals.paid)
        for (const { key, paid } of columns)
          expect(total(days.flatMap(({ cells }) => (Object.hasOwn(cells, key) ? [cells[key] ?? paid] : [])))).toEqual(
            paid,
          )
        expect(totals.quoted).toEqual(total(all.map(({ quoted }) => figure(quoted))))
        for (const name of ['charged', 'refunded', 'paid'] as const)
          expect(totals[name], name).toEqual(total(all.map((entry) => figure(entry[name], entry.told?.[name]))))
        const pending = all.filter(({ isPending }) => isPending)
        expect(totals.pending).toEqual(total(pending.map(({ paid, told }) => figure(paid, told?.paid))))
        if (totals.paid.unknown === totals.charged.unknown)
          expect(totals.paid.credits).toBeCloseTo(totals.charged.credits - totals.refunded.credits, 6)
        expect(totals.pending.credits).toBeLessThanOrEqual(totals.paid.credits + 1e-6)
        expect([...days].sort((a, b) => (a.day < b.day ? -1 : 1))).toEqual(days)
      }),
    )
  })

  it('have one column for each project by its very name, and one for all that is under none', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const { columns } = sumUp(all, utcDay, 'project')
        expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length)
        for (const { kind, name, ...sums } of columns) {
          const own = all.filter(({ project }) => (kind === 'none' ? project === null : project === name))
          expect(sums.requests).toBe(own.length)
          expect(together([sums])).toEqual(sumUp(own, utcDay, 'model').totals)
        }
        const named = columns.filter(({ kind }) => kind === 'project').map(({ name }) => name)
        expect(new Set(named)).toEqual(new Set(all.flatMap(({ project }) => project ?? [])))
      }),
    )
  })

  it('say nothing of projects where models are asked for, and the other way round', () => {
    const all = [entryOf(accepted(), 'Harbour Days'), entryOf(accepted({ order: skillOrder }))].flatMap(
      (one) => one ?? [],
    )
    const names = (side: 'model' | 'project') => sumUp(all, utcDay, side).columns.map(({ kind, name }) => [kind, name])
    expect(names('project')).toEqual([
      ['none', ''],
      ['project', 'Harbour Days'],
    ])
    expect(names('model').map(([kind]) => kind)).toEqual(['model', 'skill'])
  })
})
