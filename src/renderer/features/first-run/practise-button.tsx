import type { JSX } from 'react'
import styles from '../../components/button.module.css'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/messages.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { startPractice } from '../../stores/start-practice.ts'

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
