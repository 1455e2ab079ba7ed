import type { JSX } from 'react'
import type { ReceiptView, RequestView } from '../../contract/views.ts'
import { figure, refundFigure } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { Lines } from './lines.tsx'

/** Of these the service took nothing, and no word of it is to come. */
const isUncharged = (state: RequestView['state']): boolean => state === 'rejected' || state === 'cancelled'

/** Quoted, charged, refunded and paid, as the receipt has them; a dash for what the service has not said. */
export function MoneyLines({
  money,
  state,
}: {
  money: ReceiptView['money']
  state: RequestView['state']
}): JSX.Element {
  const amount = (credits: number | null): string => (credits === null ? '–' : figure(credits))
  return (
    <Lines
      lines={[
        { label: t('Quoted'), amount: amount(money.quoted) },
        { label: t('Charged'), amount: amount(money.charged) },
        { label: t('Refunded'), amount: money.refunded === null ? '–' : refundFigure(money.refunded) },
      ]}
      sum={{ label: t('Paid'), credits: money.paid, message: isUncharged(state) ? t('nothing charged') : t('pending') }}
    />
  )
}
