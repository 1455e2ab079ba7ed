import { expect, it } from 'vitest'
import type { Database, Transaction } from '../../../src/engine/studio/database.ts'
import { readPeople, revokePerson, setPerson } from '../../../src/engine/studio/people.ts'
import { describeStudio, newStudio } from './support/studio.ts'

const adminsOf = async (database: Database): Promise<string[]> =>
  (await readPeople(database)).flatMap(({ name, role, isDisabled }) => (role === 'admin' && !isDisabled ? [name] : []))

/** Whether something waits for another one’s lock. */
const isHeldUp = async (database: Database): Promise<boolean> => {
  const [row] = await database.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return row?.count === 1
}

describeStudio('people of a studio', (server) => {
  it('the last administrator keeps that role, whoever takes it away and in whatever way (S12)', async () => {
    const { database } = await newStudio(server())
    await database.transaction((transaction) => setPerson(transaction, 'Mia', 'admin'))
    const takeaways = [
      (transaction: Transaction) => setPerson(transaction, 'Mia', 'designer'),
      (transaction: Transaction) => setPerson(transaction, 'Mia', 'lead', 5),
      (transaction: Transaction) => revokePerson(transaction, 'Mia'),
    ]
    for (const takeaway of takeaways)
      await expect(database.transaction<unknown>(takeaway)).rejects.toThrow('the studio’s last administrator')
    expect(await adminsOf(database)).toEqual(['Mia'])
    // One who is revoked administers nothing.
    await database.transaction((transaction) => setPerson(transaction, 'Ann', 'admin'))
    await database.transaction((transaction) => revokePerson(transaction, 'Ann'))
    await expect(database.transaction((transaction) => setPerson(transaction, 'Mia', 'lead'))).rejects.toThrow(
      'the studio’s last administrator',
    )
    await database.transaction((transaction) => setPerson(transaction, 'Ann', 'admin'))
    await database.transaction((transaction) => setPerson(transaction, 'Mia', 'lead'))
    expect(await adminsOf(database)).toEqual(['Ann'])
  })

  it('two who take it from each other at the same time leave one (S12)', async () => {
    const { database } = await newStudio(server())
    for (const name of ['Ann', 'Mia'])
      await database.transaction((transaction) => setPerson(transaction, name, 'admin'))
    const hasWritten = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const first = database.transaction(async (transaction) => {
      await setPerson(transaction, 'Ann', 'designer')
      hasWritten.resolve()
      await mayEnd.promise
    })
    await hasWritten.promise
    let isOver = false
    const second = database
      .transaction((transaction) => revokePerson(transaction, 'Mia'))
      .finally(() => {
        isOver = true
      })
    const refused = expect(second).rejects.toThrow('the studio’s last administrator')
    while (!isOver && !(await isHeldUp(database))) await new Promise((resolve) => setTimeout(resolve, 20))
    mayEnd.resolve()
    await first
    await refused
    expect(await adminsOf(database)).toEqual(['Mia'])
  })
})
