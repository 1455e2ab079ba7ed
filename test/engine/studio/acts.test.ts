import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { RequestEvent } from '../../../src/domain/request/events.ts'
import { priceDecision } from '../../../src/domain/request/questions.ts'
import type { ChoiceId, Receipt } from '../../../src/domain/request/receipt.ts'
import { step } from '../../../src/domain/request/step.ts'
import { partitionOf } from '../../../src/domain/studio/partition.ts'
import { replacementOf } from '../../../src/engine/quoting/approve.ts'
import { takeAct } from '../../../src/engine/studio/acts.ts'
import { readBudgets, setBudget } from '../../../src/engine/studio/budgets.ts'
import { checkHistory } from '../../../src/engine/studio/check-history.ts'
import {
  actAtOnce,
  type CommandOutcome,
  outcomeOf,
  type StudioCommand,
  sendCommand,
} from '../../../src/engine/studio/commands.ts'
import type { Database } from '../../../src/engine/studio/database.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { personNamed, revokePerson, setPerson } from '../../../src/engine/studio/people.ts'
import { writeSteps } from '../../../src/engine/studio/shared-steps.ts'
import { newFolder } from '../../support/folders.ts'
import { timing } from '../../support/receipts.ts'
import { holder } from '../../support/studio/holder.ts'
import { describeStudio, newReceipts, newStudio, open, order, receiptsOf } from './support/studio.ts'

type Held = Awaited<ReturnType<typeof holder>>

const leaseOf = (held: Held, id: string) => {
  const lease = held.leases.get(partitionOf(id))
  if (!lease) throw new Error('no lease')
  return lease
}

async function command(database: Database, name: string, request: string): Promise<StudioCommand> {
  const person = await personNamed(database, name)
  const sent = { id: randomUUID(), person: person?.id ?? '', kind: 'decide', payload: '{}', request }
  await sendCommand(database, sent)
  return sent
}

const decided = (choice: ChoiceId, credits: number | null): RequestEvent => ({
  type: 'decided',
  choice,
  beside: true,
  credits,
  ceilingCredits: null,
  atMs: Date.now(),
})
const cancelled = (): RequestEvent => ({ type: 'cancelled', atMs: Date.now() })

async function act(
  database: Database,
  held: Held,
  name: string,
  before: Receipt,
  event: RequestEvent,
  more: { anew?: ReturnType<typeof replacementOf>; refusal?: string; sent?: StudioCommand } = {},
): Promise<CommandOutcome | null> {
  const sent = more.sent ?? (await command(database, name, before.id))
  const judged = { before, event, anew: more.anew ?? null, refusal: more.refusal ?? null }
  return takeAct(database, sent, judged, { session: held.session, lease: leaseOf(held, before.id), timing })
}

const asking = (before: Receipt, to: number): Receipt => ({
  ...before,
  revision: before.revision + 1,
  phase: 'needs-decision',
  decision: priceDecision(before, to, 'Not sent again.'),
})

/** One request of Ann's that asks whether another price is accepted. */
async function askingOne(database: Database, held: Held, to = 12): Promise<Receipt> {
  await order(database, 'Ann', newReceipts(1))
  const [before] = await receiptsOf(database)
  if (!before) throw new Error('no receipt')
  const after = asking(before, to)
  const writer = { session: held.session, leaseOf: (id: string) => leaseOf(held, id) }
  await writeSteps(database, [{ after, timeline: [] }], writer, { isToPay: false, assets: [] })
  return after
}

const isWhole = async (database: Database): Promise<void> =>
  expect((await checkHistory(database, openFileStore(newFolder()))).wrongs).toEqual([])

