import type { JSX } from 'react'
import { cx } from '../format/cx.ts'
import { figure } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { EngineSentence } from './as-given.tsx'
import styles from './lines.module.css'

export interface Line {
  label: string
  /** Printed as it stands: "8 × 2", "free", "−15". */
  amount: string
}

interface LinesProps {
  lines: readonly Line[]
  sum?: { label: string; credits: number | null; message?: string }
  /** The lines are the engine's, of a quote. */
  said?: boolean
  /** The order changed since: shown paler until the new price is there. */
  stale?: boolean
}

/** Lines of a quote or a receipt, with the sum under a rule. */
export function Lines({ lines, sum, said = false, stale = false }: LinesProps): JSX.Element {
  return (
    <dl className={cx(styles.lines, stale && styles.stale)} aria-busy={stale}>
      {lines.map(({ label, amount }, at) => (
        // Two lines of a quote may read the same; their place tells them apart.
        <div key={`${at} ${label}`} className={styles.line}>
          <dt>{said ? <EngineSentence>{label}</EngineSentence> : label}</dt>
          <dd>{said ? <EngineSentence>{amount}</EngineSentence> : amount}</dd>
        </div>
      ))}
      {sum && (
        <div className={cx(styles.line, styles.sum)}>
          <dt>{sum.label}</dt>
          <dd>
            {sum.credits === null ? (
              (sum.message ?? '–')
            ) : (
              <>
                {figure(sum.credits)}
                <span className={styles.unit} aria-hidden="true">
                  {`\u2009${t('cr')}`}
                </span>
                <span className="sr-only">{` ${t('credits')}`}</span>
              </>
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}
