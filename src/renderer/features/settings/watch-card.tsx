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
          'New pictures in a watched folder are ordered automatically: each once, at the price you allowed, up to a daily limit. Higher or unknown prices and questions from the service wait for you. Charges count toward the limit, less refunds; a charge above the allowed price pauses the folder.',
        )}
      </p>
      {watches.length === 0 ? (
        <>
          <p className="hint">
            {t('No watch folders. Set up a Skill’s form, then choose “Watch a folder…” next to it.')}
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
