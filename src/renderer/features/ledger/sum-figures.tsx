import type { JSX } from 'react'
import type { LedgerSum, LedgerView } from '../../../contract/ledger.ts'
import { Credits } from '../../components/credits.tsx'
import { cx } from '../../lib/cx.ts'
import { plural } from '../../lib/format.ts'
import styles from './ledger.module.css'

function Figure({
  name,
  sum,
  hint,
  main = false,
  minus = false,
}: {
  name: string
  sum: LedgerSum
  hint: string
  main?: boolean
  minus?: boolean
}): JSX.Element {
  return (
    <div className={cx(styles.figure, main && styles.main)}>
      <dt className="label">{name}</dt>
      <dd>
        <Credits value={minus ? -sum.credits || 0 : sum.credits} big />
      </dd>
      <dd className={cx('hint', 'not-narrow')}>{hint}</dd>
      {sum.unknown > 0 && <dd className={styles.unknown}>{`and ${plural(sum.unknown, 'request')} not told yet`}</dd>}
    </div>
  )
}

export function SumFigures({ totals }: { totals: LedgerView['totals'] }): JSX.Element {
  return (
    <dl className={styles.figures}>
      <Figure name="Quoted" sum={totals.quoted} hint="estimates, before sending" />
      <Figure name="Charged" sum={totals.charged} hint="as the service answered" />
      <Figure name="Refunded" sum={totals.refunded} hint="confirmed refunds only" minus />
      <Figure name="Paid" sum={totals.paid} hint="charged less refunded" main />
      <Figure name="Pending" sum={totals.pending} hint="may still be refunded" />
    </dl>
  )
}
