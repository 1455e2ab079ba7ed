import { Star } from 'lucide-react'
import { type JSX, useId } from 'react'
import { cx } from '../format/cx.ts'
import { t } from '../format/messages.ts'
import styles from './marks.module.css'

const five = [1, 2, 3, 4, 5] as const

/** Stars as radio buttons, so that arrow keys and screen readers know them; the chosen one again takes them off. */
export function Stars({ rating, onRate }: { rating: number; onRate: (rating: number) => void }): JSX.Element {
  const name = useId()
  return (
    <span className={styles.stars} role="radiogroup" aria-label={t('Rating')}>
      {five.map((star) => (
        <label
          key={star}
          className={cx(styles.star, star <= rating && styles.on)}
          title={t('{star, plural, one {# star} other {# stars}}', { star })}
        >
          <input
            type="radio"
            name={name}
            aria-label={t('{star, plural, one {# star} other {# stars}}', { star })}
            checked={star === rating}
            onChange={() => onRate(star)}
            onClick={() => {
              if (star === rating) onRate(0)
            }}
          />
          <Star size={16} strokeWidth={1.6} fill={star <= rating ? 'currentColor' : 'none'} aria-hidden />
        </label>
      ))}
    </span>
  )
}
