import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isInDoubt } from '../../../src/domain/request/doubt.ts'
import type { ActPayload } from '../../../src/engine/studio/acts.ts'
import { checkHistory } from '../../../src/engine/studio/check-history.ts'
import { type CommandOutcome, outcomeOfCommand, sendCommand } from '../../../src/engine/studio/commands.ts'
import { personNamed, setPerson } from '../../../src/engine/studio/people.ts'
import { patienceMs } from '../../support/patience.ts'
import { describeStudio } from './support/studio.ts'
import { type Atelier, atelier } from './support/workers.ts'

const limitMs = 120_000

async function ask(
  { database }: Atelier,
  name: string,
  request: string,
  payload: ActPayload,
): Promise<CommandOutcome | null> {
  const person = await personNamed(database, name)
  const id = randomUUID()
  const { kind } = payload
  await sendCommand(database, { id, person: person?.id ?? '', kind, payload: JSON.stringify(payload), request })
  return outcomeOfCommand(database, id, AbortSignal.timeout(patienceMs))
}

const charged = async ({ remote }: Atelier): Promise<number> =>
  (await remote.ledger()).entries.filter(({ kind }) => kind === 'charge').length

const isWhole = async ({ database, files }: Atelier): Promise<void> =>
  expect((await checkHistory(database, files)).wrongs).toEqual([])

describeStudio('answers that workers carry out', (server) => {
  it(
    'an order above a limit is not sent before a lead approves it, and then each is charged once (I1)',
    async () => {
      const at = await atelier(server())
      await at.database.transaction(async (transaction) => {
        await setPerson(transaction, 'Ann', 'designer', 3)
        await setPerson(transaction, 'Mia', 'lead')
      })
      await at.work('one')
      await at.work('two')
      await at.order('Ann', 3)
      const waiting = await at.until((all) => all.filter(({ phase }) => phase === 'needs-decision').length === 3)
      // Others’ orders are not held up by it.
      await at.order('Ben', 1)
      await at.until((all) => all.some(({ phase }) => phase === 'completed'))
      expect(await charged(at)).toBe(1)
      const payload: ActPayload = { kind: 'decide', choice: 'accept-price', credits: 2, ceilingCredits: null }
      const [first, second, third] = waiting.filter(({ phase }) => phase === 'needs-decision')
      if (!first || !second || !third) throw new Error('no receipts')
      expect(await ask(at, 'Ann', first.id, payload)).toMatchObject({ is: 'refused', code: 'rights' })
      expect(await ask(at, 'Ann', third.id, { ...payload, choice: 'leave', credits: null })).toMatchObject({
        is: 'done',
      })
      for (const { id } of [first, second])
        expect(await ask(at, 'Mia', id, payload)).toEqual({ is: 'done', requests: [id] })
      await at.until((all) => all.filter(({ phase }) => phase === 'completed').length === 3)
      expect(await charged(at)).toBe(3)
      await isWhole(at)
    },
    limitMs,
  )

  it(
    'what waits is taken out before it is sent, and what is being made is not (I2)',
    async () => {
      const at = await atelier(server())
      await at.work('one')
      await at.order('Ann', 2)
      const [done] = await at.until((all) => all.every(({ phase }) => phase === 'completed'))
      expect(await ask(at, 'Ann', done?.id ?? '', { kind: 'cancel' })).toMatchObject({ is: 'refused', code: 'unfit' })
      // Told to wait, and looked up: it is known not to stand, and is to be sent again later.
      await at.remote.client.faults({
        match: { method: 'POST', path: '/api/skills/remove-bg/run' },
        fault: 'status',
        status: 429,
        retryAfter: '6000',
      })
      await at.order('Ann', 1)
      const all = await at.until((receipts) =>
        receipts.some((receipt) => receipt.phase === 'uncertain' && !isInDoubt(receipt) && receipt.sentTimes > 0),
      )
      const held = all.find(({ phase }) => phase === 'uncertain')
      expect(await ask(at, 'Ben', held?.id ?? '', { kind: 'cancel' })).toMatchObject({ is: 'refused', code: 'rights' })
      expect(await ask(at, 'Ann', held?.id ?? '', { kind: 'cancel' })).toMatchObject({ is: 'done' })
      await at.until((receipts) => receipts.some(({ phase }) => phase === 'cancelled'))
      // The same once more: it is out already.
      expect(await ask(at, 'Ann', held?.id ?? '', { kind: 'cancel' })).toMatchObject({ is: 'refused', code: 'unfit' })
      expect(await charged(at)).toBe(2)
      await isWhole(at)
    },
    limitMs,
  )
})
