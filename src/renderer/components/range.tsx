import type { JSX } from 'react'
import styles from './range.module.css'

interface RangeProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** What the value means, for screen readers: "100%". */
  valueText?: string
  onChange: (value: number) => void
}

export function Range({ label, valueText, onChange, ...rest }: RangeProps): JSX.Element {
  return (
    <input
      {...rest}
      className={styles.range}
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}
