import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { readServiceAddress } from '../../engine/remote/address.ts'
import { actAtOnce } from '../../engine/studio/commands.ts'
import { Database, withLogin } from '../../engine/studio/database.ts'
import { mustBeOf } from '../../engine/studio/file-store.ts'
import { makeWorkerRole, migrateStudio, readStudio } from '../../engine/studio/migrate.ts'
import { openFileStore } from '../../engine/studio/open-file-store.ts'
import { hasAdmin, personNamed, setPerson } from '../../engine/studio/people.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { nameOfPerson } from './who.ts'

/** `studio init`: tables, a first administrator, and an address for workers and terminals. Again: the address alone is new. */
export async function init(context: Context): Promise<ExitStatus> {
  const { args, output } = context
  const { files, name = 'Studio', service } = args.values
  if (files === undefined || files === '')
    throw new UsageError(
      'studio init needs --files DIR, a folder that all its computers reach, or --files s3://bucket/prefix.',
    )
  if (service === undefined) throw new UsageError('studio init needs --service with the address of the service.')
  const read = readServiceAddress(service)
  if ('problem' in read) throw new UsageError(read.problem)
  const address = context.studioAddress()
  const admin = nameOfPerson(context)
  const store = openFileStore(/^[a-z][a-z0-9+.-]+:/i.test(files) ? files : resolve(files), context.s3Access())
  const database = Database.open(address)
  // Takes the folder for files away again, where it was made here and nothing came into it.
  let unmake: () => Promise<void> = async () => undefined
  try {
    // Before any table is made: files that cannot be written leave nothing half done.
    unmake = await store.make()
    await store.probe()
    const filesOwner = await store.owner()
    const { isNew } = await migrateStudio(database, { name, service: read.base, files: store.address, filesOwner })
    const studio = await readStudio(database)
    if (!isNew && (studio.service !== read.base || studio.files !== store.address))
      throw new RefusedError(
        `The database at ${database.where} holds the studio ${studio.name} already, with the service ${studio.service} and files in ${studio.files}. Nothing was changed. Name those, or a database of its own.`,
      )
    // A share that is not mounted gets no mark: it would be taken for the one with the studio's files.
    if (filesOwner === null && (await hasFiles(database))) await mustBeOf(store, studio.id)
    await store.claim(studio.id)
    // Where an earlier version has let the last one go, whoever has the owner's address lets one in again.
    const isAdminless = !(await hasAdmin(database))
    if (isAdminless) await firstAdmin(database, admin)
    const role = `printroom_${studio.id.slice(0, 8)}`
    const password = await makeWorkerRole(database, role)
    const worker = withLogin(address, role, password)
    output.line({
      event: 'studio',
      id: studio.id,
      name: studio.name,
      service: studio.service,
      files: studio.files,
      worker,
    })
    output.say(`${isNew ? 'Made the studio' : 'This is the studio'} ${studio.name} at ${database.where}.`)
    if (isAdminless) output.say(`${admin} is its administrator.`)
    output.say(`Set PRINTROOM_STUDIO at each of its computers to: ${worker}`)
    if (store.address.startsWith('s3:'))
      output.say(
        'Each of them needs the key to the storage too: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY (docs/studio.md).',
      )
    return exitStatus.done
  } catch (error) {
    await unmake()
    throw error
  } finally {
    await store.close()
    await database.close()
  }
}

/** Whether anything was ever put into the studio's files. */
async function hasFiles(database: Database): Promise<boolean> {
  const [row] = await database.rows<{ isThere: boolean }>('SELECT EXISTS (SELECT 1 FROM blobs) AS "isThere"')
  return row?.isThere === true
}

async function firstAdmin(database: Database, name: string): Promise<void> {
  await database.transaction((transaction) => setPerson(transaction, name, 'admin'))
  const person = await personNamed(database, name)
  const payload = JSON.stringify({ name, role: 'admin' })
  if (person)
    await actAtOnce(
      database,
      { id: randomUUID(), person: person.id, kind: 'people set', payload },
      async () => undefined,
    )
}

/** `studio migrate`: brings the tables to this version's form, with the owner's address. */
export async function migrateCommand(context: Context): Promise<ExitStatus> {
  const { output } = context
  const database = Database.open(context.studioAddress())
  try {
    const { steps } = await migrateStudio(database, null)
    output.line({ event: 'migrated', steps })
    output.say(
      steps === 0
        ? 'The tables are of this version already.'
        : `${steps} ${steps === 1 ? 'step was' : 'steps were'} taken. Give workers and terminals their rights anew with “studio init”.`,
    )
    return exitStatus.done
  } finally {
    await database.close()
  }
}
