import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ClaimLostError, StaleReceiptError } from '../../../src/engine/store/receipts.ts'
import { newFolder } from '../../support/folders.ts'
import { bodyOf, jobOf } from '../../support/receipts.ts'
import { fillUp, idOf, journalIn, nextOf, opened, openedParts, orderNumber, stepOf } from './support/open.ts'

const large = 'x'.repeat(200_000)

describe('saving a step', () => {
  it('keeps the receipt whole in both copies, with its timeline (I1, O6, O96)', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    const first = orderNumber(1)
    const second = nextOf(first, { phase: 'ready', body: bodyOf(), jobs: [jobOf()] })
    store.receipts.save([stepOf(first, 'Approved')])
    store.receipts.save([stepOf(second, 'Sent')])
    expect(store.receipts.get(first.id)).toEqual(second)
    expect(store.receipts.fromJournal().get(first.id)).toEqual(second)
    expect(store.receipts.timeline(first.id).map((h) => h.title)).toEqual(['Approved', 'Sent'])
    store.close()
    expect((await opened(folder)).receipts.get(first.id)).toEqual(second)
  })

  it('refuses a step that does not follow the stored one, and writes nothing (I3)', async () => {
    const folder = newFolder()
    const { receipts } = await opened(folder)
    const first = orderNumber(1)
    receipts.save([stepOf(first)])
    const before = readFileSync(journalIn(folder), 'utf8')
    const other = { ...first, phase: 'cancelled' as const }
    for (const wrong of [other, { ...first, revision: 3 }])
      expect(() => receipts.save([stepOf(orderNumber(2)), stepOf(wrong)])).toThrow(StaleReceiptError)
    expect(readFileSync(journalIn(folder), 'utf8')).toBe(before)
    expect(receipts.get(first.id)).toEqual(first)
    expect(receipts.get(idOf(2))).toBeNull()
  })

  it('refuses to write once another process drives the queue (I3)', async () => {
    const { receipts } = await opened(newFolder())
    expect(() => receipts.save([stepOf(orderNumber(1))], () => false)).toThrow(ClaimLostError)
    expect(receipts.list({})).toEqual([])
  })

  it('lists the newest first, and open ones alone', async () => {
    const { receipts } = await opened(newFolder())
    receipts.save([1, 2, 3].map((n) => stepOf(orderNumber(n))))
    receipts.save([stepOf(nextOf(orderNumber(2), { phase: 'cancelled' }))])
    expect(receipts.list({}).map((r) => r.id)).toEqual([idOf(3), idOf(2), idOf(1)])
    expect(receipts.list({ open: true }).map((r) => r.id)).toEqual([idOf(3), idOf(1)])
    expect(receipts.list({ origin: 'https://other.test' })).toEqual([])
    expect(receipts.list({ limit: 1 })).toHaveLength(1)
  })
})

describe('when SQLite has no room', () => {
  it('a step that reached the journal is replayed after a restart (I5)', async () => {
    const folder = newFolder()
    const parts = await openedParts(folder)
    parts.receipts.save([stepOf(orderNumber(1))])
    fillUp(parts.db)
    const accepted = nextOf(orderNumber(1), { acceptedAtMs: 5, error: large })
    expect(() => parts.receipts.save([stepOf(accepted, 'Accepted')])).toThrow(/full/)
    parts.close()
    const store = await opened(folder)
    expect(store.receipts.get(idOf(1))).toEqual(accepted)
    expect(store.receipts.timeline(idOf(1)).map((h) => h.title)).toEqual(['Step 1', 'Accepted'])
  })

  it('the same step can be saved again when there is room, and nothing is stuck (I7, I8)', async () => {
    const parts = await openedParts(newFolder())
    parts.receipts.save([stepOf(orderNumber(1))])
    const makeRoom = fillUp(parts.db)
    const accepted = nextOf(orderNumber(1), { acceptedAtMs: 5, error: large })
    for (let tries = 0; tries < 2; tries += 1) expect(() => parts.receipts.save([stepOf(accepted)])).toThrow(/full/)
    makeRoom()
    parts.receipts.save([stepOf(accepted)])
    expect(parts.receipts.get(idOf(1))).toEqual(accepted)
    const on = nextOf(accepted, { phase: 'running', error: null })
    parts.receipts.save([stepOf(on)])
    expect(parts.receipts.get(idOf(1))).toEqual(on)
    expect(parts.receipts.fromJournal().get(idOf(1))).toEqual(on)
  })

  it('a new order that could not be taken never comes true later, and others are not cut off with it (I2, I8)', async () => {
    const folder = newFolder()
    const parts = await openedParts(folder)
    parts.receipts.save([stepOf(orderNumber(1))])
    const makeRoom = fillUp(parts.db)
    const refused = [2, 3].map((n) => stepOf(orderNumber(n, { error: large })))
    expect(() => parts.receipts.save(refused)).toThrow(/full/)
    makeRoom()
    const on = nextOf(orderNumber(1), { phase: 'cancelled' })
    parts.receipts.save([stepOf(on)])
    expect(parts.receipts.list({}).map((r) => r.id)).toEqual([idOf(1)])
    parts.close()
    const store = await opened(folder)
    expect(store.receipts.list({})).toEqual([on])
    expect([...store.receipts.fromJournal().keys()]).toEqual([idOf(1)])
  })
})
