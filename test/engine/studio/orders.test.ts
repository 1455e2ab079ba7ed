import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { lockBudgets, readBudgets, setBudget } from '../../../src/engine/studio/budgets.ts'
import { outcomeOf, sendCommand } from '../../../src/engine/studio/commands.ts'
import type { Database } from '../../../src/engine/studio/database.ts'
import { nextWaiting } from '../../../src/engine/studio/next-requests.ts'
import { takeOrder } from '../../../src/engine/studio/orders.ts'
import { personNamed, revokePerson, setPerson } from '../../../src/engine/studio/people.ts'
import { openRequestIds } from '../../../src/engine/studio/read-requests.ts'
import { readRow } from '../../../src/engine/studio/receipt-row.ts'
import { freeSlot, NoSlotError, takeSlot, waitForSlot } from '../../../src/engine/studio/slots.ts'
import { holder } from '../../support/studio/holder.ts'
import {
  describeStudio,
  judged,
  newReceipts,
  newStudio,
  open,
  order,
  orderCommand,
  receiptsOf,
} from './support/studio.ts'
import { allPartitions, TurnStory } from './support/turn-story.ts'

const counted = async (database: Database): Promise<number> =>
  Number((await database.rows<{ n: number }>('SELECT count(*)::int AS n FROM requests'))[0]?.n)

