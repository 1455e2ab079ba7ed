import type { JSX } from 'react'
import styles from './key-hint.module.css'

export function KeyHint({ keys }: { keys: string }): JSX.Element {
  return (
    <kbd className={styles.key} translate="no" dir="ltr">
      {keys}
    </kbd>
  )
}
