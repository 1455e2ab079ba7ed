import { type JSX, useId } from 'react'
import { cx } from '../format/cx.ts'
import { perLanguage, t } from '../format/messages.ts'
import pictures from './picture.module.css'
import styles from './surround-picker.module.css'

const surrounds = ['bench', 'squares', 'light', 'dark'] as const
/** For an edge, which each of them shows something else of. */
export const edgeSurrounds = ['bench', 'squares', 'light', 'grey', 'dark', 'green'] as const
export type Surround = (typeof edgeSurrounds)[number]

const looks = perLanguage(
  (): Record<Surround, { label: string; colour: string | undefined }> => ({
    bench: {
      label: t('Match window'),
      colour: 'var(--bench)',
    },
    squares: { label: t('Squares'), colour: undefined },
    light: {
      label: t('Light'),
      colour: '#ffffff',
    },
    grey: {
      label: t('Mid gray'),
      colour: '#808080',
    },
    dark: {
      label: t('Dark'),
      colour: '#000000',
    },
    // What no photograph has around it: leftovers of an edge stand out.
    green: {
      label: t('Green'),
      colour: '#00b140',
    },
  }),
)

export const colourOf = (surround: Surround): string | undefined => looks()[surround].colour

/** What lies around and behind a picture while it is judged. */
export function SurroundPicker({
  of = surrounds,
  value,
  onChoose,
}: {
  of?: readonly Surround[]
  value: Surround
  onChoose: (surround: Surround) => void
}): JSX.Element {
  const name = useId()
  return (
    <span className={styles.surrounds} role="radiogroup" aria-label={t('Surround')}>
      {of.map((each) => (
        <label
          key={each}
          className={cx(styles.surround, each === 'squares' && pictures.checker, each === 'squares' && pictures.fine)}
          style={{ backgroundColor: looks()[each].colour }}
          title={looks()[each].label}
        >
          <input
            type="radio"
            name={name}
            aria-label={looks()[each].label}
            checked={each === value}
            onChange={() => onChoose(each)}
          />
        </label>
      ))}
    </span>
  )
}
