import type { JSX } from 'react'
import { given } from '../../components/as-given.tsx'
import { cx } from '../../format/cx.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './open-receipt.module.css'

/** A request by its title; pressed, its receipt lies over the screen. */
export function OpenReceipt({
  id,
  title,
  strong = false,
}: {
  id: string
  title: string
  strong?: boolean
}): JSX.Element {
  const openReceipt = useView((view) => view.openReceipt)
  return (
    <button
      type="button"
      className={cx(styles.open, 'cut-end', strong && 'strong')}
      data-request={id}
      onClick={() => openReceipt(id)}
      {...given}
    >
      {title}
    </button>
  )
}
