import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type JSX, useState } from 'react'
import type { LibraryPlaceView, LibraryTask } from '../../contract/library.ts'
import { callMain } from '../bridge/bridge.ts'
import { cx } from '../format/cx.ts'
import { bytes, figure } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { useLibraryPlace } from '../stores/library-place-store.ts'
import { EngineSentence } from './as-given.tsx'
import { Bar } from './bar.tsx'
import { Button } from './button.tsx'
import { Confirm } from './confirm.tsx'
import styles from './library-task.module.css'

type Act = 'library.stopTask' | 'library.goOn' | 'library.giveUpMove' | 'library.endTask'

async function act(name: Act): Promise<void> {
  const answer = await callMain(name, undefined)
  if (answer) useLibraryPlace.getState().take(answer.value satisfies LibraryPlaceView)
}

function titleOf({ kind, state, isTrouble }: LibraryTask): string {
  if (state === 'ended' && isTrouble) {
    if (kind === 'find') return t('Some were not found')
    if (kind === 'fetch') return t('Some could not be downloaded')
    if (kind === 'check') return t('Some have changed')
  }
  if (state === 'ended')
    return {
      move: t('Moved'),
      clear: t('Moved'),
      check: t('Checked'),
      look: t('Checked'),
      find: t('Searched'),
      fetch: t('Fetched'),
    }[kind]
  if (state === 'stopped') return kind === 'clear' ? t('Cleanup paused') : t('Move paused')
  return {
    move: t('Moving the library'),
    clear: t('Cleaning up'),
    check: t('Checking the library'),
    look: t('Looking for missing files'),
    find: t('Looking in a folder'),
    fetch: t('Fetching missing files'),
  }[kind]
}

/** "123 of 1,204 files, 1.2 of 4.5 GB", as far as it is known. */
function partWords({ kind, done, total, doneBytes, totalBytes }: LibraryTask): string {
  if (total === 0) return done === 0 ? '' : t('{figure} files checked', { figure: figure(done) })
  const files = t('{done} of {total, plural, one {# file} other {# files}}', {
    done: figure(Math.min(done, total)),
    total,
  })
  const isCopied = (kind === 'move' || kind === 'check') && totalBytes > 0
  if (!isCopied) return files
  return t('{files}, {done} of {total}', {
    files,
    done: bytes(Math.min(doneBytes, totalBytes)),
    total: bytes(totalBytes),
  })
}

function Acts({ task, onGiveUp }: { task: LibraryTask; onGiveUp: () => void }): JSX.Element {
  const isMove = task.kind === 'move' || task.kind === 'clear'
  if (task.state === 'ended')
    return (
      <Button small look="quiet" onClick={() => void act('library.endTask')}>
        {t('Close')}
      </Button>
    )
  return (
    <>
      {task.state === 'running' && (
        <Button small onClick={() => void act('library.stopTask')}>
          {t('Stop')}
        </Button>
      )}
      {task.state === 'stopped' && isMove && (
        <Button small onClick={() => void act('library.goOn')}>
          {t('Resume')}
        </Button>
      )}
      {task.canGiveUp && (
        <Button small look="quiet" onClick={onGiveUp}>
          {t('Cancel move…')}
        </Button>
      )}
    </>
  )
}

/** What is under way with the library's files, or came of it: words, how far, and the ways on. */
export function LibraryTaskStrip({ bar = false }: { bar?: boolean }): JSX.Element | null {
  const task = useLibraryPlace((state) => state.place?.task ?? null)
  const [asked, setAsked] = useState(false)
  // The list itself shows what came of a look.
  if (task === null || (bar && task.kind === 'look' && task.state === 'ended' && !task.isTrouble)) return null
  const part = task.total === 0 ? null : Math.min(1, task.done / task.total)
  const Icon = task.isTrouble ? TriangleAlert : task.state === 'ended' ? CircleCheck : null
  return (
    <section
      className={cx(
        styles.strip,
        bar && styles.bar,
        task.state === 'ended' && styles.ended,
        task.isTrouble && styles.trouble,
      )}
      aria-label={titleOf(task)}
    >
      <div className={styles.head}>
        {Icon !== null && <Icon size={14} strokeWidth={1.75} aria-hidden />}
        <span className="strong">{titleOf(task)}</span>
        {task.state !== 'ended' && <span className={cx(styles.part, 'hint')}>{partWords(task)}</span>}
        <span className={cx(styles.acts, 'push')}>
          <Acts task={task} onGiveUp={() => setAsked(true)} />
        </span>
      </div>
      {task.state === 'running' && part !== null && <Bar part={part} fine onBench />}
      <p className={cx(styles.words, 'small soft')} role="status">
        <EngineSentence>{task.words}</EngineSentence>
      </p>
      <Confirm
        open={asked}
        title={t('Cancel move?')}
        keep={t('Keep')}
        act={t('Cancel move')}
        onAct={() => void act('library.giveUpMove')}
        onClose={() => setAsked(false)}
      >
        {t('The library stays where it is, complete. Copies made so far are removed.')}
      </Confirm>
    </section>
  )
}
