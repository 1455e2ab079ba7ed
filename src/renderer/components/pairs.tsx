import type { JSX, ReactNode } from 'react'
import styles from './pairs.module.css'

/** Names and values, one a row. */
export function Pairs({ of }: { of: readonly { name: string; value: ReactNode }[] }): JSX.Element {
  return (
    <dl className={`${styles.pairs} selectable`}>
      {of.map(({ name, value }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
