import type { JSX } from 'react'
import { cx } from '../format/cx.ts'
import type { StateLook } from '../format/state-look.ts'
import styles from './state-badge.module.css'

interface StateBadgeProps {
  look: StateLook
  /** Words in place of the state's own: "3 running", "Price changed". */
  label?: string
  /** Yellow states have an edge around them, except where the row says it already. */
  framed?: boolean
}

/** Icon, word and ink; never ink alone. */
export function StateBadge({ look, label, framed = true }: StateBadgeProps): JSX.Element {
  const Icon = look.icon
  return (
    <span className={cx(styles.state, styles[look.ink], framed && styles.framed)}>
      <Icon size={14} strokeWidth={1.9} aria-hidden className={cx(look.turns && styles.turn)} />
      {label ?? look.word}
    </span>
  )
}
