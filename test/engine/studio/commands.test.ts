import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { setBudget } from '../../../src/engine/studio/budgets.ts'
import { actAtOnce, openCommands, readAudit, sendCommand } from '../../../src/engine/studio/commands.ts'
import { personNamed, readPeople, revokePerson, setPerson } from '../../../src/engine/studio/people.ts'
import { describeStudio, newReceipts, newStudio, order, orderCommand } from './support/studio.ts'

describeStudio('commands of a studio', (server) => {
  it('wait in the order in which they came until one is carried out, and each stands in the audit', async () => {
    const { database } = await newStudio(server())
    const first = await orderCommand(database, 'Ann', newReceipts(1))
    await sendCommand(database, first)
    await sendCommand(database, await orderCommand(database, 'Ben', newReceipts(1)))
    await order(database, 'Mia', newReceipts(1))
    expect((await openCommands(database, 10)).map(({ id }) => id)[0]).toBe(first.id)
    expect(await openCommands(database, 10)).toHaveLength(2)
    const audit = await readAudit(database, 10)
    expect(audit.map(({ person, kind }) => `${person} ${kind}`)).toEqual(['Mia order', 'Ben order', 'Ann order'])
    expect(audit.map(({ outcome }) => outcome !== null)).toEqual([true, false, false])
  })

  it('one that is carried out at once is so once, with what it asked written down', async () => {
    const { database } = await newStudio(server())
    const lead = await personNamed(database, 'Mia')
    const command = { id: randomUUID(), person: lead?.id ?? '', kind: 'budget', payload: '{"studio":5}' }
    let times = 0
    const act = () =>
      actAtOnce(database, command, async (transaction) => {
        times += 1
        await setBudget(transaction, 'studio', '', { perDay: 5 })
      })
    await act()
    await act()
    expect(times).toBe(1)
    expect((await readAudit(database, 1))[0]).toMatchObject({ person: 'Mia', kind: 'budget', payload: '{"studio":5}' })
  })

  it('one that fails leaves nothing, neither of itself nor in the audit', async () => {
    const { database } = await newStudio(server())
    const ann = await personNamed(database, 'Ann')
    const command = { id: randomUUID(), person: ann?.id ?? '', kind: 'people', payload: '{}' }
    const act = actAtOnce(database, command, async (transaction) => {
      await revokePerson(transaction, 'Ann')
      throw new Error('the computer died')
    })
    await expect(act).rejects.toThrow('the computer died')
    expect(await readAudit(database, 10)).toEqual([])
    expect((await personNamed(database, 'Ann'))?.isDisabled).toBe(false)
  })

  it('people are let in, revoked, and let in again', async () => {
    const { database } = await newStudio(server())
    await database.transaction(async (transaction) => {
      expect(await revokePerson(transaction, 'Nobody')).toBe(false)
      await revokePerson(transaction, 'Ann')
      await revokePerson(transaction, 'Ben')
      await setPerson(transaction, 'Ben', 'lead')
    })
    expect((await readPeople(database)).map(({ name, role, isDisabled }) => [name, role, isDisabled])).toEqual([
      ['Ann', 'designer', true],
      ['Ben', 'lead', false],
      ['Mia', 'designer', false],
    ])
  })
})
