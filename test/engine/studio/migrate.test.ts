import { expect, it } from 'vitest'
import type { Database } from '../../../src/engine/studio/database.ts'
import { type Beginning, beginStudio, migrateStudio, readStudio } from '../../../src/engine/studio/migrate.ts'
import { studioMigrations } from '../../../src/engine/studio/migrations/all.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { readPeople } from '../../../src/engine/studio/people.ts'
import { newFolder } from '../../support/folders.ts'
import { describeStudio, newStudio, open, service } from './support/studio.ts'

const wish = { name: 'Harbour Studio', service, files: '/nowhere' }
const beginning = (changes: Partial<Beginning> = {}): Beginning => ({
  wish,
  admin: 'Mia',
  isNewPassword: false,
  claim: async () => undefined,
  ...changes,
})
const tablesOf = async (database: Database): Promise<number> =>
  (await database.rows(`SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`)).length
const passwordOf = async (database: Database, role: string): Promise<unknown> =>
  (await database.rows('SELECT rolpassword FROM pg_authid WHERE rolname = $1', [role]))[0]

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
    const { role, password } = await beginStudio(database, beginning())
    const worker = open(address.replace('owner@', `${role}:${password}@`))
    expect(await readStudio(worker)).toMatchObject({ name: 'Harbour Studio' })
    await expect(worker.rows('CREATE TABLE more (id int)')).rejects.toMatchObject({ code: 'rights' })
    await expect(worker.rows('ALTER TABLE requests ADD COLUMN more int')).rejects.toThrow()
    await expect(worker.rows(`UPDATE commands SET payload = ''`)).rejects.toMatchObject({ code: 'rights' })
    await expect(worker.rows('DELETE FROM commands')).rejects.toMatchObject({ code: 'rights' })
    await expect(worker.rows('DELETE FROM requests')).rejects.toMatchObject({ code: 'rights' })
  })

  it('begun again it leaves its workers the password that they have, unless another one is asked for (12, I7)', async () => {
    const database = open(await server().newDatabase())
    const begun = await beginStudio(database, beginning())
    expect(begun).toMatchObject({ isNew: true, password: expect.stringMatching(/^[0-9a-f]{48}$/) })
    const before = await passwordOf(database, begun.role)
    expect(await beginStudio(database, beginning())).toMatchObject({ isNew: false, role: begun.role, password: null })
    expect(await passwordOf(database, begun.role)).toEqual(before)
    const anew = await beginStudio(database, beginning({ isNewPassword: true }))
    expect(anew.password).toMatch(/^[0-9a-f]{48}$/)
    expect(await passwordOf(database, begun.role)).not.toEqual(before)
    expect((await readPeople(database)).map(({ name, role }) => [name, role])).toEqual([['Mia', 'admin']])
  })

  it('an owner who may make no role is told so, and nothing is made (13)', async () => {
    const address = await server().newDatabase()
    const owner = open(address)
    const name = address.replace(/^.*\//, '')
    await owner.rows(`CREATE ROLE plain_${name} LOGIN PASSWORD 'plain'`)
    await owner.rows(`ALTER DATABASE ${name} OWNER TO plain_${name}`)
    await owner.rows(`ALTER SCHEMA public OWNER TO plain_${name}`)
    const plain = open(address.replace('owner@', `plain_${name}:plain@`))
    let claims = 0
    const claim = async (): Promise<void> => {
      claims += 1
    }
    await expect(beginStudio(plain, beginning({ claim }))).rejects.toThrow(
      /may not make the role.*Nothing was made or changed.*ALTER ROLE "plain_\w+" CREATEROLE/,
    )
    expect([await tablesOf(owner), claims]).toEqual([0, 0])
    await owner.rows(`ALTER ROLE plain_${name} CREATEROLE`)
    expect(await beginStudio(plain, beginning({ claim }))).toMatchObject({ isNew: true })
  })

  it('who may change no table is told whose address is needed (16)', async () => {
    const { address, database } = await newStudio(server())
    const { role, password } = await beginStudio(database, beginning())
    await database.rows('UPDATE printroom_schema SET version = 5')
    const worker = open(address.replace('owner@', `${role}:${password}@`))
    await expect(migrateStudio(worker, null)).rejects.toThrow(/need the address of the database’s owner. Nothing was/)
  })

  it('two that begin it at once both find it, and the second is given no password (15)', async () => {
    const address = await server().newDatabase()
    const both = await Promise.all([beginStudio(open(address), beginning()), beginStudio(open(address), beginning())])
    expect(both.map(({ isNew }) => isNew).toSorted()).toEqual([false, true])
    expect(both.map(({ password }) => password === null).toSorted()).toEqual([false, true])
    expect(new Set(both.map(({ studio }) => studio.id)).size).toBe(1)
  })

  it('of two with the same files one has them, and in the database of the other nothing stands (15)', async () => {
    const files = openFileStore(newFolder())
    const claim = (studio: string): Promise<void> => files.claim(studio)
    const databases = [open(await server().newDatabase()), open(await server().newDatabase())]
    const both = await Promise.allSettled(databases.map((database) => beginStudio(database, beginning({ claim }))))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(String(both.find((one) => one.status === 'rejected')?.reason)).toContain('holds the files of another studio')
    const counts = await Promise.all(databases.map(tablesOf))
    expect(counts.toSorted((a, b) => a - b)[0]).toBe(0)
  })

  it('whose version was set back are left as they are, with one sentence (16)', async () => {
    const { database } = await newStudio(server())
    await database.rows('UPDATE printroom_schema SET version = 2')
    await expect(migrateStudio(database, null)).rejects.toThrow(
      /are not of version 2, as they say: the step to version 3 cannot be taken.*Nothing was changed\..*Restore all of it\./,
    )
    expect(await database.rows('SELECT version FROM printroom_schema')).toEqual([{ version: 2 }])
  })

  it('workers have the rights that a later version needs as soon as its tables are there (12)', async () => {
    const { address, database } = await newStudio(server())
    const { role, password } = await beginStudio(database, beginning())
    await database.rows(`REVOKE ALL ON turns FROM ${role}`)
    expect(await migrateStudio(database, null)).toMatchObject({ steps: 0, hasRole: true })
    const worker = open(address.replace('owner@', `${role}:${password}@`))
    expect(await worker.rows('UPDATE turns SET turn = turn RETURNING 1 AS one')).toBeDefined()
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
