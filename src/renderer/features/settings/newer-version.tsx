import { type JSX, useId } from 'react'
import type { UpdatesView } from '../../../contract/updates.ts'
import { given, Said } from '../../components/as-given.tsx'
import { Bar } from '../../components/bar.tsx'
import { Button } from '../../components/button.tsx'
import { bytes, bytesOf, dateShort } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import styles from './newer-version.module.css'

interface NewerVersionProps {
  view: UpdatesView
  found: NonNullable<UpdatesView['found']>
  onInstall: (wanted: boolean) => void
}

/** A newer version: what it is, what its makers say of it, how far it has come, and what is to be done. */
export function NewerVersion({ view, found, onInstall }: NewerVersionProps): JSX.Element {
  const id = useId()
  const { version, date, notes, sizeBytes } = found
  return (
    <section className={styles.newer} aria-labelledby={id}>
      <p className={styles.head}>
        <strong id={id} className="strong">
          {t('Printroom {version}', { version })}
        </strong>
        <span className="hint">
          {date === null ? bytes(sizeBytes) : t('{date}, {size}', { date: dateShort(date), size: bytes(sizeBytes) })}
        </span>
      </p>
      {notes !== null && (
        <textarea
          {...given}
          className={styles.notes}
          readOnly
          spellCheck={false}
          aria-label={t('What its makers say')}
          value={notes}
        />
      )}
      {view.state === 'downloading' && (
        <div className={styles.progress}>
          <Bar part={Math.min(1, view.doneBytes / sizeBytes)} fine onBench />
          <span className="hint">{t('Downloading: {part}', { part: bytesOf(view.doneBytes, sizeBytes) })}</span>
        </div>
      )}
      <p role="status">
        {view.state === 'ready' && view.waitsFor !== null ? (
          <>
            <Said>{view.waitsFor}.</Said> {waitingWords(view)}
          </>
        ) : (
          nextWords(view)
        )}
      </p>
      {view.state === 'ready' && (
        <div className="row">
          {view.isWanted ? (
            <Button onClick={() => onInstall(false)}>{t('Do not restart by itself')}</Button>
          ) : (
            <Button look={view.waitsFor === null ? 'primary' : 'secondary'} onClick={() => onInstall(true)}>
              {view.waitsFor === null ? t('Restart and install') : t('Restart and install once all has ended')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function waitingWords({ isWanted, installs }: UpdatesView): string {
  if (isWanted) return t('Printroom restarts into the new version as soon as all has ended.')
  return installs === 'on-quit'
    ? t('The new version is downloaded and checked. It is installed when you close Printroom with nothing open.')
    : t('The new version is downloaded and checked. It can be installed once nothing is open.')
}

function nextWords({ state, on, installs, isWanted }: UpdatesView): string | null {
  if (state === 'found') {
    if (installs === 'never') return t('This copy cannot replace itself. Get the new one where you got this one.')
    return on ? null : t('Nothing was downloaded. Switch it on above to get it.')
  }
  if (state !== 'ready') return null
  if (isWanted) return t('Printroom restarts.')
  return installs === 'on-quit'
    ? t('Downloaded and checked. It is installed when you close Printroom, or now if you restart.')
    : t('Downloaded and checked. The system may ask for your password.')
}
