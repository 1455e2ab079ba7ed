import type { LucideIcon } from 'lucide-react'
import { type JSX, type ReactNode, useId } from 'react'
import { cx } from '../format/cx.ts'
import styles from './choices.module.css'
import { FieldLabel } from './field.tsx'

interface SegmentedProps<T extends string> {
  label: string
  /** `off`: shown, but not to be had with what else is chosen; the reason stands beside it. */
  options: readonly { value: T; label: string; icon?: LucideIcon; off?: boolean }[]
  value: T
  onChoose: (value: T) => void
  wide?: boolean
}

/** One of a few. Native radio buttons: arrow keys, forms and screen readers know them. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChoose,
  wide = false,
}: SegmentedProps<T>): JSX.Element {
  const name = useId()
  return (
    <div className={cx(styles.segments, wide && styles.wide)} role="radiogroup" aria-label={label}>
      {options.map(({ value: each, label, icon: Icon, off = false }) => (
        <label key={each} className={cx(styles.segment, off && styles.off)}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            disabled={off}
            onChange={() => onChoose(each)}
          />
          {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}
          <span className={styles.word}>{label}</span>
        </label>
      ))}
    </div>
  )
}

interface SegmentedFieldProps<T extends string> extends SegmentedProps<T> {
  aside?: string | null
  /** Below the choice: what is wrong with it, or worth knowing. */
  children?: ReactNode
}

/** One of a few, under its name. */
export const SegmentedField = <T extends string>({
  aside,
  children,
  wide = true,
  ...choice
}: SegmentedFieldProps<T>): JSX.Element => (
  <div>
    <FieldLabel label={choice.label} aside={aside} />
    <Segmented {...choice} wide={wide} />
    {children}
  </div>
)

interface FilterTabsProps<T extends string> {
  label: string
  options: readonly { value: T; label: string; count?: number; asks?: boolean }[]
  value: T
  onChoose: (value: T) => void
}

/** Which rows of a list are shown, with how many there are of each where that is known. */
export function FilterTabs<T extends string>({ label, options, value, onChoose }: FilterTabsProps<T>): JSX.Element {
  const name = useId()
  return (
    <div className={styles.tabs} role="radiogroup" aria-label={label}>
      {options.map(({ value: each, label, count, asks }) => (
        <label key={each} className={styles.tab}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onChoose(each)}
          />
          {label}
          {count !== undefined && (
            <>
              {' '}
              <span className={cx(styles.count, asks && count > 0 && styles.asks)}>{count}</span>
            </>
          )}
        </label>
      ))}
    </div>
  )
}
