import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { partitionOf } from '../../../src/domain/studio/partition.ts'
import { readBudgets, setBudget } from '../../../src/engine/studio/budgets.ts'
import type { Database } from '../../../src/engine/studio/database.ts'
import {
  type Fenced,
  giveUpLease,
  holdLeases,
  readLeases,
  renewLeases,
  takeLease,
} from '../../../src/engine/studio/leases.ts'
import { readRow } from '../../../src/engine/studio/receipt-row.ts'
import { writeSteps } from '../../../src/engine/studio/shared-steps.ts'
import { freeSlot, takeSlot } from '../../../src/engine/studio/slots.ts'
import { bodyOf } from '../../support/receipts.ts'
import { holder } from '../../support/studio/holder.ts'
import { describeStudio, newReceipts, newStudio, open, order } from './support/studio.ts'

type Held = { session: string; leases: Map<number, Fenced> }

const writer = ({ session, leases }: Held) => ({
  session,
  leaseOf: (id: string): Fenced => {
    const lease = leases.get(partitionOf(id))
    if (!lease) throw new Error('no lease')
    return lease
  },
})

async function ordered(database: Database, count = 1): Promise<Receipt[]> {
  await order(database, 'Ann', newReceipts(count))
  const rows = await database.rows<{ id: string; receipt: string; checksum: string }>(
    'SELECT id, receipt, checksum FROM requests ORDER BY place',
  )
  return rows.map(readRow)
}

async function orderedOne(database: Database): Promise<Receipt> {
  const [receipt] = await ordered(database)
  if (!receipt) throw new Error('no receipt')
  return receipt
}

const ready = (receipt: Receipt): Receipt => ({
  ...receipt,
  revision: receipt.revision + 1,
  phase: 'ready',
  body: bodyOf(),
  firstSentAtMs: Date.now(),
})
const uncertain = (receipt: Receipt): Receipt => ({
  ...receipt,
  revision: receipt.revision + 1,
  phase: 'uncertain',
  sentTimes: 1,
})

const write = (database: Database, after: Receipt, held: Held, isToPay = after.phase === 'ready'): Promise<void> =>
  writeSteps(database, [{ after, timeline: [] }], writer(held), { isToPay, assets: [] })

