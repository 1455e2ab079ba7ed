import { type JSX, useId } from 'react'
import { perLanguage, t } from '../../format/messages.ts'
import styles from './create.module.css'

/** Sides of the little shape, from a ratio written "16:9"; the area stays about the same. */
function shapeOf(ratio: string): { width: number; height: number } | null {
  const [across, down] = ratio.split(':').map(Number)
  if (!across || !down) return null
  const side = 19
  const stretch = Math.sqrt(across / down)
  const width = Math.min(30, Math.max(9, side * stretch))
  return { width: Math.round(width), height: Math.round(Math.min(24, Math.max(9, (width * down) / across))) }
}

const labels = perLanguage(
  (): Record<string, string> => ({
    auto: t('Auto'),
    adaptive: t('Adaptive'),
  }),
)

interface RatioPickerProps {
  ratios: readonly string[]
  value: string
  onChoose: (ratio: string) => void
}

/** Ratios as shapes. */
export function RatioPicker({ ratios, value, onChoose }: RatioPickerProps): JSX.Element {
  const name = useId()
  return (
    <div className={styles.shapes} role="radiogroup" aria-label={t('Ratio')}>
      {ratios.map((ratio) => {
        const shape = shapeOf(ratio)
        return (
          <label key={ratio} className={styles.shape}>
            <input type="radio" name={name} checked={ratio === value} onChange={() => onChoose(ratio)} />
            <span className={styles.box} aria-hidden="true">
              {shape ? <i style={shape} /> : <i className={styles.auto} />}
            </span>
            {labels()[ratio] ?? ratio}
          </label>
        )
      })}
    </div>
  )
}
