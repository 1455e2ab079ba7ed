import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { JSX, ReactNode } from 'react'
import { cx } from '../format/cx.ts'
import styles from './note.module.css'

const icons = { plain: Info, attention: TriangleAlert, fault: CircleAlert }

/** A note inside the work: a line on the left in the note's ink. */
export function Note({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'attention' | 'fault'
  children: ReactNode
}): JSX.Element {
  const Icon = icons[tone]
  return (
    <div className={cx(styles.note, tone !== 'plain' && styles[tone])}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span>{children}</span>
    </div>
  )
}