describeStudio('a step in a studio', (server) => {
  it('is written under the lease, in the place of the step that it follows', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    const after = ready(await orderedOne(database))
    await write(database, after, held)
    await write(database, uncertain(after), held)
    await expect(write(database, { ...uncertain(after), lookedUpTimes: 7 }, held)).rejects.toThrow(/not at revision 2/)
    const steps = await database.rows('SELECT revision, phase, session, fence::int FROM steps ORDER BY revision')
    expect(steps).toEqual([
      { revision: 1, phase: 'approved', session: null, fence: null },
      { revision: 2, phase: 'ready', session: held.session, fence: 1 },
      { revision: 3, phase: 'uncertain', session: held.session, fence: 1 },
    ])
  })

  it('written again is done already: an answer that was lost is read back so (I2)', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    const after = ready(await orderedOne(database))
    await write(database, after, held)
    await write(database, after, held)
    await expect(write(database, { ...after, firstSentAtMs: null }, held)).rejects.toThrow(/not at revision/)
    expect(await database.rows('SELECT revision FROM steps ORDER BY revision')).toEqual([
      { revision: 1 },
      { revision: 2 },
    ])
    expect(await database.rows('SELECT n FROM submit_slots WHERE request IS NOT NULL')).toHaveLength(1)
  })

  it('of a worker whose lease was taken over is refused, and its successor has a higher fence (I3)', async () => {
    const { database } = await newStudio(server())
    const first = await holder(database)
    const receipt = await orderedOne(database)
    await database.rows(`UPDATE leases SET renewed_at = clock_timestamp() - interval '1 hour'`)
    const second = await holder(database)
    expect(second.leases.size).toBe(16)
    expect([...second.leases.values()].every(({ fence }) => fence === '2')).toBe(true)
    await expect(write(database, ready(receipt), first)).rejects.toThrow(/taken the lease over/)
    await write(database, ready(receipt), second)
    expect(await renewLeases(database, first.session)).toEqual([])
  })

  it('holds a take-over up until it is written: no late write lies behind the successor’s first look (I3)', async () => {
    const { address, database } = await newStudio(server())
    const held = await holder(database)
    const lease = held.leases.get(3)
    if (!lease) throw new Error('no lease')
    await database.rows(`UPDATE leases SET renewed_at = clock_timestamp() - interval '1 hour'`)
    const other = open(address)
    let taking: Promise<Fenced | null> | null = null
    let isTaken = false
    await database.transaction(async (transaction) => {
      await holdLeases(transaction, held.session, [lease])
      taking = takeLease(other, 3, { session: randomUUID(), takeoverMs: 1000 })
      void taking.then(() => {
        isTaken = true
      })
      // The other one waits for this transaction, as PostgreSQL itself says.
      while ((await database.rows(`SELECT 1 FROM pg_locks WHERE NOT granted`)).length === 0 && !isTaken);
      expect(isTaken).toBe(false)
    })
    expect(await taking).toMatchObject({ fence: '2' })
  })

  it('a lease is taken from nobody who has renewed it in time, by the database’s clock', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    expect(await renewLeases(database, held.session)).toHaveLength(16)
    expect((await holder(database)).leases.size).toBe(0)
    const lease = held.leases.get(0)
    if (lease) await giveUpLease(database, lease, held.session)
    expect((await holder(database)).leases.size).toBe(1)
    const { rows } = await readLeases(database, 60_000)
    expect(rows.filter(({ session }) => session === held.session)).toHaveLength(15)
  })

  it('two may be sent at once over all workers, and a place is free with the outcome or the take-over (A23)', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    const [a, b, c] = await ordered(database, 3)
    if (!a || !b || !c) throw new Error('no receipts')
    await write(database, ready(a), held)
    await write(database, ready(b), held)
    await expect(write(database, ready(c), held)).rejects.toThrow(/places for sending are taken/)
    await write(database, uncertain(ready(a)), held)
    await write(database, ready(c), held)
    await database.rows(`UPDATE leases SET renewed_at = clock_timestamp() - interval '1 hour'`)
    await holder(database)
    expect(await database.rows('SELECT n FROM submit_slots WHERE request IS NOT NULL')).toEqual([])
  })

  it('a place is given back by the worker that has it: what an earlier holder does late frees none (A23)', async () => {
    const { database } = await newStudio(server())
    const first = await holder(database)
    const receipt = await orderedOne(database)
    await write(database, ready(receipt), first)
    await database.rows(`UPDATE leases SET renewed_at = clock_timestamp() - interval '1 hour'`)
    const second = await holder(database)
    await database.transaction((transaction) =>
      takeSlot(transaction, receipt.id, { session: second.session, place: '' }),
    )
    await freeSlot(database, receipt.id, first.session)
    expect(await database.rows('SELECT session FROM submit_slots WHERE request IS NOT NULL')).toEqual([
      { session: second.session },
    ])
    await freeSlot(database, receipt.id, second.session)
    expect(await database.rows('SELECT n FROM submit_slots WHERE request IS NOT NULL')).toEqual([])
  })

  it('a budget that was lowered since the order holds back what is not sent yet, and only that', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    const [a, b] = await ordered(database, 2)
    if (!a || !b) throw new Error('no receipts')
    await database.transaction((transaction) => setBudget(transaction, 'studio', '', { perDay: 10 }))
    await write(database, ready(a), held)
    await expect(write(database, ready(b), held)).rejects.toMatchObject({ name: 'CapReachedError' })
    await write(database, uncertain(ready(a)), held)
  })

  it('of a worker whose clock is days off counts under the budget of the day all the same (I10, A7)', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    const receipts = await ordered(database, 2)
    await database.transaction((transaction) => setBudget(transaction, 'studio', '', { perDay: 20 }))
    for (const [n, receipt] of receipts.entries()) {
      const offMs = (n === 0 ? -3 : 3) * 24 * 3_600_000
      await write(database, ready(receipt), held)
      const running = { ...uncertain(ready(receipt)), phase: 'running' as const, acceptedAtMs: Date.now() + offMs }
      await write(database, running, held)
      await write(database, { ...running, revision: running.revision + 1, lookedUpTimes: 1 }, held)
    }
    expect((await readBudgets(database))[0]?.held.spent).toBe(16)
    expect(await order(database, 'Ann', newReceipts(1))).toMatchObject({ is: 'refused', code: 'cap' })
    const rows = await database.rows<{ off: number }>(
      `SELECT abs(held_ms - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS off FROM requests`,
    )
    expect(rows.every(({ off }) => off < 60_000)).toBe(true)
  })
})
