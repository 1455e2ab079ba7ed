import type { BackupView } from '../../contract/settings.ts'
import { ask } from '../bridge.ts'
import { t } from '../lib/messages.ts'
import { useNotices } from './notices-store.ts'

/**
 * Makes a backup, and says whether there was anything new to copy.
 * @param newest the name of the newest one before; left out where it is not known
 * @returns all of them, null where it could not be made
 */
export async function backUpNow(newest?: string): Promise<readonly BackupView[] | null> {
  const before = newest ?? (await ask('backups.list', undefined))?.value[0]?.name
  const answer = await ask('backups.make', undefined)
  if (!answer) return null
  const isNew = answer.value[0]?.name !== before
  useNotices.getState().say({
    tone: 'plain',
    words: isNew ? t('A backup was made.') : t('Nothing has changed since the last backup; it stands.'),
  })
  return answer.value
}
