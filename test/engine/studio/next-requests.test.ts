import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { partitionOf, partitions } from '../../../src/domain/studio/partition.ts'
import { nextRequests } from '../../../src/engine/studio/next-requests.ts'
import { setPerson } from '../../../src/engine/studio/people.ts'
import { describeStudio, newReceipts, newStudio, order } from './support/studio.ts'

const all = Array.from({ length: partitions }, (_, n) => n)
const inPartition = (partition: number): string => partition.toString(16) + randomUUID().slice(1)

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

    const first = await nextRequests(database, 'approved', { partitions: all, known: [], most: 16 })
    expect(first.map(({ person }) => person).filter((name) => name !== 'Ben')).toEqual(expect.arrayContaining(others))
    expect(first).toHaveLength(16)

    // What is taken up already is Ben's alone: then the others come next.
    const bens = first.filter(({ person }) => person === 'Ben').map(({ id }) => id)
    const next = await nextRequests(database, 'approved', { partitions: all, known: bens, most: 11 })
    expect(next.map(({ person }) => person).toSorted()).toEqual(others.toSorted())
  })

  it('they come by their places, of its own partitions alone, and none that it knows', async () => {
    const { database } = await newStudio(server())
    await order(
      database,
      'Ann',
      all.flatMap((partition) =>
        Array.from({ length: 4 }, () => newReceipts(1, 8, { id: inPartition(partition) })).flat(),
      ),
    )
    const own = [1, 7, 14]
    const found = await nextRequests(database, 'approved', { partitions: own, known: [], most: 64 })
    const places = found.map(({ receipt }) => String(JSON.parse(receipt).place))
    expect(places).toEqual([...places].sort())
    expect(new Set(found.map(({ id }) => partitionOf(id)))).toEqual(new Set(own))

    const [known = ''] = found.map(({ id }) => id)
    const others = await nextRequests(database, 'approved', { partitions: own, known: [known], most: 64 })
    expect(others.map(({ id }) => id)).toEqual(found.map(({ id }) => id).filter((id) => id !== known))
    expect(await nextRequests(database, 'sent', { partitions: all, known: [], most: 64 })).toEqual([])
  })
})
