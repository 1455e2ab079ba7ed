import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sendCommand } from '../../../src/engine/studio/commands.ts'
import type { Database } from '../../../src/engine/studio/database.ts'
import { takeOrder } from '../../../src/engine/studio/orders.ts'
import { describeStudio, judged, newReceipts, newStudio, open, orderCommand } from './support/studio.ts'

const counted = async (database: Database, table: string): Promise<number> =>
  Number((await database.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n)

describeStudio('a database that refuses', (server) => {
  it('a wrong password is one sentence, and nothing of the password is in it', async () => {
    const { address, database } = await newStudio(server())
    await database.rows(`CREATE ROLE picky LOGIN PASSWORD 'right'`)
    const [file] = await database.rows<{ path: string }>(`SELECT current_setting('hba_file') AS path`)
    await database.rows(
      `COPY (VALUES ('host all picky all scram-sha-256'), ('host all all all trust')) TO '${file?.path}'`,
    )
    await database.rows('SELECT pg_reload_conf()')
    const as = (password: string) => open(address.replace('owner@', `picky:${password}@`)).rows('SELECT 1')
    await expect
      .poll(() => as('wrong-one').then(String, (error: Error) => error.message))
      .toMatch(
        /^The database at \S+ does not accept this user and password\. Look at the address, or ask who set the studio up\.$/,
      )
    expect(await as('right')).toHaveLength(1)
  })

  it('a full disk while an order is taken is one sentence, nothing of it is half done, and later it is taken (I2)', async () => {
    const { database } = await newStudio(server())
    // As the database says it where a write finds no room: here at the second of three requests.
    await database.rows(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM requests) >= 1 THEN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END IF;
      RETURN NEW; END $$`)
    await database.rows('CREATE TRIGGER full_disk BEFORE INSERT ON requests FOR EACH ROW EXECUTE FUNCTION no_room()')
    const command = await orderCommand(database, 'Ann', newReceipts(3))
    await sendCommand(database, command)
    await expect(takeOrder(database, command, judged, randomUUID())).rejects.toThrow(
      /^The disk of the database at \S+ is full, so that nothing more is ordered\. Make room there\.$/,
    )
    expect([await counted(database, 'requests'), await counted(database, 'steps')]).toEqual([0, 0])
    await database.rows('DROP TRIGGER full_disk ON requests')
    expect(await takeOrder(database, command, judged, randomUUID())).toMatchObject({ is: 'done' })
    expect(await counted(database, 'requests')).toBe(3)
  })

  it('one that can only be read takes no order, with one sentence, and nothing is half done', async () => {
    const { address, database } = await newStudio(server())
    const command = await orderCommand(database, 'Ann', newReceipts(2))
    await sendCommand(database, command)
    await database.rows(`ALTER DATABASE ${address.split('/').at(-1)} SET default_transaction_read_only = on`)
    const standby = open(address)
    await expect(takeOrder(standby, command, judged, randomUUID())).rejects.toThrow(
      /can only be read: it may be a standby\. Name the primary in its address\.$/,
    )
    await expect(sendCommand(standby, { ...command, id: randomUUID() })).rejects.toThrow(/can only be read/)
    expect([await counted(standby, 'requests'), await counted(standby, 'commands')]).toEqual([0, 1])
  })
})
