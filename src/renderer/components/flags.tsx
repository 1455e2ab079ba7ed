import { Ban, Flag } from 'lucide-react'
import type { JSX } from 'react'
import type { AssetFlag } from '../../contract/library.ts'
import { cx } from '../format/cx.ts'
import { t } from '../format/messages.ts'
import styles from './marks.module.css'
import { Tooltip } from './tooltip.tsx'

interface Props {
  flag: AssetFlag | null
  onFlag: (flag: AssetFlag | null) => void
}

/** Picked or rejected; pressed again, neither. Of several pictures none is known, and both can be pressed. */
export function Flags({ flag, onFlag }: Props): JSX.Element {
  const turn = (to: AssetFlag): void => onFlag(flag === to ? null : to)
  return (
    <span className={styles.flags}>
      <Tooltip label={t('Pick (P)')}>
        <button
          type="button"
          className={cx(styles.flag, flag === 'pick' && styles.on)}
          aria-label={t('Pick')}
          aria-pressed={flag === 'pick'}
          onClick={() => turn('pick')}
        >
          <Flag size={16} strokeWidth={1.6} fill={flag === 'pick' ? 'currentColor' : 'none'} aria-hidden />
        </button>
      </Tooltip>
      <Tooltip label={t('Reject (X)')}>
        <button
          type="button"
          className={cx(styles.flag, flag === 'reject' && styles.on)}
          aria-label={t('Reject')}
          aria-pressed={flag === 'reject'}
          onClick={() => turn('reject')}
        >
          <Ban size={16} strokeWidth={flag === 'reject' ? 2.4 : 1.6} aria-hidden />
        </button>
      </Tooltip>
    </span>
  )
}
