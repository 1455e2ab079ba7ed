import type { JSX } from 'react'
import type { RequestView } from '../../contract/views.ts'
import { chargeText } from '../format/charge.ts'
import styles from './charge-cell.module.css'
import { Credits } from './credits.tsx'

/** The sum of a row and under it what became of it: quoted, pending, confirmed, refunded. */
export function ChargeCell({ request }: { request: RequestView }): JSX.Element {
  const { credits, word, struck } = chargeText(request)
  return (
    <span className={styles.cell}>
      <Credits value={credits} struck={struck} />
      <span className={styles.word}>{word}</span>
    </span>
  )
}

export function QuotedCell({ credits, word }: { credits: number | null; word: string }): JSX.Element {
  return (
    <span className={styles.cell}>
      <Credits value={credits} />
      <span className={styles.word}>{word}</span>
    </span>
  )
}
