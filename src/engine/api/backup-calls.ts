import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { BackupView } from '../../contract/settings.ts'
import type { Engine } from '../engine.ts'
import { noBackupWords } from '../platform/no-backup.ts'
import { backupNamed, listBackups, receiptsInBackup } from '../store/backups.ts'
import { restoreBackup } from '../store/restore.ts'
import type { EngineCalls } from './engine-calls.ts'

/** Copies of the database beside it. Putting one back needs the home alone, so that it is not a call of an open engine. */
export function backupCalls({ store, options }: Engine): Pick<EngineCalls, 'backups.list' | 'backups.make'> {
  const list = async (): Promise<BackupView[]> => listBackups(options.folders.data).map(backupView)
  return {
    'backups.list': list,
    'backups.make': async () => {
      const isMade = (await store.backups.make(Date.now(), 'asked')) !== null
      return { isMade, backups: await list() }
    },
  }
}

function backupView(path: string): BackupView {
  const { size, mtimeMs } = statSync(path)
  return {
    name: basename(path),
    madeAt: new Date(mtimeMs).toISOString(),
    sizeBytes: size,
    receipts: receiptsInBackup(path),
  }
}

/**
 * Puts a backup in the database's place, while nothing has the home open.
 * @param folder the home's data folder
 * @returns what became of it, in words; where it was refused, why, and nothing was changed then
 */
export async function putBackupBack(folder: string, name: string): Promise<string> {
  const backup = backupNamed(folder, name)
  if (backup === null) return noBackupWords(name)
  const before = receiptsInBackup(backup)
  try {
    const store = await restoreBackup(folder, backup)
    const receipts = store.receipts.list({}).length
    store.close()
    return `The backup is in place, with ${receipts} receipts: ${before} were in it, and the journal of receipts brought the others back, with every later step of each. Nothing was sent or charged.`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
