import type { JSX } from 'react'
import type { TimelineEntryView } from '../../contract/views.ts'
import { cx } from '../format/cx.ts'
import { clockSeconds } from '../format/format.ts'
import { said } from './as-given.tsx'
import styles from './timeline.module.css'

const tones = { step: undefined, trouble: styles.trouble, next: styles.next }

/** What happened to a request, attempt by attempt. */
export function Timeline({ entries }: { entries: readonly TimelineEntryView[] }): JSX.Element {
  return (
    <ol className="selectable">
      {entries.map((entry, at) => (
        <li key={`${at} ${entry.at}`} className={cx(styles.entry, tones[entry.tone])}>
          <time dateTime={entry.at}>{clockSeconds(entry.at)}</time>
          <span className={styles.dot} aria-hidden="true">
            <i />
          </span>
          <span {...said}>
            <strong>{entry.title}</strong>
            {entry.detail}
          </span>
        </li>
      ))}
    </ol>
  )
}
