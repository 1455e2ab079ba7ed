import type { JSX } from 'react'
import { cx } from '../format/cx.ts'
import { t } from '../format/messages.ts'
import { useBusy } from '../hooks/use-busy.ts'
import { startPractice } from '../stores/start-practice.ts'
import styles from './button.module.css'

/** Looks like the button that spends, and says in the place of the price that there is none. */
export function PractiseButton(): JSX.Element {
  const [starting, during] = useBusy()
  return (
    <button
      type="button"
      className={cx(styles.button, styles.primary, styles.spend, styles.wide)}
      aria-disabled={starting}
      aria-busy={starting}
      onClick={() => {
        if (!starting) void during(startPractice)
      }}
    >
      <span className={styles.act}>{t('Start practising')}</span>
      <span className={cx(styles.price, styles.words)}>{starting ? t('starting…') : t('no key, no money')}</span>
    </button>
  )
}
