import { resolve } from 'node:path'
import { readServiceAddress } from '../../engine/remote/address.ts'
import { Database, withLogin } from '../../engine/studio/database.ts'
import { mustBeOf } from '../../engine/studio/file-store.ts'
import { beginStudio, migrateStudio } from '../../engine/studio/migrate.ts'
import { openFileStore } from '../../engine/studio/open-file-store.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { nameOfPerson } from './who.ts'

/**
 * `studio init`: tables, a first administrator, and an address for workers and terminals. Again: nothing is new, but with
 * `--new-password` the address.
 */
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
    const wish = { name, service: read.base, files: store.address, filesOwner }
    const isNewPassword = args.values['new-password'] === true
    const claim = async (id: string, hasFiles: boolean): Promise<void> => {
      // A share that is not mounted gets no mark: it would be taken for the one with the studio's files.
      if (filesOwner === null && hasFiles) await mustBeOf(store, id)
      await store.claim(id)
    }
    const { studio, isNew, isAdminless, role, password } = await beginStudio(database, {
      wish,
      admin,
      isNewPassword,
      claim,
    })
    const worker = password === null ? null : withLogin(address, role, password)
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
    if (worker === null)
      output.say(
        'Its workers and terminals keep the address that they have. If it is lost, “--new-password” makes another one and ends that one.',
      )
    else {
      if (!isNew)
        output.say('The password that its workers and terminals had has ended: none of them connects with it any more.')
      output.say(`Set PRINTROOM_STUDIO at each of its computers to: ${worker}`)
    }
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

/** `studio migrate`: brings the tables to this version's form, with the owner's address. */
export async function migrateCommand(context: Context): Promise<ExitStatus> {
  const { output } = context
  const database = Database.open(context.studioAddress())
  try {
    const { steps, hasRole } = await migrateStudio(database, null)
    output.line({ event: 'migrated', steps })
    const taken =
      steps === 0
        ? 'The tables are of this version already.'
        : `${steps} ${steps === 1 ? 'step was' : 'steps were'} taken.`
    output.say(
      `${taken} ${hasRole ? 'Workers and terminals keep their address, and have the rights that they need.' : 'The role with which workers and terminals come in is not there: make it with “studio init”.'}`,
    )
    return exitStatus.done
  } finally {
    await database.close()
  }
}
