import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { partitionOf, partitions } from '../../../src/domain/studio/partition.ts'
import { nextWaiting, openSent } from '../../../src/engine/studio/next-requests.ts'
import { setPerson } from '../../../src/engine/studio/people.ts'
import { describeStudio, newReceipts, newStudio, order } from './support/studio.ts'

const all = Array.from({ length: partitions }, (_, n) => n)
const inPartition = (partition: number): string => partition.toString(16) + randomUUID().slice(1)
const most = 64

describeStudio('what a worker takes up next', (server) => {
  it('three hundred files of one person do not hold up eleven others, whatever partitions they are in', async () => {
    const { database } = await newStudio(server())
    const others = Array.from({ length: 11 }, (_, n) => `Guest ${n + 1}`)
    await database.transaction(async (transaction) => {
      for (const name of others) await setPerson(transaction, name, 'designer')
    })
    await order(database, 'Ben', newReceipts(300))
    for (const [n, name] of others.entries())
      await order(database, name, newReceipts(1, 8, { id: inPartition(partitions - 1 - (n % 2)) }))

    const first = await nextWaiting(database, { partitions: all, known: [], out: [], room: 16, most })
    expect(first.map(({ person }) => person).filter((name) => name !== 'Ben')).toEqual(expect.arrayContaining(others))
    expect(first).toHaveLength(16)
    const places = first.map(({ place }) => place ?? '')
    expect(places).toEqual(places.toSorted())

    // What is taken up already is Ben's alone, and as much as there is room for: the first of each other one comes all the same.
    const bens = first.filter(({ person }) => person === 'Ben').map(({ id }) => id)
    const next = await nextWaiting(database, { partitions: all, known: bens, out: [], room: 0, most })
    expect(next.map(({ person }) => person).toSorted()).toEqual(others.toSorted())
  })

  it('they come as they were ordered, of its own partitions alone, and none that it knows', async () => {
    const { database } = await newStudio(server())
    await order(
      database,
      'Ann',
      all.flatMap((partition) =>
        Array.from({ length: 4 }, () => newReceipts(1, 8, { id: inPartition(partition) })).flat(),
      ),
    )
    const own = [1, 7, 14]
    const found = await nextWaiting(database, { partitions: own, known: [], out: [], room: most, most })
    const places = found.map(({ receipt }) => String(JSON.parse(receipt).place))
    expect(places).toEqual(places.toSorted())
    expect(new Set(found.map(({ id }) => partitionOf(id)))).toEqual(new Set(own))

    const [known = ''] = found.map(({ id }) => id)
    const others = await nextWaiting(database, { partitions: own, known: [known], out: [], room: most, most })
    expect(others.map(({ id }) => id)).toEqual(found.map(({ id }) => id).filter((id) => id !== known))
    expect(await openSent(database, { partitions: all, known: [], most })).toEqual([])
  })
})
