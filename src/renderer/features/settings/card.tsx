import { type JSX, type ReactNode, useId } from 'react'
import styles from './settings.module.css'

interface CardProps {
  title: string
  /** Where the list of sections leads to. */
  section: string
  children: ReactNode
}

/** One subject of the settings. */
export function Card({ title, section, children }: CardProps): JSX.Element {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id} data-section={section} tabIndex={-1}>
      <h2 className="title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}
