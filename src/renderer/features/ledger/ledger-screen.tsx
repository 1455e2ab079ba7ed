import { Download, ReceiptText } from 'lucide-react'
import { type JSX, useMemo, useState } from 'react'
import type { LedgerCut, LedgerView } from '../../../contract/ledger.ts'
import { callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import { Note } from '../../components/note.tsx'
import pane from '../../components/pane.module.css'
import { FilterTabs } from '../../components/segmented.tsx'
import { Select } from '../../components/select.tsx'
import { cx } from '../../format/cx.ts'
import { apart, perLanguage, t } from '../../format/messages.ts'
import { skillName } from '../../format/skill-names.ts'
import { useNarrow } from '../../hooks/use-narrow.ts'
import { useToday } from '../../hooks/use-now.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './ledger.module.css'
import { chartOf } from './ledger-chart.ts'
import { type PeriodName, periodNames, periodOf, periodWords } from './ledger-period.ts'
import { OwedList } from './owed-list.tsx'
import { ReceiptsTable } from './receipts-table.tsx'
import { SpendingChart } from './spending-chart.tsx'
import { SpendingParts } from './spending-parts.tsx'
import { SpendingTable } from './spending-table.tsx'
import { SumFigures } from './sum-figures.tsx'
import { useLedger } from './use-ledger.ts'

const periods = perLanguage(() => periodNames.map((value) => ({ value, label: periodWords()[value] })))
const tabs = perLanguage(
  () =>
    [
      { value: 'spending', label: t('Spending') },
      { value: 'receipts', label: t('Receipts') },
    ] as const,
)

/** Skills by the names that designers know them under. */
function nameOf({ kind, name }: LedgerView['columns'][number]): string {
  if (kind === 'none') return t('No project')
  return (kind === 'skill' ? skillName(name) : null) ?? apart(name)
}

const named = (view: LedgerView): LedgerView => ({
  ...view,
  columns: view.columns.map((column) => ({ ...column, name: nameOf(column) })),
})

interface SpendingProps {
  view: LedgerView
  by: LedgerCut['by']
  onBy: (by: LedgerCut['by']) => void
}

function Spending({ view, by, onBy }: SpendingProps): JSX.Element {
  const [chosen, setChosen] = useState<string | null>(null)
  const go = useView((state) => state.go)
  const chart = useMemo(() => chartOf(view), [view])
  if (view.totals.requests === 0)
    return (
      <Empty
        icon={ReceiptText}
        title={t('No spending in this period')}
        acts={
          <Button look="primary" onClick={() => go('skills')}>
            {t('Cut a picture out')}
          </Button>
        }
      >
        {t('Each request appears here once sent, with its quote, charge and refund.')}
      </Empty>
    )
  return (
    <div className={styles.spending}>
      <SumFigures totals={view.totals} />
      <SpendingChart chart={chart} today={view.today} chosen={chosen} onChoose={setChosen} by={by} onBy={onBy} />
      <SpendingParts view={view} />
      <SpendingTable days={view.days} chart={chart} chosen={chosen} onChoose={setChosen} />
    </div>
  )
}

export function LedgerScreen(): JSX.Element {
  const [tab, setTab] = useState<'spending' | 'receipts'>('spending')
  const [name, setName] = useState<PeriodName>('month')
  const [by, setBy] = useState<LedgerCut['by']>('model')
  const [owedOpen, setOwedOpen] = useState(false)
  const narrow = useNarrow()
  // A day that ends while the screen is open moves the period on.
  const today = useToday()
  const period = useMemo(() => periodOf(name, new Date(`${today}T12:00:00`).getTime()), [name, today])
  const cut = useMemo(() => ({ ...period, by }), [period, by])
  const { value, trouble } = useLedger(cut)
  const view = useMemo(() => (value === null ? null : named(value)), [value])
  const exportCsv = async (): Promise<void> => {
    const answer = await callMain('ledger.export', period)
    if (answer?.value)
      useNotices
        .getState()
        .say({ tone: 'plain', message: t('Ledger exported to {path}.', { path: answer.value.path }) })
  }
  return (
    <section className={styles.screen} aria-label={t('Ledger')}>
      <div className={pane.pane}>
        <div className={pane.toolbar}>
          <h1 className={cx('title', narrow && 'sr-only')}>{t('Ledger')}</h1>
          <span className={cx(pane.divider, 'not-narrow')} />
          <FilterTabs label={t('Show')} options={tabs()} value={tab} onChoose={setTab} />
          <span className="push row">
            {narrow && view !== null && view.owed.length > 0 && (
              <Button small look="quiet" aria-expanded={owedOpen} onClick={() => setOwedOpen(!owedOpen)}>
                {t('Awaiting download: {owed}', { owed: view.owed.length })}
              </Button>
            )}
            <Select label={t('Period')} options={periods()} value={name} onChoose={setName} />
            <Button small onClick={() => void exportCsv()}>
              <Download size={14} strokeWidth={1.75} aria-hidden />
              {t('Export CSV')}
            </Button>
          </span>
        </div>
        {trouble !== null && (
          <Note tone="fault">
            <EngineSentence>{trouble}</EngineSentence>
          </Note>
        )}
        {tab === 'receipts' ? (
          <ReceiptsTable period={period} />
        ) : (
          <div className={pane.scroll}>{view !== null && <Spending view={view} by={by} onBy={setBy} />}</div>
        )}
      </div>
      {view !== null && <OwedList view={view} open={owedOpen} onClose={() => setOwedOpen(false)} />}
    </section>
  )
}
