import type { JSX, ReactNode } from 'react'
import { AsGiven } from '../../components/as-given.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import styles from './copies.module.css'

interface ChosenFolderProps {
  path: string | null
  framed?: boolean
  /** The button that chooses one, or another. */
  children: ReactNode
}

export const ChosenFolderRow = ({ path, framed = false, children }: ChosenFolderProps): JSX.Element => (
  <div className={cx(styles.folder, framed && styles.framed)}>
    {path === null ? (
      <span className="small soft">{t('No folder chosen yet.')}</span>
    ) : (
      <span className="small mono soft anywhere">
        <AsGiven>{path}</AsGiven>
      </span>
    )}
    {children}
  </div>
)
