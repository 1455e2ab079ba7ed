import type { LedgerPeriod } from '../../../contract/ledger.ts'
import { dayKey } from '../../format/format.ts'
import { perLanguage, t } from '../../format/messages.ts'

export const periodNames = ['week', 'month', 'quarter', 'this-month', 'last-month', 'year'] as const
export type PeriodName = (typeof periodNames)[number]

export const periodWords = perLanguage(
  (): Record<PeriodName, string> => ({
    week: t('Last 7 days'),
    month: t('Last 30 days'),
    quarter: t('Last 90 days'),
    'this-month': t('This month'),
    'last-month': t('Last month'),
    year: t('Last 365 days'),
  }),
)

const lastDays = (now: number, days: number): LedgerPeriod => {
  const from = new Date(now)
  from.setDate(from.getDate() - days + 1)
  return { from: dayKey(from.getTime()), to: dayKey(now) }
}

/** The local days of a named period, both ends in it. */
export function periodOf(name: PeriodName, now: number): LedgerPeriod {
  const at = new Date(now)
  switch (name) {
    case 'week':
      return lastDays(now, 7)
    case 'month':
      return lastDays(now, 30)
    case 'quarter':
      return lastDays(now, 90)
    case 'year':
      return lastDays(now, 365)
    case 'this-month':
      return { from: dayKey(new Date(at.getFullYear(), at.getMonth(), 1).getTime()), to: dayKey(now) }
    case 'last-month':
      return {
        from: dayKey(new Date(at.getFullYear(), at.getMonth() - 1, 1).getTime()),
        to: dayKey(new Date(at.getFullYear(), at.getMonth(), 0).getTime()),
      }
  }
}
