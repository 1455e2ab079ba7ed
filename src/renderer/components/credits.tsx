import type { JSX } from 'react'
import { cx } from '../format/cx.ts'
import { figure } from '../format/format.ts'
import { t } from '../format/messages.ts'
import styles from './credits.module.css'

interface CreditsProps {
  value: number | null
  big?: boolean
  struck?: boolean
  className?: string
}

/** A sum of credits: "16 cr" to the eye, "16 credits" to the ear; a dash where the service has not said. */
export function Credits({ value, big = false, struck = false, className }: CreditsProps): JSX.Element {
  const look = cx(styles.credits, big && styles.big, struck && styles.struck, className)
  if (value === null) {
    return (
      <span className={look}>
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('no total yet')}</span>
      </span>
    )
  }
  return (
    <span className={look}>
      {figure(value)}
      <span className={styles.unit} aria-hidden="true">
        {t('cr')}
      </span>
      <span className="sr-only">{` ${t('{value, plural, one {credit} other {credits}}', { value })}`}</span>
    </span>
  )
}
