import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { backupNamed, listBackups, receiptsInBackup } from '../../engine/store/backups.ts'
import { restoreBackup } from '../../engine/store/restore.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** Copies of the database. They are listed and put back without opening it, so that a damaged one is no hindrance. */
export async function backups(context: Context): Promise<ExitStatus> {
  const [, act, name] = context.args.words
  if (act !== 'list' && act !== 'restore') throw new UsageError('backups needs list or restore NAME.')
  if (act === 'restore' && name === undefined)
    throw new UsageError('backups restore needs the name of a backup; “backups list” has them.')
  context.refuseAway()
  if (name === undefined) return list(context)
  return restore(context, name)
}

function list({ output, serviceFolders }: Context): ExitStatus {
  const found = listBackups(serviceFolders().data)
  for (const path of found) {
    const { size, mtimeMs } = statSync(path)
    output.line({ event: 'backup', name: basename(path), path, bytes: size, madeAt: new Date(mtimeMs).toISOString() })
    output.say(`${basename(path)}  ${(size / 1e6).toFixed(1)} MB`)
  }
  if (found.length === 0) output.say('There is no backup yet. One is made while Printroom works.')
  return exitStatus.done
}

async function restore({ output, serviceFolders }: Context, name: string): Promise<ExitStatus> {
  const { data } = serviceFolders()
  const backup = backupNamed(data, name)
  if (backup === null) throw new UsageError(`There is no backup ${name}; “backups list” has their names.`)
  const before = receiptsInBackup(backup)
  const store = await restoreBackup(data, backup).catch((error: unknown) => {
    throw new RefusedError(error instanceof Error ? error.message : String(error))
  })
  try {
    const receipts = store.receipts.list({}).length
    output.line({ event: 'restored', name, receipts, fromJournal: receipts - before })
    for (const notice of store.notices) output.say(notice)
    output.say(
      `${name} is in place again, with ${receipts} receipts: ${before} were in it, and the journal of receipts brought the others back, with every later step of each. Nothing was sent or charged.`,
    )
    return exitStatus.done
  } finally {
    store.close()
  }
}