describeStudio('an answer to a request of a studio', (server) => {
  it('is carried out once, in one with its outcome, however often its command comes (I2)', async () => {
    const { address, database } = await newStudio(server())
    const held = await holder(database)
    const before = await askingOne(database, held)
    const sent = await command(database, 'Ann', before.id)
    const workers = [database, open(address), open(address)]
    const outcomes = await Promise.all(
      workers.map((worker) => act(worker, held, 'Ann', before, decided('accept-price', 12), { sent })),
    )
    expect(outcomes.filter((outcome) => outcome !== null)).toEqual([{ is: 'done', requests: [before.id] }])
    expect(await act(database, held, 'Ann', before, decided('accept-price', 12), { sent })).toBeNull()
    expect(await outcomeOf(database, sent.id)).toEqual({ is: 'done', requests: [before.id] })
    const [after] = await receiptsOf(database)
    expect(after).toMatchObject({ phase: 'approved', revision: 3, decision: null, consent: { credits: 12 } })
    await isWhole(database)
  })

  it('of two different ones to one question the first decides, and the second is told so (I2)', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    const before = await askingOne(database, held)
    expect(await act(database, held, 'Ann', before, decided('leave', null))).toMatchObject({ is: 'done' })
    // Judged by what stood there a moment ago: nothing is written, and it is judged anew.
    expect(await act(database, held, 'Ann', before, decided('accept-price', 12))).toBeNull()
    const [now] = await receiptsOf(database)
    if (!now) throw new Error('no receipt')
    expect(await act(database, held, 'Ann', now, decided('accept-price', 12))).toMatchObject({
      is: 'refused',
      code: 'unfit',
    })
    expect((await receiptsOf(database))[0]).toMatchObject({ phase: 'cancelled', revision: 3 })
  })

  it('of somebody else is refused, but for a lead’s; at another price than was shown nothing is decided', async () => {
    const { database } = await newStudio(server())
    await database.transaction((transaction) => setPerson(transaction, 'Mia', 'lead'))
    const held = await holder(database)
    const before = await askingOne(database, held)
    expect(await act(database, held, 'Ben', before, decided('accept-price', 12))).toMatchObject({ code: 'rights' })
    expect(await act(database, held, 'Ben', before, cancelled())).toMatchObject({ code: 'rights' })
    expect(await act(database, held, 'Ann', before, decided('accept-price', 9))).toMatchObject({ code: 'unfit' })
    expect((await receiptsOf(database))[0]).toEqual({ ...before, place: before.place })
    expect(await act(database, held, 'Mia', before, decided('accept-price', 12))).toMatchObject({ is: 'done' })
    const events = await database.rows<{ detail: string }>('SELECT detail FROM events ORDER BY revision, place')
    expect(events.at(-1)?.detail).toMatch(/^Mia: /)
  })

  it('of a worker whose lease was taken over writes nothing, and is left to its successor (I3)', async () => {
    const { database } = await newStudio(server())
    const first = await holder(database)
    const before = await askingOne(database, first)
    await database.rows(`UPDATE leases SET renewed_at = clock_timestamp() - interval '1 hour'`)
    const second = await holder(database)
    const sent = await command(database, 'Ann', before.id)
    expect(await act(database, first, 'Ann', before, decided('leave', null), { sent })).toBeNull()
    expect((await receiptsOf(database))[0]).toEqual(before)
    expect(await act(database, second, 'Ann', before, decided('leave', null), { sent })).toMatchObject({ is: 'done' })
    await isWhole(database)
  })

  it('that costs more than what is left of a budget is refused, and nothing is decided (I10)', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    const before = await askingOne(database, held, 12)
    await database.transaction((transaction) => setBudget(transaction, 'person', 'Ann', { perDay: 11 }))
    expect(await act(database, held, 'Ann', before, decided('accept-price', 12))).toMatchObject({ code: 'cap' })
    expect((await receiptsOf(database))[0]).toEqual(before)
    expect(await act(database, held, 'Ann', before, decided('leave', null))).toMatchObject({ is: 'done' })
  })

  it('with a new order in place of the old one: both or none, the same person’s, in the same project', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    const before = await askingOne(database, held)
    const ready: Receipt = {
      ...before,
      revision: 3,
      phase: 'needs-decision',
      body: { parts: [{ text: 'x' }], sha256: 'ab'.repeat(32), sizeBytes: 1 },
      sentTimes: 1,
      settled: true,
    }
    const writer = { session: held.session, leaseOf: (id: string) => leaseOf(held, id) }
    await writeSteps(database, [{ after: ready, timeline: [] }], writer, { isToPay: false, assets: [] })
    const consent = { atMs: Date.now(), by: 'terminal' as const, origin: ready.origin, keyFingerprint: null }
    const anew = replacementOf(ready, 'accept-price', consent)
    const outcome = await act(database, held, 'Ann', ready, decided('accept-price', 12), { anew })
    expect(outcome).toEqual({ is: 'done', requests: [anew.after.id] })
    const rows = await database.rows(
      'SELECT id, person, place, replaces, phase FROM requests ORDER BY replaces NULLS FIRST',
    )
    expect(rows).toMatchObject([
      { id: ready.id, phase: 'rejected' },
      { id: anew.after.id, replaces: ready.id, phase: 'approved' },
    ])
    expect(new Set(rows.map(({ person }) => person)).size).toBe(1)
    await isWhole(database)
  })

  it('whose price has risen puts the question anew at that price, and decides nothing (M5)', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    const before = await askingOne(database, held)
    const event: RequestEvent = { type: 'priceSeen', credits: 20, atMs: Date.now() }
    const refusal = 'It costs 20 now, and this choice showed 12.'
    expect(await act(database, held, 'Ann', before, event, { refusal })).toEqual({
      is: 'refused',
      code: 'price-differs',
      message: refusal,
    })
    const [after] = await receiptsOf(database)
    expect(after).toMatchObject({ phase: 'needs-decision', revision: 3, decision: { price: { to: 20 } } })
  })

  it('that takes out what waits ends it; what was sent stays, and holds what it held', async () => {
    const { database } = await newStudio(server())
    const held = await holder(database)
    await order(database, 'Ann', newReceipts(2))
    const [a, b] = await receiptsOf(database)
    if (!a || !b) throw new Error('no receipts')
    expect(await act(database, held, 'Ann', a, cancelled())).toMatchObject({ is: 'done' })
    const running: Receipt = { ...b, revision: 2, phase: 'running', sentTimes: 1, acceptedAtMs: Date.now() }
    const writer = { session: held.session, leaseOf: (id: string) => leaseOf(held, id) }
    await writeSteps(database, [{ after: running, timeline: [] }], writer, { isToPay: false, assets: [] })
    expect(await act(database, held, 'Ann', running, cancelled())).toMatchObject({
      is: 'refused',
      message: expect.stringContaining('cannot be taken out any more: it was sent, or has ended. Nothing was changed.'),
    })
    await isWhole(database)
  })
})

