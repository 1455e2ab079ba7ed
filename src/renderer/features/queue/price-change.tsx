import { ArrowRight } from 'lucide-react'
import type { JSX } from 'react'
import { Credits } from '../../components/credits.tsx'
import { figure } from '../../format/format.ts'
import { ltr, t } from '../../format/messages.ts'
import styles from './queue.module.css'

/** The old and the new figure, where the price is what changed. */
export function PriceChangeFigures({
  price: { from, to },
}: {
  price: { from: number | null; to: number | null }
}): JSX.Element {
  const more = from === null || to === null ? null : to - from
  return (
    <div className={styles.change}>
      <span className="stack tight">
        <span className="label">{t('You accepted')}</span>
        {from === null ? <span className="soft">{t('price unknown')}</span> : <Credits value={from} big struck />}
      </span>
      <ArrowRight className="points" size={16} strokeWidth={1.6} aria-hidden />
      <span className="stack tight">
        <span className="label">{t('Now')}</span>
        {to === null ? <span className="soft">{t('not known')}</span> : <Credits value={to} big />}
      </span>
      {more !== null && <span className="hint push">{more > 0 ? ltr(`+${figure(more)}`) : figure(more)}</span>}
    </div>
  )
}
