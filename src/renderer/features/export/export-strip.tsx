import { FolderOpen, Pause, Play, X } from 'lucide-react'
import type { JSX } from 'react'
import { callMain } from '../../bridge/bridge.ts'
import { EngineSentence } from '../../components/as-given.tsx'
import { Bar } from '../../components/bar.tsx'
import { Button } from '../../components/button.tsx'
import { t } from '../../format/messages.ts'
import { showExported, useExports } from '../../stores/exports-store.ts'
import styles from './export.module.css'

async function act(name: 'exports.pause' | 'exports.resume' | 'exports.stop' | 'exports.dismiss'): Promise<void> {
  const answer = await callMain(name, undefined)
  if (answer) useExports.getState().take(answer.value)
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What is exported, in the tray: how far it is, and the ways to hold it, to end it, and to what came of it. */
export function ExportStrip(): JSX.Element | null {
  const view = useExports((state) => state.view)
  if (view === null) return null
  const { state, count, total, missed, files, trouble } = view
  const isOpen = state === 'running' || state === 'paused'
  return (
    <section className={styles.strip} aria-label={t('Export')}>
      <span className={styles.stripWords}>
        {state === 'paused' && t('Export paused, {count} of {total}', { count: count + missed, total })}
        {state === 'running' && t('Exporting {count} of {total}', { count: count + missed, total })}
        {!isOpen && t('{files, plural, one {# file} other {# files}} exported', { files })}
      </span>
      {isOpen && (
        <span className={styles.stripBar}>
          <Bar part={total === 0 ? 0 : (count + missed) / total} fine />
        </span>
      )}
      {trouble !== null && (
        <span className={styles.stripTrouble}>
          <EngineSentence>{trouble}</EngineSentence>
        </span>
      )}
      {state === 'running' && (
        <Button small square look="quiet" aria-label={t('Pause the export')} onClick={() => void act('exports.pause')}>
          <Pause {...icon} />
        </Button>
      )}
      {state === 'paused' && (
        <Button
          small
          square
          look="quiet"
          aria-label={t('Resume the export')}
          onClick={() => void act('exports.resume')}
        >
          <Play {...icon} />
        </Button>
      )}
      {files > 0 && (
        <Button
          small
          square
          look="quiet"
          aria-label={t('Show the exported files in their folder')}
          onClick={showExported}
        >
          <FolderOpen {...icon} />
        </Button>
      )}
      <Button
        small
        square
        look="quiet"
        aria-label={isOpen ? t('Stop the export') : t('Hide the export')}
        onClick={() => void act(isOpen ? 'exports.stop' : 'exports.dismiss')}
      >
        <X {...icon} />
      </Button>
    </section>
  )
}