describeStudio('what somebody ordered who was revoked then', (server) => {
  const toSend = (before: Receipt): Receipt => ({
    ...before,
    revision: before.revision + 1,
    phase: 'ready',
    body: { parts: [{ text: 'x' }], sha256: 'ab'.repeat(32), sizeBytes: 1 },
  })

  it('is held as soon as its turn comes, until somebody who may says that it goes on; what was sent goes its way (9, I10)', async () => {
    const { database } = await newStudio(server())
    await database.transaction((transaction) => setPerson(transaction, 'Mia', 'lead'))
    const held = await holder(database)
    const writer = { session: held.session, leaseOf: (id: string) => leaseOf(held, id) }
    const send = (receipt: Receipt) =>
      writeSteps(database, [{ after: toSend(receipt), timeline: [] }], writer, { isToPay: true, assets: [] })
    await order(database, 'Ann', newReceipts(2))
    const [sent, waiting] = await receiptsOf(database)
    if (!sent || !waiting) throw new Error('no receipts')
    await send(sent)
    await database.transaction((transaction) => revokePerson(transaction, 'Ann'))
    const running = { ...toSend(sent), revision: 3, phase: 'running' as const, sentTimes: 1, acceptedAtMs: 1 }
    await writeSteps(database, [{ after: running, timeline: [] }], writer, { isToPay: false, assets: [] })

    await expect(send(waiting)).rejects.toMatchObject({
      instead: { type: 'approvalNeeded', why: 'Ann may not act in this studio any more.' },
    })
    const why = 'Ann may not act in this studio any more.'
    const made = step(waiting, { type: 'approvalNeeded', why, atMs: 5 }, timing)
    const asked = { ...made.receipt, revision: 2 }
    await writeSteps(database, [{ after: asked, timeline: [] }], writer, { isToPay: false, assets: [] })
    expect(asked.decision?.question).toBe(
      'Needs a lead’s approval. Ann may not act in this studio any more. Nothing was sent. Nothing was charged.',
    )
    for (const name of ['Ann', 'Ben'])
      expect(await act(database, held, name, asked, decided('accept-price', 8))).toMatchObject({ is: 'refused' })
    expect(await act(database, held, 'Mia', asked, decided('accept-price', 8))).toMatchObject({ is: 'done' })
    const released = (await receiptsOf(database)).find(({ id }) => id === waiting.id)
    if (!released) throw new Error('no receipt')
    await send(released)
    expect((await receiptsOf(database)).map(({ phase }) => phase).toSorted()).toEqual(['ready', 'running'])
    await isWhole(database)
  })

  it('holds nothing of a budget meanwhile, and must fit when it goes on (9, I10)', async () => {
    const { database } = await newStudio(server())
    await database.transaction(async (transaction) => {
      await setPerson(transaction, 'Mia', 'lead')
    })
    const admin = await personNamed(database, 'Mia')
    const payload = { scope: 'studio', name: '', changes: { perDay: 10 } }
    await actAtOnce(
      database,
      { id: randomUUID(), person: admin?.id ?? '', kind: 'budget', payload: JSON.stringify(payload) },
      (transaction) => setBudget(transaction, 'studio', '', { perDay: 10 }),
    )
    const held = await holder(database)
    const writer = { session: held.session, leaseOf: (id: string) => leaseOf(held, id) }
    await order(database, 'Ann', newReceipts(1))
    const [waiting] = await receiptsOf(database)
    if (!waiting) throw new Error('no receipt')
    await database.transaction((transaction) => revokePerson(transaction, 'Ann'))
    const made = step(waiting, { type: 'approvalNeeded', why: 'x.', atMs: 5 }, timing)
    const asked = { ...made.receipt, revision: 2 }
    await writeSteps(database, [{ after: asked, timeline: [] }], writer, { isToPay: false, assets: [] })
    expect(await order(database, 'Ben', newReceipts(1))).toMatchObject({ is: 'done' })
    expect(await act(database, held, 'Mia', asked, decided('accept-price', 8))).toMatchObject({
      code: 'cap',
      message: expect.stringContaining('The studio’s budget is 10 credits in 24 hours'),
    })
    const bens = (await receiptsOf(database)).find(({ phase }) => phase === 'approved')
    if (!bens) throw new Error('no receipt')
    expect(await act(database, held, 'Ben', bens, cancelled())).toMatchObject({ is: 'done' })
    expect(await act(database, held, 'Mia', asked, decided('accept-price', 8))).toMatchObject({ is: 'done' })
    await isWhole(database)
  })
})

