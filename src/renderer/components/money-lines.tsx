import type { JSX } from 'react'
import type { ReceiptView } from '../../contract/views.ts'
import { figure, refundFigure } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { Lines } from './lines.tsx'

/** Quoted, charged, refunded and paid, as the receipt has them; a dash for what the service has not said. */
export function MoneyLines({ money }: { money: ReceiptView['money'] }): JSX.Element {
  const words = (credits: number | null): string => (credits === null ? '–' : figure(credits))
  return (
    <Lines
      lines={[
        { label: t('Quoted'), amount: words(money.quoted) },
        { label: t('Charged'), amount: words(money.charged) },
        { label: t('Refunded'), amount: money.refunded === null ? '–' : refundFigure(money.refunded) },
      ]}
      sum={{ label: t('Paid'), credits: money.paid, words: t('not settled yet') }}
    />
  )
}
