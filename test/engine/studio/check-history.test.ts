import { expect, it } from 'vitest'
import { partitionOf } from '../../../src/domain/studio/partition.ts'
import { checkHistory } from '../../../src/engine/studio/check-history.ts'
import type { Database, Transaction } from '../../../src/engine/studio/database.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { writeSteps } from '../../../src/engine/studio/shared-steps.ts'
import { newFolder } from '../../support/folders.ts'
import { holder } from '../../support/studio/holder.ts'
import { describeStudio, newReceipts, newStudio, open, order, receiptsOf } from './support/studio.ts'

describeStudio('a check of a studio’s history', (server) => {
  it('sees it as it stood at one moment, whatever workers write meanwhile (8, I3)', async () => {
    const { address, database } = await newStudio(server())
    const held = await holder(database)
    await order(database, 'Ann', newReceipts(3))
    /** A worker's next step of one of them. */
    const write = async (): Promise<void> => {
      const before = (await receiptsOf(database)).find(({ phase }) => phase === 'approved')
      const lease = before && held.leases.get(partitionOf(before.id))
      if (!before || !lease) return
      const after = { ...before, revision: before.revision + 1, phase: 'cancelled' as const }
      const writer = { session: held.session, leaseOf: () => lease }
      await writeSteps(database, [{ after, timeline: [] }], writer, { isToPay: false, assets: [] })
    }
    const noticed = (rows: Transaction['rows']): Transaction['rows'] =>
      (async (sql: string, values?: readonly unknown[]) => {
        const found = await rows(sql, values)
        if (sql.startsWith('SELECT')) await write()
        return found
      }) as Transaction['rows']
    const own = open(address)
    const watched = {
      rows: noticed((sql, values) => own.rows(sql, values)),
      transaction: (work: (transaction: Transaction) => Promise<unknown>) =>
        own.transaction((transaction) => work({ rows: noticed((sql, values) => transaction.rows(sql, values)) })),
    } as unknown as Database
    expect(await checkHistory(watched, openFileStore(newFolder()))).toEqual({
      requests: 3,
      results: 0,
      wrongs: [],
      lost: [],
    })
    expect((await receiptsOf(database)).some(({ phase }) => phase === 'cancelled')).toBe(true)
  })
})