describeStudio('an order above what its person may order alone', (server) => {
  it('waits for a lead, holds nothing until then, and goes on when a lead has approved it', async () => {
    const { database } = await newStudio(server())
    await database.transaction(async (transaction) => {
      await setPerson(transaction, 'Ann', 'designer', 15)
      await setPerson(transaction, 'Mia', 'lead')
      await setBudget(transaction, 'studio', '', { perDay: 100 })
    })
    const held = await holder(database)
    expect(await order(database, 'Ann', newReceipts(1, 15))).toMatchObject({ is: 'done' })
    expect(await order(database, 'Ann', newReceipts(2, 8))).toMatchObject({ is: 'done' })
    expect((await readBudgets(database))[0]?.held.waiting).toBe(15)
    const waiting = (await receiptsOf(database)).filter(({ phase }) => phase === 'needs-decision')
    expect(waiting).toHaveLength(2)
    const [first, second] = waiting
    if (!first || !second) throw new Error('no receipts')
    expect(first.decision?.question).toBe(
      'Needs a lead’s approval. It costs 16 credits as a whole order, and Ann may order for 15 credits at most alone. Nothing was sent. Nothing was charged.',
    )
    for (const name of ['Ann', 'Ben'])
      expect(await act(database, held, name, first, decided('accept-price', 8))).toMatchObject({ code: 'rights' })
    expect(await act(database, held, 'Mia', first, decided('accept-price', 8))).toMatchObject({ is: 'done' })
    expect(await act(database, held, 'Ann', second, decided('leave', null))).toMatchObject({ is: 'done' })
    expect((await receiptsOf(database)).map(({ phase }) => phase).toSorted()).toEqual([
      'approved',
      'approved',
      'cancelled',
    ])
    expect((await readBudgets(database))[0]?.held.waiting).toBe(23)
    await isWhole(database)
  })

  it('a lead does not approve their own; a limit that is taken away holds nobody up', async () => {
    const { database } = await newStudio(server())
    await database.transaction(async (transaction) => {
      await setPerson(transaction, 'Mia', 'lead', 5)
      await setPerson(transaction, 'Ben', 'admin')
    })
    const held = await holder(database)
    await order(database, 'Mia', newReceipts(1))
    const [waiting] = await receiptsOf(database)
    if (!waiting) throw new Error('no receipt')
    const own = await act(database, held, 'Mia', waiting, decided('accept-price', 8))
    expect(own).toMatchObject({ code: 'rights', message: expect.stringContaining('another lead or administrator') })
    expect(await act(database, held, 'Ben', waiting, decided('accept-price', 8))).toMatchObject({ is: 'done' })
    // A role that is given anew leaves the limit; “none” takes it away.
    await database.transaction((transaction) => setPerson(transaction, 'Mia', 'lead'))
    expect((await personNamed(database, 'Mia'))?.limit).toBe(5)
    await database.transaction((transaction) => setPerson(transaction, 'Mia', 'lead', null))
    await order(database, 'Mia', newReceipts(1, 500))
    expect((await receiptsOf(database)).every(({ phase }) => phase === 'approved')).toBe(true)
  })

  it('approvals of many at the same moment pass no budget (I10)', async () => {
    const { address, database } = await newStudio(server())
    await database.transaction(async (transaction) => {
      await setPerson(transaction, 'Ann', 'designer', 1)
      await setPerson(transaction, 'Mia', 'lead')
      await setBudget(transaction, 'studio', '', { perDay: 100 })
    })
    const held = await holder(database)
    for (let n = 0; n < 3; n += 1) await order(database, 'Ann', newReceipts(8))
    const waiting = await receiptsOf(database)
    const workers = Array.from({ length: 6 }, () => open(address))
    const outcomes = await Promise.all(
      waiting.map((receipt, n) => act(workers[n % 6] ?? database, held, 'Mia', receipt, decided('accept-price', 8))),
    )
    expect(outcomes.filter((outcome) => outcome?.is === 'done')).toHaveLength(12)
    expect(outcomes.filter((outcome) => outcome?.is === 'refused' && outcome.code === 'cap')).toHaveLength(12)
    expect((await readBudgets(database))[0]?.held.waiting).toBe(96)
    await isWhole(database)
  })

  it('a price that rises above it needs a lead as well, and one within it does not', async () => {
    const { database } = await newStudio(server())
    await database.transaction(async (transaction) => {
      await setPerson(transaction, 'Ann', 'designer', 12)
      await setPerson(transaction, 'Mia', 'lead')
    })
    const held = await holder(database)
    const before = await askingOne(database, held, 13)
    expect(await act(database, held, 'Ann', before, decided('accept-price', 13))).toMatchObject({ code: 'rights' })
    expect(await act(database, held, 'Mia', before, decided('accept-price', 13))).toMatchObject({ is: 'done' })
    const other = await newStudio(server())
    await other.database.transaction((transaction) => setPerson(transaction, 'Ann', 'designer', 12))
    const second = await holder(other.database)
    const within = await askingOne(other.database, second, 12)
    expect(await act(other.database, second, 'Ann', within, decided('accept-price', 12))).toMatchObject({ is: 'done' })
  })
})
