import type { JSX } from 'react'
import type { LedgerView } from '../../../contract/ledger.ts'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import styles from './ledger.module.css'
import { SettledCells, SumCell } from './spending-table.tsx'

/** What each model, Skill or project has cost in the period, the dearest first: all of them, also those that the chart puts together. */
export function SpendingParts({ view: { by, columns } }: { view: LedgerView }): JSX.Element {
  const head = by === 'model' ? t('Model or Skill') : t('Project')
  return (
    <table
      className={cx(styles.table, styles.parts)}
      aria-label={by === 'model' ? t('Cost of each model and Skill') : t('Cost of each project')}
    >
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {[t('Requests'), t('Quoted'), t('Charged'), t('Refunded'), t('Paid, cr')].map((heading) => (
            <th key={heading} scope="col" className={styles.number}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ key, kind, name, requests, quoted, charged, refunded, paid }) => (
          <tr key={key}>
            <th scope="row" className={cx(styles.part, kind === 'none' && styles.zero)}>
              {name}
            </th>
            <td className={styles.number}>{figure(requests)}</td>
            <SumCell {...quoted} />
            <SumCell {...charged} />
            <SettledCells refunded={refunded} paid={paid} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
