import type { ComponentProps, JSX } from 'react'
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components'
import styles from './tooltip.module.css'

interface TooltipProps {
  label: string
  placement?: ComponentProps<typeof AriaTooltip>['placement']
  /** One button. */
  children: ComponentProps<typeof Focusable>['children']
}

/** Names a button that shows only an icon. Never carries a price. */
export function Tooltip({ label, placement = 'bottom', children }: TooltipProps): JSX.Element {
  return (
    <TooltipTrigger delay={400} closeDelay={50}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
        {label}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
