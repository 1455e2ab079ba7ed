import type { JSX } from 'react'
import { TextField } from '../../components/field.tsx'
import { t } from '../../format/messages.ts'
import { parseSum } from '../../format/typed-sum.ts'
import { picturesFor } from './watch-words.ts'

/** Why a cap cannot be taken, in words; null where it can. */
export function capProblem(text: string, each: number): string | null {
  const cap = parseSum(text)
  if (cap === null) return t('Enter a number of credits.')
  return cap < each ? t('One picture costs more than that.') : null
}

/** The most that a watch folder may order in one day. */
export function CapField({
  text,
  each,
  onText,
}: {
  text: string
  each: number
  onText: (text: string) => void
}): JSX.Element {
  const pictures = picturesFor(parseSum(text) ?? 0, each)
  return (
    <TextField
      label={t('Daily limit')}
      aside={t('credits')}
      inputMode="decimal"
      value={text}
      problem={capProblem(text, each)}
      note={
        pictures === null
          ? t('The most this folder may spend per day, midnight to midnight.')
          : t(
              'Enough for {pictures, plural, one {# picture} other {# pictures}} a day. More pictures wait until the next day.',
              { pictures },
            )
      }
      onText={onText}
    />
  )
}
