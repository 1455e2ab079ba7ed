import type { JSX } from 'react'
import type { ReceiptView } from '../../contract/views.ts'
import { figure, refundFigure } from '../lib/format.ts'
import { Lines } from './lines.tsx'

/** Quoted, charged, refunded and paid, as the receipt has them; a dash for what the service has not said. */
export function MoneyLines({ money }: { money: ReceiptView['money'] }): JSX.Element {
  const words = (credits: number | null): string => (credits === null ? '–' : figure(credits))
  return (
    <Lines
      lines={[
        { label: 'Quoted', amount: words(money.quoted) },
        { label: 'Charged', amount: words(money.charged) },
        { label: 'Refunded', amount: money.refunded === null ? '–' : refundFigure(money.refunded) },
      ]}
      sum={{ label: 'Paid', credits: money.paid, words: 'not settled yet' }}
    />
  )
}
