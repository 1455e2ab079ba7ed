import type { LucideIcon } from 'lucide-react'
import { type JSX, useState } from 'react'
import { cx } from '../format/cx.ts'
import styles from './picture.module.css'

interface ThumbProps {
  src: string | null
  /** Empty where the words beside it say what it is. */
  alt: string
  width: number
  height: number
  /** Transparency is shown as grey squares. */
  cutout?: boolean
  /** Drawn in the empty place of a picture that is still to come. */
  icon?: LucideIcon
}

/** A small picture in a row, or its empty place: before it is there, and when it cannot be loaded. */
export function Thumb({ src, alt, width, height, cutout = false, icon: Icon }: ThumbProps): JSX.Element {
  const [broken, setBroken] = useState<string | null>(null)
  const size = { width, height }
  if (src === null || broken === src) {
    return (
      <span className={cx(styles.thumb, styles.blank)} style={size}>
        {Icon && <Icon size={16} strokeWidth={1.5} aria-hidden />}
      </span>
    )
  }
  if (cutout) {
    return (
      <span className={cx(styles.thumb, styles.checker, styles.fine)} style={size}>
        <img src={src} alt={alt} decoding="async" draggable={false} onError={() => setBroken(src)} />
      </span>
    )
  }
  return (
    <img
      className={styles.thumb}
      style={size}
      src={src}
      alt={alt}
      decoding="async"
      draggable={false}
      onError={() => setBroken(src)}
    />
  )
}

interface PairProps {
  /** Left out where there is none: a picture that is made of words alone. */
  before?: string | null
  after: string | null
  /** The result has transparency. */
  cutout?: boolean
  /** Results beside the one that is shown. */
  more?: number
}

/** Before and after, 56 × 42 each. */
export function Pair({ before, after, cutout = true, more = 0 }: PairProps): JSX.Element {
  return (
    <span className={styles.pair}>
      {before !== undefined && <Thumb src={before} alt="" width={56} height={42} />}
      <span className={styles.last}>
        <Thumb src={after} alt="" width={56} height={42} cutout={cutout} />
        {more > 0 && <span className={cx(styles.tag, styles.more)}>+{more}</span>}
      </span>
    </span>
  )
}
