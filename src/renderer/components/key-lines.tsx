import type { JSX } from 'react'
import { cx } from '../format/cx.ts'
import { keysOn, type Shortcut } from '../format/shortcuts.ts'
import { useApp } from '../stores/app-store.ts'
import { KeyHint } from './key-hint.tsx'
import styles from './key-lines.module.css'

/** Key combinations and what they do, one a line. */
export function KeyLines({ of, narrow = false }: { of: readonly Shortcut[]; narrow?: boolean }): JSX.Element {
  const platform = useApp((app) => app.snapshot?.platform ?? '')
  return (
    <dl className={cx(narrow && styles.narrow)}>
      {of.map(({ keys, does }) => (
        <div key={does} className={styles.line}>
          <dt>
            {keys.map((each) => (
              <KeyHint key={each} keys={keysOn(platform, each)} />
            ))}
          </dt>
          <dd className="small soft">{does}</dd>
        </div>
      ))}
    </dl>
  )
}
