import { ChevronUp } from 'lucide-react'
import { type JSX, type ReactNode, useEffect, useRef } from 'react'
import type { SpendAct } from '../format/spend-act.ts'
import { useSize } from '../hooks/use-size.ts'
import { Button } from './button.tsx'
import styles from './pane.module.css'
import { type Price, SpendButton } from './spend-button.tsx'

interface OrderBarProps {
  order: { act: SpendAct; price: Price; blocked: string | null; approves: string | null; send: () => void }
  /** What its first button opens. */
  opens: string
  open: boolean
  onOpen: (open: boolean) => void
  /** Between the two buttons. */
  children?: ReactNode
  /** Directly before the price. */
  age?: ReactNode
}

/**
 * What the work ends with on a narrow window: the order behind one button, and the price on the other.
 * It tells the page how high it is (`--order-bar`), since a price of two lines makes it higher and
 * no notice may lie over it.
 */
export function OrderBar({ order, opens, open, onOpen, children, age }: OrderBarProps): JSX.Element {
  const ref = useRef<HTMLDivElement>(null)
  const { height } = useSize(ref)
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--order-bar', `${height}px`)
    return () => {
      style.removeProperty('--order-bar')
    }
  }, [height])
  return (
    <div ref={ref} className={styles.orderBar} data-order="">
      <Button look="quiet" small aria-expanded={open} onClick={() => onOpen(!open)}>
        {opens}
        <ChevronUp size={14} strokeWidth={1.75} aria-hidden />
      </Button>
      {children}
      <span className="push row">
        {age}
        <SpendButton
          quietly
          act={order.act}
          price={order.price}
          blocked={order.blocked}
          approves={order.approves}
          onSpend={order.send}
        />
      </span>
    </div>
  )
}
