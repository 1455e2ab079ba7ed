import { expect, it } from 'vitest'
import type { Database } from '../../../src/engine/studio/database.ts'
import { fromTheBeginning, readFeed } from '../../../src/engine/studio/feed.ts'
import { describeStudio, newReceipts, newStudio, open, order } from './support/studio.ts'

async function all(database: Database, from = fromTheBeginning): Promise<{ ids: string[]; cursor: typeof from }> {
  const ids: string[] = []
  for (let cursor = from; ; ) {
    const page = await readFeed(database, cursor, 7)
    if (page.rows.length === 0) return { ids, cursor }
    ids.push(...page.rows.map(({ id }) => id))
    cursor = page.cursor
  }
}

describeStudio('the feed of a studio', (server) => {
  it('tells each request once, and nothing more until something changes', async () => {
    const { database } = await newStudio(server())
    await order(database, 'Ann', newReceipts(20))
    const { ids, cursor } = await all(database)
    expect(new Set(ids).size).toBe(20)
    expect(ids).toHaveLength(20)
    expect((await all(database, cursor)).ids).toEqual([])
    await order(database, 'Ben', newReceipts(3))
    expect((await all(database, cursor)).ids).toHaveLength(3)
  })

  it('loses nothing of a transaction that began before another and ended after it (I8)', async () => {
    const { address, database } = await newStudio(server())
    await order(database, 'Ann', newReceipts(1))
    const slow = open(address)
    let seen = await all(database)
    const told = [...seen.ids]
    await slow.transaction(async (transaction) => {
      // It has its place in the order of changes, and is not committed yet.
      await transaction.rows(
        `UPDATE requests SET xid = pg_current_xact_id(), seq = nextval('requests_seq'), project = 'late'`,
      )
      await order(database, 'Ben', newReceipts(1))
      seen = await all(database, seen.cursor)
      told.push(...seen.ids)
    })
    told.push(...(await all(database, seen.cursor)).ids)
    expect(told).toHaveLength(3)
    expect(new Set(told).size).toBe(2)
  })

  it('loses nothing while eight write at once', async () => {
    const { address, database } = await newStudio(server())
    const writers = Array.from({ length: 8 }, () => open(address))
    let isWriting = true
    const written = Promise.all(
      writers.map(async (writer, n) => {
        for (let k = 0; k < 6; k += 1) await order(writer, ['Ann', 'Ben', 'Mia'][(n + k) % 3] ?? '', newReceipts(2))
      }),
    ).finally(() => {
      isWriting = false
    })
    const told: string[] = []
    let cursor = fromTheBeginning
    while (isWriting) {
      const page = await all(database, cursor)
      told.push(...page.ids)
      cursor = page.cursor
    }
    await written
    told.push(...(await all(database, cursor)).ids)
    expect(new Set(told).size).toBe(96)
    expect(told).toHaveLength(96)
  })
})
