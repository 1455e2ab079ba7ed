import { type JSX, useState } from 'react'
import { given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/pane.tsx'
import { t } from '../../format/messages.ts'
import { mainField } from '../../forms/skill-form.ts'
import { useMode } from '../../stores/app-store.ts'
import { useView } from '../../stores/view-store.ts'
import { useWatches } from '../../stores/watch-store.ts'
import styles from './watch.module.css'
import { WatchDialog } from './watch-dialog.tsx'
import { WatchState } from './watch-state.tsx'
import { folderName, todayWords } from './watch-words.ts'
import type { WatchedOrder } from './watched-order.ts'

/** The folders that are watched for a Skill, and the way to another one. */
export function WatchSection({ order }: { order: WatchedOrder }): JSX.Element | null {
  const all = useWatches((state) => state.watches)
  const goTo = useView((view) => view.goToSection)
  const [open, setOpen] = useState(false)
  const watches = all.filter(({ skill }) => skill === order.id)
  const isFirstRun = useMode() === 'first-run'
  if (isFirstRun || order.skill === null || mainField(order.skill) === null) return null
  return (
    <Section title={t('Watch folders')}>
      <div className={styles.brief}>
        {watches.length === 0 ? (
          <p className="hint">
            {t('Order new pictures in a folder automatically with these settings, up to a daily limit.')}
          </p>
        ) : (
          <ul className={styles.briefs}>
            {watches.map((watch) => (
              <li key={watch.id} className={styles.briefOf}>
                <button
                  type="button"
                  className="text-link cut-end"
                  title={watch.folder}
                  onClick={() => goTo('watch')}
                  {...given}
                >
                  {folderName(watch.folder)}
                </button>
                <WatchState watch={watch} framed={false} />
                <span className="hint">{todayWords(watch)}</span>
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button small onClick={() => setOpen(true)}>
            {watches.length === 0 ? t('Watch a folder…') : t('Watch another folder…')}
          </Button>
        </div>
      </div>
      {open && <WatchDialog order={order} onClose={() => setOpen(false)} />}
    </Section>
  )
}
