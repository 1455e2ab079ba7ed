import { Plus, X } from 'lucide-react'
import type { JSX, ReactNode, Ref } from 'react'
import { cx } from '../lib/cx.ts'
import { t } from '../lib/messages.ts'
import styles from './tiles.module.css'

/** Pictures that go with a form. */
export const Tiles = ({ label, children }: { label: string; children: ReactNode }): JSX.Element => (
  <ul className={styles.tiles} aria-label={label}>
    {children}
  </ul>
)

interface TileProps {
  name: string
  onTake: () => void
  className?: string
  /** The picture. */
  children: ReactNode
}

/** One of them, with the button that takes it out again. */
export const Tile = ({ name, onTake, className, children }: TileProps): JSX.Element => (
  <li className={cx(styles.tile, className)}>
    {children}
    <button type="button" className={styles.take} aria-label={t('Take out {name}', { name })} onClick={onTake}>
      <X size={12} strokeWidth={2} aria-hidden />
    </button>
  </li>
)

interface AddTileProps {
  ref: Ref<HTMLButtonElement>
  label: string
  onAdd: () => void
}

/** The empty place of the next. */
export const AddTile = ({ ref, label, onAdd }: AddTileProps): JSX.Element => (
  <button ref={ref} type="button" className={styles.add} aria-label={label} onClick={onAdd}>
    <Plus size={16} strokeWidth={1.6} aria-hidden />
  </button>
)
