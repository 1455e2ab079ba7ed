import type { JSX } from 'react'
import { t } from '../../format/messages.ts'
import type { BatchRow } from '../../lists/batch.ts'
import type { RowSelection } from './row-selection.ts'
import styles from './skills.module.css'

export const nameOfRow = (row: BatchRow): string => (row.kind === 'file' ? row.file.name : row.request.title)

/** What is opened by a key goes back to its row by this name. */
export const opensOf = (key: string): string => `row ${key}`

interface RowCheckProps {
  row: BatchRow
  rows: RowSelection
  /** One of all has the keyboard's way in. */
  isWayIn: boolean
}

/** What a row is chosen by from the keyboard and for a screen reader; seen as the row's own look. */
export function RowCheck({ row, rows, isWayIn }: RowCheckProps): JSX.Element {
  return (
    <input
      type="checkbox"
      className={styles.check}
      aria-label={t('Select {name}', { name: nameOfRow(row) })}
      data-row={row.key}
      data-opens={opensOf(row.key)}
      tabIndex={isWayIn ? 0 : -1}
      checked={rows.selected.has(row.key)}
      onChange={() => rows.onPress({ shiftKey: false, ctrlKey: true, metaKey: false }, row.key)}
    />
  )
}
