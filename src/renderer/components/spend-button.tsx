import { CircleAlert } from 'lucide-react'
import { type JSX, useId } from 'react'
import { cx } from '../format/cx.ts'
import { creditWords, figure } from '../format/format.ts'
import { t } from '../format/messages.ts'
import type { SpendAct } from '../format/spend-act.ts'
import { usePractice } from '../stores/app-store.ts'
import styles from './button.module.css'

export type Price =
  | { is: 'known'; credits: number }
  /** The service shows a price this app cannot read, and holds the order to the most that a person named. */
  | { is: 'at-most'; credits: number }
  /** The service shows a price this app cannot read. */
  | { is: 'unknown' }
  /** The service shows none: never free, never for sale. */
  | { is: 'unavailable' }
  /** Nothing to price yet, or being worked out. */
  | { is: 'none' }

interface SpendButtonProps {
  act: SpendAct
  price: Price
  /** Why it cannot be pressed now; stands under the button. Null when it can. */
  blocked: string | null
  onSpend: () => void
  /** What a press says yes to (contract/approval.ts), for who looks at it from outside the page. Null while it is not known. */
  approves: string | null
  id?: string
  wide?: boolean
  /** In a row. */
  small?: boolean
  /** The reason stands elsewhere already. */
  quietly?: boolean
}

function shown(price: Price, practice: boolean): string {
  if (price.is === 'known') {
    const credits = figure(price.credits)
    return practice
      ? t('{credits} (practice)', { credits: creditWords(price.credits) })
      : t('{credits} cr', { credits })
  }
  if (price.is === 'at-most') return t('max {credits} cr', { credits: figure(price.credits) })
  return { unknown: t('price unknown'), unavailable: t('unavailable'), none: '–' }[price.is]
}

function spoken(price: Price, practice: boolean): string {
  if (price.is === 'known') {
    const credits = creditWords(price.credits)
    return practice ? t('in practice, {credits}', { credits }) : credits
  }
  if (price.is === 'at-most') return t('at most {credits}', { credits: creditWords(price.credits) })
  return t('price unknown')
}

/**
 * The only button that leads to spending. It carries the price; its name ends with it. What is seen in it stands in `data`, an
 * element that no script can put anything behind (src/preload/plain.ts).
 */
export function SpendButton({
  act,
  price,
  blocked,
  onSpend,
  approves,
  id,
  wide = false,
  small = false,
  quietly = false,
}: SpendButtonProps): JSX.Element {
  const practice = usePractice()
  const reasonId = useId()
  const held = blocked !== null || price.is === 'unavailable' || price.is === 'none'
  return (
    <>
      <button
        type="button"
        id={id}
        data-spend=""
        data-approves={held || approves === null ? undefined : approves}
        className={cx(styles.button, styles.primary, styles.spend, wide && styles.wide, small && styles.small)}
        aria-disabled={held}
        aria-describedby={blocked === null ? undefined : reasonId}
        onClick={(event) => {
          // The second press of a double click is no second order; nor is a held key: its repeats do not come here.
          if (!held && event.detail < 2) onSpend()
        }}
      >
        <data className={styles.act}>{act}</data>
        <data className={styles.price} aria-hidden="true">
          {shown(price, practice)}
        </data>
        <span className="sr-only">{spoken(price, practice)}</span>
      </button>
      {blocked !== null && (
        <p id={reasonId} className={quietly ? 'sr-only' : styles.reason}>
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
          <span>{blocked}</span>
        </p>
      )}
    </>
  )
}
