import type { LucideIcon } from 'lucide-react'
import type { JSX, ReactNode } from 'react'
import styles from './empty.module.css'

interface EmptyProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  acts?: ReactNode
}

/** An empty place says what will be here and how it gets here. */
export function Empty({ icon: Icon, title, children, acts }: EmptyProps): JSX.Element {
  return (
    <div className={styles.empty}>
      <Icon size={28} strokeWidth={1.25} aria-hidden />
      <h2 className="title">{title}</h2>
      <p className={styles.words}>{children}</p>
      {acts !== undefined && <div className={styles.acts}>{acts}</div>}
    </div>
  )
}
