import { type JSX, useId } from 'react'
import type { UpdatesView } from '../../../contract/updates.ts'
import { EngineSentence, given } from '../../components/as-given.tsx'
import { Bar } from '../../components/bar.tsx'
import { Button } from '../../components/button.tsx'
import { bytes, bytesText, dateShort } from '../../format/format.ts'
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
          aria-label={t('Release notes')}
          value={notes}
        />
      )}
      {view.state === 'downloading' && (
        <div className={styles.progress}>
          <Bar part={Math.min(1, view.doneBytes / sizeBytes)} fine onBench />
          <span className="hint">{t('Downloading: {part}', { part: bytesText(view.doneBytes, sizeBytes) })}</span>
        </div>
      )}
      <p role="status">
        {view.state === 'ready' && view.waitsFor !== null ? (
          <>
            <EngineSentence>{view.waitsFor}.</EngineSentence> {waitingWords(view)}
          </>
        ) : (
          nextWords(view)
        )}
      </p>
      {view.state === 'ready' && (
        <div className="row">
          {view.isWanted ? (
            <Button onClick={() => onInstall(false)}>{t('Don’t restart automatically')}</Button>
          ) : (
            <Button look={view.waitsFor === null ? 'primary' : 'secondary'} onClick={() => onInstall(true)}>
              {view.waitsFor === null ? t('Restart and install') : t('Restart and install when finished')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function waitingWords({ isWanted, installs }: UpdatesView): string {
  if (isWanted) return t('Printroom restarts into the new version when all requests have finished.')
  return installs === 'on-quit'
    ? t('Downloaded and verified. It is installed when you close Printroom with nothing unfinished.')
    : t('Downloaded and verified. It can be installed when nothing is unfinished.')
}

function nextWords({ state, on, installs, isWanted }: UpdatesView): string | null {
  if (state === 'found') {
    if (installs === 'never') return t('This copy can’t update itself. Get the new version where you got this one.')
    return on ? null : t('Not downloaded. Turn on updates above to get it.')
  }
  if (state !== 'ready') return null
  if (isWanted) return t('Printroom restarts.')
  return installs === 'on-quit'
    ? t('Downloaded and verified. It is installed when you close or restart Printroom.')
    : t('Downloaded and verified. The system may ask for your password.')
}
