import type { JSX, ReactNode } from 'react'
import { FieldLabel } from '../../components/field.tsx'
import styles from './export.module.css'

/** One setting: its name, what it comes to, and what sets it. */
export const Labelled = ({
  label,
  aside,
  children,
}: {
  label: string
  aside?: string
  children: ReactNode
}): JSX.Element => (
  <div className={styles.group}>
    <FieldLabel label={label} aside={aside} />
    {children}
  </div>
)