describeStudio('an order in a studio', (server) => {
  it('is taken once, however often its command comes and whoever takes it up (I2)', async () => {
    const { address, database } = await newStudio(server())
    const command = await orderCommand(database, 'Ann', newReceipts(3))
    const workers = [database, open(address), open(address)]
    await Promise.all(workers.map((worker) => sendCommand(worker, command)))
    const taken = await Promise.all(workers.map((worker) => takeOrder(worker, command, judged, randomUUID())))
    expect(taken.filter((outcome) => outcome !== null)).toHaveLength(1)
    await sendCommand(database, command)
    expect(await takeOrder(database, command, judged, randomUUID())).toBeNull()
    expect(await counted(database)).toBe(3)
    expect(await outcomeOf(database, command.id)).toMatchObject({ is: 'done' })
  })

  it('of another content under the same number is refused', async () => {
    const { database } = await newStudio(server())
    const command = await orderCommand(database, 'Ann', newReceipts(1))
    await sendCommand(database, command)
    await expect(sendCommand(database, { ...command, payload: '{}' })).rejects.toThrow(/Another command/)
  })

  it('never passes a budget, however many are taken at the same moment', async () => {
    const { address, database } = await newStudio(server())
    await database.transaction((transaction) => setBudget(transaction, 'studio', '', { perDay: 100 }))
    const workers = Array.from({ length: 4 }, () => open(address))
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        order(workers[n % 4] ?? database, ['Ann', 'Ben', 'Mia'][n % 3] ?? '', newReceipts(1, 8)),
      ),
    )
    expect(outcomes.filter((outcome) => outcome?.is === 'done')).toHaveLength(12)
    const [studio] = await readBudgets(database)
    expect(studio?.held.waiting).toBe(96)
    const refused = outcomes.find((outcome) => outcome?.is === 'refused')
    expect(refused).toMatchObject({ code: 'cap' })
    expect(JSON.stringify(refused)).toContain('The studio’s budget is 100 credits in 24 hours')
  })

  it('waits for another that touches the same budget: neither sees sums that leave the other out (I10)', async () => {
    const { address, database } = await newStudio(server())
    await database.transaction((transaction) => setBudget(transaction, 'studio', '', { perDay: 100 }))
    const [ann, ben] = [await personNamed(database, 'Ann'), await personNamed(database, 'Ben')]
    const other = open(address)
    let isThrough = false
    let waiting: Promise<void> = Promise.resolve()
    await database.transaction(async (transaction) => {
      await lockBudgets(transaction, { person: ann?.id ?? '', name: 'Ann', project: null })
      waiting = other
        .transaction((second) => lockBudgets(second, { person: ben?.id ?? '', name: 'Ben', project: null }))
        .then(() => {
          isThrough = true
        })
      // The other one waits for this transaction, as PostgreSQL itself says.
      while ((await database.rows('SELECT 1 FROM pg_locks WHERE NOT granted')).length === 0 && !isThrough);
      expect(isThrough).toBe(false)
    })
    await waiting
  })

  it('budgets of a project and of a person hold beside the studio’s', async () => {
    const { database } = await newStudio(server())
    await database.transaction(async (transaction) => {
      await setBudget(transaction, 'person', 'Ann', { perDay: 20 })
      await setBudget(transaction, 'project', 'Harbour', { perOrder: 10 })
    })
    expect(await order(database, 'Ann', newReceipts(3))).toMatchObject({ is: 'refused', code: 'cap' })
    expect(await order(database, 'Ann', newReceipts(2))).toMatchObject({ is: 'done' })
    expect(await order(database, 'Ben', newReceipts(2), 'Harbour')).toMatchObject({ is: 'refused', code: 'cap' })
    expect(await order(database, 'Ben', newReceipts(1), 'Harbour')).toMatchObject({ is: 'done' })
    expect(await counted(database)).toBe(3)
  })

  it('is refused whole where one part of it does not stand: nothing of it is in the queue', async () => {
    const { database } = await newStudio(server())
    const [first, second] = newReceipts(2)
    if (!first || !second) throw new Error('no receipts')
    const elsewhere = { ...second, origin: 'https://elsewhere.test' }
    expect(await order(database, 'Ann', [first, elsewhere])).toMatchObject({ is: 'refused', code: 'problems' })
    const sent = { ...second, phase: 'ready' as const, sentTimes: 1 }
    expect(await order(database, 'Ann', [first, sent])).toMatchObject({ is: 'refused', code: 'problems' })
    expect(await order(database, 'Ann', [first, first])).toMatchObject({ is: 'refused', code: 'problems' })
    const picture = { path: 'a.png', name: 'a.png', sha256: 'ab'.repeat(32), sizeBytes: 3 }
    const withPicture = {
      ...first,
      order: { kind: 'skill' as const, skill: 'cut', fields: {}, pictures: [{ field: 'image', source: picture }] },
    }
    expect(await order(database, 'Ann', [withPicture])).toMatchObject({ is: 'refused', code: 'problems' })
    expect(await counted(database)).toBe(0)
    expect(await database.rows('SELECT 1 FROM steps')).toEqual([])
  })

  it('of somebody who was revoked is not taken, also where it was sent before that', async () => {
    const { database } = await newStudio(server())
    const command = await orderCommand(database, 'Ann', newReceipts(1))
    await sendCommand(database, command)
    await database.transaction((transaction) => revokePerson(transaction, 'Ann'))
    const outcome = await takeOrder(database, command, judged, randomUUID())
    expect(outcome).toMatchObject({ is: 'refused', code: 'revoked' })
    expect(JSON.stringify(outcome)).toContain(
      'Ann may not order in this studio any more. Ask a lead. Nothing was ordered or charged.',
    )
  })

  it('at a price that the worker does not find is not taken, whatever the command says', async () => {
    const { database } = await newStudio(server())
    const command = await orderCommand(database, 'Ann', newReceipts(1, 1))
    await sendCommand(database, command)
    const refusal = 'It costs 8 credits now, and 1 was approved.'
    expect(await takeOrder(database, command, { ...judged, refusal }, randomUUID())).toMatchObject({
      code: 'price-differs',
    })
    expect(await counted(database)).toBe(0)
  })

  it('many requests of one person leave the first of two others among the first three', async () => {
    const { database } = await newStudio(server())
    await order(database, 'Ann', newReceipts(100))
    await order(database, 'Ben', newReceipts(1))
    await order(database, 'Mia', newReceipts(1))
    const first = await nextWaiting(database, { partitions: allPartitions, known: [], out: [], room: 3, most: 3 })
    expect(first.map(({ person }) => person).sort()).toEqual(['Ann', 'Ben', 'Mia'])
    expect((await openRequestIds(database, 3)).toSorted()).toEqual(first.map(({ id }) => id).toSorted())
  })

  it('whatever is ordered, approved late, tried again and sent, between two sends of one person another sends a few times at most (3, I8)', async () => {
    for (const seed of [1, 2, 3]) {
      const { database } = await newStudio(server())
      await database.transaction(async (transaction) => {
        await setPerson(transaction, 'Ben', 'designer', 15)
        await setPerson(transaction, 'Mia', 'lead')
      })
      const story = new TurnStory(database, await holder(database), seed)
      for (let n = 0; n < 70; n += 1) await story.next()
      expect(story.most, `seed ${seed}`).toBeLessThanOrEqual(2)
      expect(story.sent, `seed ${seed}`).toBeGreaterThan(20)
    }
  }, 120_000)

  it('what was approved after others had gone on for long lets in whoever orders then, behind one of each (3, I8)', async () => {
    const { database } = await newStudio(server())
    await database.transaction(async (transaction) => {
      await setPerson(transaction, 'Ann', 'designer', 15)
      await setPerson(transaction, 'Mia', 'lead')
      await setPerson(transaction, 'Cleo', 'designer')
    })
    const story = new TurnStory(database, await holder(database), 1)
    await order(database, 'Ann', newReceipts(10))
    await order(database, 'Mia', newReceipts(60))
    for (let n = 0; n < 40; n += 1) await story.send()
    for (const receipt of await receiptsOf(database))
      if (receipt.phase === 'needs-decision') await story.release(receipt)
    await order(database, 'Cleo', newReceipts(1))
    const next = await nextWaiting(database, { partitions: allPartitions, known: [], out: [], room: 3, most: 3 })
    expect(next.map(({ person }) => person).toSorted()).toEqual(['Ann', 'Cleo', 'Mia'])
  }, 60_000)

  it('of two that wait for a place for sending the one whose turn it is has it, whichever worker asks first (3, A23)', async () => {
    const { database } = await newStudio(server())
    await order(database, 'Ann', newReceipts(4))
    const [a, b, c, d] = (await receiptsOf(database)).map(({ id }) => id)
    const [one, other] = [randomUUID(), randomUUID()]
    const take = (id: string, session: string, place: string) =>
      database.transaction((transaction) => takeSlot(transaction, id, { session, place }))
    await take(a ?? '', one, '01')
    await take(b ?? '', one, '02')
    await expect(take(c ?? '', other, '03')).rejects.toThrow(NoSlotError)
    await waitForSlot(database, c ?? '', '03')
    await freeSlot(database, a ?? '', one)
    await expect(take(d ?? '', one, '04')).rejects.toThrow(NoSlotError)
    await take(c ?? '', other, '03')
    await freeSlot(database, b ?? '', one)
    await take(d ?? '', one, '04')
    // Who does not ask any more holds nobody up.
    await waitForSlot(database, b ?? '', '00')
    await freeSlot(database, c ?? '', other)
    await expect(take(a ?? '', one, '05')).rejects.toThrow(NoSlotError)
    await database.rows(`UPDATE slot_waits SET asked_at = asked_at - interval '4 seconds'`)
    await take(a ?? '', one, '05')
  })

  it('its receipts stand as they were approved, with their place and the workers’ key', async () => {
    const { database } = await newStudio(server())
    const [receipt] = newReceipts(1)
    if (!receipt) throw new Error('no receipt')
    await order(database, 'Ann', [receipt])
    const [row] = await database.rows<{ id: string; receipt: string; checksum: string; place: string }>(
      'SELECT id, receipt, checksum, place FROM requests',
    )
    if (!row) throw new Error('no row')
    expect(readRow(row)).toEqual({ ...receipt, place: row.place, keyFingerprint: judged.keyFingerprint })
    expect(() => readRow({ ...row, receipt: row.receipt.replace('lighthouse', 'warehouse') })).toThrow(/checksum/)
  })
})
