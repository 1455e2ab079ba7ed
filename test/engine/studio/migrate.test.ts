import { expect, it } from 'vitest'
import { makeWorkerRole, migrateStudio, readStudio } from '../../../src/engine/studio/migrate.ts'
import { studioMigrations } from '../../../src/engine/studio/migrations/all.ts'
import { describeStudio, newStudio, open, service } from './support/studio.ts'

const wish = { name: 'Harbour Studio', service, files: '/nowhere' }

describeStudio('the tables of a studio', (server) => {
  it('are made once, whoever begins it at the same moment', async () => {
    const address = await server().newDatabase()
    const [one, other] = [open(address), open(address)]
    const made = await Promise.all([migrateStudio(one, wish), migrateStudio(other, wish)])
    expect(made.map(({ isNew }) => isNew).sort()).toEqual([false, true])
    expect(made.map(({ steps }) => steps).sort()).toEqual([0, studioMigrations.length])
    const studio = await readStudio(one)
    expect(studio).toMatchObject({ name: 'Harbour Studio', service, files: '/nowhere' })
    expect(studio.salt).toMatch(/^[0-9a-f]{32}$/)
  })

  it('of somebody else are left as they are, with one sentence', async () => {
    const database = open(await server().newDatabase())
    await database.rows('CREATE TABLE invoices (id int)')
    await expect(migrateStudio(database, wish)).rejects.toThrow(/holds tables of something else.*database of its own/)
    expect(await database.rows(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([
      { relname: 'invoices' },
    ])
  })

  it('of a newer version are refused, and nothing is changed', async () => {
    const { database } = await newStudio(server())
    await database.rows('UPDATE printroom_schema SET version = 99')
    await expect(readStudio(database)).rejects.toThrow(/made by a newer Printroom.*Update this Printroom/)
    await expect(migrateStudio(database, wish)).rejects.toThrow(/made by a newer Printroom/)
    expect(await database.rows('SELECT version FROM printroom_schema')).toEqual([{ version: 99 }])
  })

  it('where there are none, a worker is told how to begin', async () => {
    const database = open(await server().newDatabase())
    await expect(readStudio(database)).rejects.toThrow(/holds no studio. Begin one with “studio init”/)
    await expect(migrateStudio(database, null)).rejects.toThrow(/holds no studio/)
  })

  it('a worker’s role writes requests and changes no table, nor what was asked', async () => {
    const { address, database } = await newStudio(server())
    const password = await makeWorkerRole(database, 'printroom_worker_test')
    const worker = open(address.replace('owner@', `printroom_worker_test:${password}@`))
    expect(await readStudio(worker)).toMatchObject({ name: 'Harbour Studio' })
    await expect(worker.rows('CREATE TABLE more (id int)')).rejects.toMatchObject({ code: 'rights' })
    await expect(worker.rows('ALTER TABLE requests ADD COLUMN more int')).rejects.toThrow()
    await expect(worker.rows(`UPDATE commands SET payload = ''`)).rejects.toMatchObject({ code: 'rights' })
    await expect(worker.rows('DELETE FROM commands')).rejects.toMatchObject({ code: 'rights' })
    await expect(worker.rows('DELETE FROM requests')).rejects.toMatchObject({ code: 'rights' })
  })

  it('bad addresses are told apart, each with what to do', async () => {
    const { address, database } = await newStudio(server())
    const dead = open('postgres://owner@127.0.0.1:1/x')
    await expect(dead.rows('SELECT 1')).rejects.toThrow(/127.0.0.1:1\/x does not answer.*Is its address right/)
    await expect(open(address.replace(/\/\w+$/, '/nothing')).rows('SELECT 1')).rejects.toThrow(/no such database/)
    await expect(open(`${address}?sslmode=verify-full`).rows('SELECT 1')).rejects.toThrow(
      /offers no TLS.*Switch TLS on/,
    )
    expect(() => open('http://127.0.0.1/x')).toThrow(/this is none/)
    await database.rows(`ALTER DATABASE ${address.split('/').at(-1)} SET default_transaction_read_only = on`)
    await expect(open(address).rows('CREATE TABLE more (id int)')).rejects.toThrow(/can only be read.*Name the primary/)
  })
})
