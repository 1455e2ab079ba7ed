import type { JSX } from 'react'
import { priceAge } from '../format/format.ts'
import { useMinute } from '../hooks/use-now.ts'

/** “price of 14:32, 2 min ago”, quietly, where a figure is over a minute old; nothing where it is of now, or nobody knows. */
export function PriceAge({ readAt }: { readAt: string | null }): JSX.Element | null {
  const now = useMinute()
  const text = readAt === null ? null : priceAge(readAt, now)
  return text === null ? null : <p className="hint">{text}</p>
}
