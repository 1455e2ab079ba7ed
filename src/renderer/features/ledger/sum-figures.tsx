import type { JSX } from 'react'
import type { LedgerSum, LedgerView } from '../../../contract/ledger.ts'
import { Credits } from '../../components/credits.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
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
      {sum.unknown > 0 && (
        <dd className={styles.unknown}>
          {t('and {unknown, plural, one {# request} other {# requests}} not reported yet', { unknown: sum.unknown })}
        </dd>
      )}
    </div>
  )
}

export function SumFigures({ totals }: { totals: LedgerView['totals'] }): JSX.Element {
  return (
    <dl className={styles.figures}>
      <Figure name={t('Quoted')} sum={totals.quoted} hint={t('estimates, before sending')} />
      <Figure name={t('Charged')} sum={totals.charged} hint={t('as the service reported')} />
      <Figure name={t('Refunded')} sum={totals.refunded} hint={t('confirmed refunds only')} minus />
      <Figure name={t('Paid')} sum={totals.paid} hint={t('charged less refunded')} main />
      <Figure name={t('Pending')} sum={totals.pending} hint={t('may still be refunded')} />
    </dl>
  )
}
