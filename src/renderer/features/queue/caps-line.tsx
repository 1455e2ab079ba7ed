import type { JSX } from 'react'
import { capWords } from '../../format/cap-words.ts'
import { creditWords } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useFollowing } from '../../hooks/use-following.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './queue.module.css'

const part = (credits: number | null, of: number): string =>
  credits === null || of <= 0 ? '0%' : `${Math.min(100, (credits / of) * 100)}%`

/** What the caps hold while requests are in flight. Changed in Settings. */
export function CapsLine(): JSX.Element | null {
  const [caps] = useFollowing('queue.caps')
  const go = useView((view) => view.go)
  if (!caps) return null
  const { day, batch, spent, reserved } = caps
  const isQuiet = day === null && batch === null && !(reserved !== null && reserved > 0)
  if (isQuiet) return null
  return (
    <div className={styles.caps}>
      {day !== null && (
        <span className={styles.capBar} aria-hidden="true">
          <i className={styles.capSpent} style={{ width: part(spent, day) }} />
          <i className={styles.capHeld} style={{ width: part(reserved, day) }} />
        </span>
      )}
      <span className="small soft cut-end">
        {day === null
          ? t('24 hours: {held}.', { held: capWords(caps) })
          : t('Limit of {credits} in 24 hours: {held}.', { credits: creditWords(day), held: capWords(caps) })}
        {batch !== null && ` ${t('Up to {credits} per order.', { credits: creditWords(batch) })}`}
      </span>
      <button type="button" className="text-link push nowrap" onClick={() => go('settings')}>
        {day === null && batch === null ? t('Set a limit…') : t('Change…')}
      </button>
    </div>
  )
}
