import type { BackupView } from '../../contract/settings.ts'
import { callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'

/**
 * Makes a backup, and says whether there was anything new to copy.
 * @returns all of them, null where it could not be made
 */
export async function backUpNow(): Promise<readonly BackupView[] | null> {
  const answer = await callMain('backups.make', undefined)
  if (!answer) return null
  const { isMade, backups } = answer.value
  useNotices.getState().say({
    tone: 'plain',
    message: isMade ? t('Backup created.') : t('No changes since the last backup.'),
  })
  return backups
}
