import { type JSX, useEffect, useState } from 'react'
import type { BackupView } from '../../../contract/settings.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { Button } from '../../components/button.tsx'
import { bytes, madeAt } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { backUpNow } from '../../stores/back-up.ts'
import { readHome } from '../../stores/mirror.ts'
import { changingHome } from '../../stores/save-later.ts'
import { Card } from './card.tsx'
import styles from './settings.module.css'

interface BackupRowProps {
  backup: BackupView
  isHeld: boolean
  onRestore: () => void
}

function BackupRow({ backup, isHeld, onRestore }: BackupRowProps): JSX.Element {
  return (
    <li className={styles.rowOf}>
      <span className="strong">{madeAt(backup.madeAt, Date.now())}</span>
      <span className="hint">
        {t('{receipts, plural, one {# receipt} other {# receipts}}, {size}', {
          receipts: backup.receipts,
          size: bytes(backup.sizeBytes),
        })}
      </span>
      <Button
        small
        aria-disabled={isHeld}
        aria-label={t('Restore the backup of {date}…', { date: madeAt(backup.madeAt, Date.now()) })}
        onClick={() => !isHeld && onRestore()}
      >
        {t('Restore…')}
      </Button>
    </li>
  )
}

/** Copies of the database: one now, and any of them back in its place. */
export function BackupsCard(): JSX.Element {
  const [backups, setBackups] = useState<readonly BackupView[] | null>(null)
  const [busy, setBusy] = useState<'making' | 'restoring' | null>(null)
  useEffect(() => {
    void call('backups.list', undefined).then((answer) => answer.ok && setBackups(answer.value))
  }, [])
  // Buttons that wait are not disabled: the keyboard would be nowhere.
  const isHeld = busy !== null
  const make = async (): Promise<void> => {
    if (isHeld) return
    setBusy('making')
    const made = await backUpNow()
    setBusy(null)
    if (made) setBackups(made)
  }
  const restore = async ({ name }: BackupView): Promise<void> => {
    setBusy('restoring')
    await changingHome(async () => {
      const answer = await callMain('backups.restore', { name })
      setBusy(null)
      if (answer) useNotices.getState().say({ tone: 'attention', message: answer.value.words, said: true })
      await readHome()
    })
  }
  return (
    <Card title={t('Backups')} section="backups">
      <p className="soft">
        {t(
          'Automatic copies of the database; the newest ten are kept. After a restore, the journal brings back every later receipt, so nothing paid is lost.',
        )}
      </p>
      {backups?.length === 0 && <p className="hint">{t('No backups yet.')}</p>}
      {backups !== null && backups.length > 0 && (
        <ul className={styles.rows}>
          {backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} isHeld={isHeld} onRestore={() => void restore(backup)} />
          ))}
        </ul>
      )}
      <div>
        <Button aria-disabled={isHeld} onClick={() => void make()}>
          {busy === 'making' ? t('Copying…') : busy === 'restoring' ? t('Restoring…') : t('Back up now')}
        </Button>
      </div>
    </Card>
  )
}
