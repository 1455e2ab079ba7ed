import { FolderSync } from 'lucide-react'
import { type JSX, useId, useState } from 'react'
import type { CallName } from '../../../contract/ipc.ts'
import type { WatchView } from '../../../contract/watch.ts'
import { callMain } from '../../bridge/bridge.ts'
import { AsGiven, EngineSentence, given, said } from '../../components/as-given.tsx'
import { Bar } from '../../components/bar.tsx'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Note } from '../../components/note.tsx'
import { figure } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { skillName } from '../../format/skill-names.ts'
import { useView } from '../../stores/view-store.ts'
import { useWatches } from '../../stores/watch-store.ts'
import { SwitchOnDialog } from './switch-on-dialog.tsx'
import styles from './watch.module.css'
import { WatchState } from './watch-state.tsx'
import { folderName, todayWords } from './watch-words.ts'

type WatchAct = Extract<CallName, 'watch.pause' | 'watch.remove' | 'watch.lookNow'>

async function act(name: WatchAct, id: string): Promise<void> {
  const answer = await callMain(name, { id })
  if (answer) useWatches.getState().take(answer.value)
}

function copiesWords({ alsoTo }: WatchView): string {
  if (alsoTo === null) return t('saved to library only')
  return alsoTo.to.kind === 'beside'
    ? t('also saved next to the originals')
    : t('also saved to {folder}', { folder: alsoTo.to.folder })
}

function Files({ watch }: { watch: WatchView }): JSX.Element | null {
  const id = useId()
  if (watch.files.length === 0) return null
  return (
    <div className={styles.part}>
      <h3 className="label" id={id}>
        {watch.waiting > 0 ? t('Not ordered, {count} waiting', { count: figure(watch.waiting) }) : t('Not ordered')}
      </h3>
      <ul className={styles.files} aria-labelledby={id}>
        {watch.files.map(({ name, words, state }) => (
          <li key={name} className={styles.fileOf}>
            <span className={state === 'waits' ? 'strong cut-end' : 'soft cut-end'} {...given}>
              {name}
            </span>
            {words === watch.words ? (
              <span className="hint">{t('Also waiting.')}</span>
            ) : (
              <span className="hint" {...said}>
                {words}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Orders({ watch }: { watch: WatchView }): JSX.Element | null {
  const openReceipt = useView((view) => view.openReceipt)
  const id = useId()
  if (watch.ordered.length === 0) return null
  return (
    <div className={styles.part}>
      <h3 className="label" id={id}>
        {t('Last ordered')}
      </h3>
      <ul className={styles.files} aria-labelledby={id}>
        {watch.ordered.map(({ requestId, title, words }) => (
          <li key={requestId} className={styles.fileOf}>
            <button type="button" className="text-link cut-end" onClick={() => openReceipt(requestId)} {...given}>
              {title}
            </button>
            <span className="hint" {...said}>
              {words}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Standing({ watch }: { watch: WatchView }): JSX.Element {
  return watch.state === 'on' || watch.state === 'paused' || watch.state === 'elsewhere' ? (
    <p className="small" {...said}>
      {watch.words}
    </p>
  ) : (
    <Note tone={watch.state === 'trouble' ? 'fault' : 'attention'}>
      <EngineSentence>{watch.words}</EngineSentence>
    </Note>
  )
}

type Asking = 'on' | 'remove'

function Acts({ watch, onAsk }: { watch: WatchView; onAsk: (what: Asking) => void }): JSX.Element {
  const name = folderName(watch.folder)
  const isOn = watch.state === 'on' || watch.state === 'held' || watch.state === 'trouble'
  return (
    <div className={styles.acts}>
      {isOn && (
        <Button small aria-label={t('Pause {name}', { name })} onClick={() => void act('watch.pause', watch.id)}>
          {t('Pause')}
        </Button>
      )}
      {watch.state !== 'elsewhere' && (
        <Button
          small
          aria-label={isOn ? t('Price and limit of {name}…', { name }) : t('Start watching {name}…', { name })}
          onClick={() => onAsk('on')}
        >
          {isOn ? t('Price and limit…') : t('Start watching…')}
        </Button>
      )}
      {isOn && (
        <Button
          small
          look="quiet"
          aria-label={t('Check now: {name}', { name })}
          onClick={() => void act('watch.lookNow', watch.id)}
        >
          {t('Check now')}
        </Button>
      )}
      <Button
        small
        look="quiet"
        className="push"
        aria-label={t('Remove {name}…', { name })}
        onClick={() => onAsk('remove')}
      >
        {t('Remove…')}
      </Button>
    </div>
  )
}

/** One watch folder: what it does, what it has ordered today, and what waits. */
export function WatchRow({ watch }: { watch: WatchView }): JSX.Element {
  const [asking, setAsking] = useState<Asking | null>(null)
  const name = folderName(watch.folder)
  const share = watch.cap > 0 && watch.today.credits !== null ? Math.min(1, watch.today.credits / watch.cap) : 0
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <FolderSync size={16} strokeWidth={1.75} aria-hidden />
        <span className="stack tight">
          <span className="strong cut-end" {...given}>
            {name}
          </span>
          <span className="small mono soft anywhere">
            <AsGiven>{watch.folder}</AsGiven>
          </span>
        </span>
        <WatchState watch={watch} />
      </div>
      <p className="small soft">
        {t('{skill}, up to {each} credits per picture, {copies}.', {
          skill: skillName(watch.skill) ?? watch.skill,
          each: figure(watch.each),
          copies: copiesWords(watch),
        })}
      </p>
      <Standing watch={watch} />
      <div className={styles.today}>
        <Bar part={share} />
        <span className="hint">{todayWords(watch)}</span>
      </div>
      <Files watch={watch} />
      <Orders watch={watch} />
      <Acts watch={watch} onAsk={setAsking} />
      {asking === 'on' && <SwitchOnDialog watch={watch} onClose={() => setAsking(null)} />}
      <Confirm
        open={asking === 'remove'}
        title={t('Stop watching {name}?', { name: apart(name) })}
        keep={t('Keep watching')}
        act={t('Remove')}
        onAct={() => void act('watch.remove', watch.id)}
        onClose={() => setAsking(null)}
      >
        {t('Nothing more is ordered from it. The folder, its pictures and past orders don’t change.')}
      </Confirm>
    </li>
  )
}
