import { Minus, Plus } from 'lucide-react'
import type { JSX } from 'react'
import { t } from '../format/messages.ts'
import styles from './choices.module.css'

interface StepperProps {
  label: string
  value: number
  least: number
  most: number
  onChange: (value: number) => void
}

export function Stepper({ label, value, least, most, onChange }: StepperProps): JSX.Element {
  return (
    <fieldset className={styles.stepper} aria-label={label}>
      <button type="button" aria-label={t('Fewer')} disabled={value <= least} onClick={() => onChange(value - 1)}>
        <Minus size={14} strokeWidth={1.75} aria-hidden />
      </button>
      <output aria-live="polite">{value}</output>
      <button type="button" aria-label={t('More')} disabled={value >= most} onClick={() => onChange(value + 1)}>
        <Plus size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </fieldset>
  )
}
