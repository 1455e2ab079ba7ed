import type { JSX } from 'react'
import { Button } from '../../components/button.tsx'
import { t } from '../../format/messages.ts'
import { useView } from '../../stores/view-store.ts'
import { useWatches } from '../../stores/watch-store.ts'
import { WatchRow } from '../watch/watch-row.tsx'
import { Card } from './card.tsx'
import styles from './settings.module.css'

/** Folders whose new pictures are ordered by themselves. */
export function WatchCard(): JSX.Element {
  const watches = useWatches((state) => state.watches)
  const go = useView((view) => view.go)
  return (
    <Card title={t('Watch folders')} section="watch">
      <p className="soft">
        {t(
          'New pictures in a watched folder are ordered by themselves: each content once, at the price you allowed, up to a cap of each day. A price that rises, an unknown one, or a question of the service waits for you. What was charged counts for the day, less what was refunded; the first charge above the price you allowed holds the folder.',
        )}
      </p>
      {watches.length === 0 ? (
        <>
          <p className="hint">
            {t('None is watched. Set a Skill’s form as you like it, then choose “Watch a folder…” beside it.')}
          </p>
          <div>
            <Button onClick={() => go('skills')}>{t('Open Skills')}</Button>
          </div>
        </>
      ) : (
        <ul className={styles.rows}>
          {watches.map((watch) => (
            <WatchRow key={watch.id} watch={watch} />
          ))}
        </ul>
      )}
    </Card>
  )
}
