import type { JSX } from 'react'
import type { SpendAct } from '../format/spend-act.ts'
import { CeilingField } from './ceiling-field.tsx'
import { type Price, SpendButton } from './spend-button.tsx'
import type { Ceiling } from './use-ceiling.ts'

interface OrderButtonProps {
  order: {
    act: SpendAct
    price: Price
    blocked: string | null
    ceiling: Ceiling
    approves: string | null
    send: () => void
  }
}

/** What a form ends with: the most that is paid, where that is asked for, and the button. */
export const OrderButton = ({ order }: OrderButtonProps): JSX.Element => (
  <>
    <CeilingField ceiling={order.ceiling} />
    <SpendButton
      wide
      act={order.act}
      price={order.price}
      blocked={order.blocked}
      quietly={order.ceiling.problem !== null}
      approves={order.approves}
      onSpend={order.send}
    />
  </>
)
