import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { systemTimers } from '../../../src/engine/platform/timers.ts'
import { StepWriter } from '../../../src/engine/queue/step-writer.ts'
import { ClaimLostError, StaleReceiptError } from '../../../src/engine/store/receipts.ts'
import { openStore, type Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { receiptOf } from '../../support/receipts.ts'

const idOf = (n: number): string => `0b7c3a52-6f0e-4c39-9d6b-${String(n).padStart(12, '0')}`
const stepOf = (n: number, revision = 1) => ({ after: receiptOf({ id: idOf(n), revision }), timeline: [] })

let store: Store
let syncs: number
beforeEach(async () => {
  store = await openStore(join(newFolder(), 'data'))
  syncs = 0
  watchPoints((point, side) => {
    if (point === 'journal sync' && side === 'after') syncs += 1
  })
})
afterEach(() => {
  watchPoints(null)
  store.close()
})

const writerOf = (fence = () => true) => new StepWriter(store.receipts, fence, systemTimers)

describe('steps that come up together', () => {
  it('are on the disk with one sync, each of them (I2)', async () => {
    const writer = writerOf()
    await Promise.all([1, 2, 3, 4, 5].map((n) => writer.write([stepOf(n)], null)))
    expect(syncs).toBe(1)
    for (const n of [1, 2, 3, 4, 5]) expect(store.receipts.get(idOf(n))?.revision).toBe(1)
  })

  it('that one of them cannot follow are written all the same, and only that one is refused', async () => {
    const writer = writerOf()
    const written = await Promise.allSettled([1, 2, 3].map((n) => writer.write([stepOf(n, n === 2 ? 7 : 1)], null)))
    expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(written[1]).toMatchObject({ reason: expect.any(StaleReceiptError) })
    expect([1, 2, 3].map((n) => store.receipts.get(idOf(n))?.revision)).toEqual([1, undefined, 1])
  })

  it('are all refused when another process holds the queue (O118)', async () => {
    const writer = writerOf(() => false)
    const written = await Promise.allSettled([1, 2].map((n) => writer.write([stepOf(n)], null)))
    for (const one of written) expect(one).toMatchObject({ reason: expect.any(ClaimLostError) })
    expect(store.receipts.list({})).toEqual([])
  })

  it('are judged one after the other where a condition hangs on what is written (O117)', async () => {
    const writer = writerOf()
    const seen: number[] = []
    const onlyOne = () => {
      seen.push(store.receipts.list({}).length)
      if (store.receipts.list({}).length > 0) throw new Error('there is one already')
    }
    const written = await Promise.allSettled([1, 2, 3].map((n) => writer.write([stepOf(n)], onlyOne)))
    expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(store.receipts.list({})).toHaveLength(1)
    expect(seen).toEqual([0, 1, 1])
  })
})

describe('when the queue closes', () => {
  it('what is known is written, and what would be paid now is not', async () => {
    const writer = writerOf()
    const known = writer.write([stepOf(1)], null)
    const toPay = writer.write([stepOf(2)], () => undefined)
    writer.close()
    await known
    await expect(toPay).rejects.toThrow('not written')
    expect(store.receipts.list({}).map(({ id }) => id)).toEqual([idOf(1)])
  })
})
