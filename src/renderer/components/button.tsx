import type { ComponentProps, JSX } from 'react'
import { cx } from '../format/cx.ts'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'secondary' | 'quiet' | 'destructive' | 'final'
  small?: boolean
  wide?: boolean
  /** Holds an icon only; give it an aria-label. */
  square?: boolean
}

/** Every button but the one that spends. */
export function Button({
  look = 'secondary',
  small = false,
  wide = false,
  square = false,
  className,
  ...rest
}: ButtonProps): JSX.Element {
  const final = look === 'final'
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        styles.button,
        final ? styles.destructive : styles[look],
        final && styles.final,
        small && styles.small,
        wide && styles.wide,
        square && styles.square,
        className,
      )}
    />
  )
}
