import { type ComponentProps, type JSX, useState } from 'react'
import { TextField } from '../../components/field.tsx'
import { t } from '../../format/messages.ts'
import { typedSeconds } from './typed-seconds.ts'

interface Props extends Pick<ComponentProps<typeof TextField>, 'label' | 'aside' | 'problem'> {
  value: number | null
  onSeconds: (seconds: number | null) => void
}

/** A length in seconds. What was typed stands as it was typed, until the length changes from elsewhere. */
export function SecondsField({ value, problem = null, onSeconds, ...rest }: Props): JSX.Element {
  const [typed, setTyped] = useState('')
  const text = typedSeconds(typed) === value ? typed : value === null ? '' : String(value)
  const isNone = text.trim() !== '' && typedSeconds(text) === null
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      value={text}
      problem={isNone ? t('Enter seconds above 0, like 7.5.') : problem}
      onText={(next) => {
        setTyped(next)
        onSeconds(typedSeconds(next))
      }}
    />
  )
}
