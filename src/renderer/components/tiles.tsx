import { Plus, X } from 'lucide-react'
import { type JSX, type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from '../format/cx.ts'
import { t } from '../format/messages.ts'
import styles from './tiles.module.css'

/** Pictures that go with a form. */
export const Tiles = ({
  ref,
  label,
  children,
}: {
  ref?: Ref<HTMLUListElement>
  label: string
  children: ReactNode
}): JSX.Element => (
  <ul ref={ref} className={styles.tiles} aria-label={label}>
    {children}
  </ul>
)

interface FocusAfterTaking {
  tiles: RefObject<HTMLUListElement | null>
  /** The empty place. */
  add: RefObject<HTMLButtonElement | null>
  /** To be called in the press that takes one out, with its place. */
  onTaken: (place: number) => void
}

/**
 * Whoever takes pictures out with the keyboard goes on at the empty place, which in a full set comes only with that;
 * where none comes, at the picture that took the place.
 */
export function useFocusAfterTaking(): FocusAfterTaking {
  const tiles = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const [taken, setTaken] = useState<{ place: number } | null>(null)
  useEffect(() => {
    if (taken === null) return
    const rest = tiles.current?.querySelectorAll<HTMLElement>(`.${styles.take}`) ?? []
    const home = add.current ?? rest[Math.min(taken.place, rest.length - 1)]
    home?.focus()
  }, [taken])
  return { tiles, add, onTaken: (place) => setTaken({ place }) }
}

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
    <button type="button" className={styles.take} aria-label={t('Remove {name}', { name })} onClick={onTake}>
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
