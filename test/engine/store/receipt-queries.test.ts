import { renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capDayMs, holdingOf, sumsOf } from '../../../src/domain/quote/cap.ts'
import { orderFingerprint } from '../../../src/domain/request/order-fingerprint.ts'
import { phases, type Receipt } from '../../../src/domain/request/receipt.ts'
import { sha256Of } from '../../../src/engine/platform/checksum.ts'
import { first } from '../../../src/engine/store/migrations/0001-first.ts'
import { newFolder } from '../../support/folders.ts'
import { bodyOf, t0 } from '../../support/receipts.ts'
import { databaseIn, idOf, opened, orderNumber, stepOf } from './support/open.ts'

const here = 'https://service.test'
const credits = fc.option(
  fc.nat({ max: 900 }).map((n) => n / 10),
  { nil: null, freq: 30 },
)

const changes: fc.Arbitrary<Partial<Receipt>> = fc.record({
  origin: fc.constantFrom(here, here, 'https://other.test'),
  phase: fc.constantFrom(...phases),
  body: fc.constantFrom(null, bodyOf()),
  batch: fc.constantFrom(null, { id: 'b', index: 0, size: 3 }),
  quote: credits.map((sum) => ({
    price: sum === null ? 'unknown' : 'known',
    credits: sum,
    lines: [],
    pricesReadAtMs: t0,
  })),
  acceptedAtMs: fc.constantFrom(null, t0, t0 - capDayMs - 1, t0 + capDayMs),
  creditsUsed: credits,
})

describe('sums over all receipts', () => {
  it('are those of the rules, by service, by batch, with and without one of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { maxLength: 25 }), async (all) => {
        const folder = newFolder()
        const store = await opened(folder)
        const receipts = all.map((one, n) => orderNumber(n + 1, one))
        store.receipts.save(receipts.map((receipt) => stepOf(receipt)))
        for (const except of [null, idOf(1)]) {
          const others = receipts.filter(({ id }) => id !== except)
          const mine = others.filter(({ origin }) => origin === here)
          expect(store.queries.ofDay(here, t0, except)).toEqual(sumsOf(mine.map(holdingOf), t0))
          const batch = others.filter((receipt) => receipt.batch !== null)
          expect(store.queries.ofBatch('b', except)).toEqual(sumsOf(batch.map(holdingOf), Number.NEGATIVE_INFINITY))
        }
        store.close()
      }),
      { numRuns: 40 },
    )
  })

  it('come back with a database that is rebuilt from the journal, and with one of an older version (I8)', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    const paid = orderNumber(1, { phase: 'completed', acceptedAtMs: t0, creditsUsed: 11, replaces: idOf(9) })
    store.receipts.save([paid, orderNumber(2)].map((receipt) => stepOf(receipt)))
    const expected = { spent: 11, inFlight: 0, waiting: 8 }
    const rows = () => {
      const db = new Database(databaseIn(folder))
      const all = db.prepare('SELECT * FROM requests ORDER BY seq').all() as Record<string, unknown>[]
      db.close()
      return all
    }
    const told = store.receipts.timeline(idOf(1))
    store.close()
    const before = rows()
    for (const end of ['', '-wal', '-shm']) rmSync(databaseIn(folder) + end, { force: true })
    const rebuilt = await opened(folder)
    expect(rebuilt.queries.ofDay(here, t0)).toEqual(expected)
    rebuilt.close()
    expect(rows()).toEqual(before)
    makeOld(databaseIn(folder))
    const upgraded = await opened(folder)
    expect(upgraded.notices).toEqual([])
    expect(upgraded.queries.ofDay(here, t0)).toEqual(expected)
    expect(upgraded.queries.replacementOf(idOf(9))).toBe(idOf(1))
    expect(upgraded.queries.completedLike(here, sha256Of(orderFingerprint(paid.order) ?? ''))).toEqual([idOf(1)])
    expect(upgraded.receipts.timeline(idOf(1))).toEqual(told)
    expect(told).not.toEqual([])
    upgraded.close()
    expect(rows()).toEqual(before)
  })

  it('that were changed in the database alone are put right from the receipts', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    store.receipts.save([stepOf(orderNumber(1, { phase: 'running', acceptedAtMs: t0, creditsUsed: 11 }))])
    store.close()
    const db = new Database(databaseIn(folder))
    db.exec('UPDATE requests SET held_credits = 0')
    db.close()
    expect((await opened(folder)).queries.ofDay(here, t0).spent).toBe(11)
  })
})

describe('counts and finds', () => {
  it('count the runs of a Skill of a day, sent or waiting, those of other Skills and days not (O131, A24)', async () => {
    const store = await opened(newFolder())
    const run = (n: number, skill: string, more: Partial<Receipt>) =>
      orderNumber(n, { order: { kind: 'skill', skill, fields: {}, pictures: [] }, ...more })
    const sent = { phase: 'completed' as const, body: bodyOf(), acceptedAtMs: t0 }
    const receipts = [
      run(1, 'a', { ...sent, firstSentAtMs: t0 }),
      run(2, 'a', { ...sent, firstSentAtMs: t0 - capDayMs - 1 }),
      run(3, 'a', {}),
      run(4, 'b', { ...sent, firstSentAtMs: t0 }),
      run(5, 'a', { phase: 'cancelled' }),
      run(6, 'a', { ...sent, firstSentAtMs: t0, origin: 'https://other.test' }),
    ]
    store.receipts.save(receipts.map((receipt) => stepOf(receipt)))
    expect(store.queries.runsSince(here, 'a', t0 - capDayMs)).toBe(2)
    expect(store.queries.runsSince(here, 'c', t0 - capDayMs)).toBe(0)
  })

  it('find a replacement that has not come to nothing itself (I2)', async () => {
    const store = await opened(newFolder())
    const replacing = (n: number, phase: Receipt['phase']) => stepOf(orderNumber(n, { replaces: idOf(1), phase }))
    store.receipts.save([replacing(2, 'failed'), replacing(3, 'cancelled')])
    expect(store.queries.replacementOf(idOf(1))).toBeNull()
    store.receipts.save([replacing(4, 'approved')])
    expect(store.queries.replacementOf(idOf(1))).toBe(idOf(4))
  })
})

/** A database of the first form with the same receipts in its place. */
function makeOld(path: string): void {
  const newer = `${path}.newer`
  renameSync(path, newer)
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  const db = new Database(path)
  db.exec(`${first}; PRAGMA user_version = 1; ATTACH '${newer}' AS newer`)
  for (const [table, columns] of Object.entries({
    requests:
      'seq, id, revision, origin, kind, skill, phase, is_open, approved_ms, updated_ms, batch_id, credits_quoted, credits_used, credits_status, receipt, checksum',
    happenings: 'request_id, revision, place, at_ms, tone, title, detail',
    meta: 'key, value',
  }))
    db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM newer.${table}`)
  db.close()
}
