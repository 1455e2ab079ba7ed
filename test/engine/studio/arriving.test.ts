import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { partitionOf } from '../../../src/domain/studio/partition.ts'
import { readBudgets, setBudget } from '../../../src/engine/studio/budgets.ts'
import { checkHistory } from '../../../src/engine/studio/check-history.ts'
import { actAtOnce } from '../../../src/engine/studio/commands.ts'
import type { Database } from '../../../src/engine/studio/database.ts'
import { fromTheBeginning, readFeed } from '../../../src/engine/studio/feed.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { first as firstPlace } from '../../../src/engine/studio/orderers.ts'
import { personNamed } from '../../../src/engine/studio/people.ts'
import { findRequestIds, openRequestIds } from '../../../src/engine/studio/read-requests.ts'
import { keepOut, letArrive, putArriving } from '../../../src/engine/studio/receipt-row.ts'
import { newFolder } from '../../support/folders.ts'
import { describeStudio, newReceipts, newStudio, receiptsOf } from './support/studio.ts'

describeStudio('a request that arrives from a home', (server) => {
  async function arriving(): Promise<{
    database: Database
    first: Receipt
    put: (receipt: Receipt) => Promise<boolean>
  }> {
    const { database } = await newStudio(server())
    const person = (await personNamed(database, 'Ann'))?.id ?? ''
    const command = randomUUID()
    await actAtOnce(database, { id: command, person, kind: 'import', payload: '{}' }, async () => undefined)
    const [first] = newReceipts(1)
    if (!first) throw new Error('none')
    const owned = { ...firstPlace, partition: partitionOf(first.id), person, project: null, command }
    const put = (receipt: Receipt) => database.transaction((transaction) => putArriving(transaction, receipt, owned))
    return { database, first, put }
  }

  it('is nobody’s to drive, to answer or to see before its home has given it away, and holds its credits', async () => {
    const { database, first, put } = await arriving()
    await database.transaction((transaction) => setBudget(transaction, 'studio', '', { perDay: 100 }))
    expect(await put(first)).toBe(true)
    expect([await openRequestIds(database, 10), await findRequestIds(database, first.id)]).toEqual([[], []])
    expect((await readFeed(database, fromTheBeginning, 10)).rows).toEqual([])
    expect((await readBudgets(database))[0]?.held.waiting).toBe(8)
    expect((await checkHistory(database, openFileStore(newFolder()))).wrongs).toEqual([])
    await keepOut(database, first.id)
    expect((await readBudgets(database))[0]?.held.waiting).toBe(0)
  })

  it('takes the place of what came before it, until it is driven: an import that was held up changes nothing then (I2, I3)', async () => {
    const { database, first, put } = await arriving()
    await put({ ...first, phase: 'approved' })
    const uncertain: Receipt = { ...first, phase: 'uncertain', sentTimes: 1 }
    expect(await put(uncertain)).toBe(true)
    await database.transaction((transaction) => letArrive(transaction, first.id))
    expect((await readFeed(database, fromTheBeginning, 10)).rows).toHaveLength(1)
    expect(await put({ ...first, phase: 'approved' })).toBe(false)
    await keepOut(database, first.id)
    expect(await receiptsOf(database)).toMatchObject([{ id: first.id, phase: 'uncertain', sentTimes: 1 }])
    expect(await database.rows('SELECT holding FROM requests')).toEqual([{ holding: 'inFlight' }])
  })
})
