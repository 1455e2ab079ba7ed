import { type JSX, useState } from 'react'
import { TextField } from '../../components/field.tsx'
import { t } from '../../format/messages.ts'

interface NumberFieldProps {
  label: string
  value: number | null
  least: number
  most: number
  /** Nothing typed means none. */
  canBeEmpty?: boolean
  aside?: string
  onNumber: (value: number | null) => void
}

/** A whole number; what is typed on the way to one stays in the field and changes nothing. */
export function WholeNumberField({
  label,
  value,
  least,
  most,
  canBeEmpty,
  aside,
  onNumber,
}: NumberFieldProps): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === null ? '' : String(value))
  const isFine = (text: string): boolean =>
    text === '' ? canBeEmpty === true : /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most
  return (
    <TextField
      label={label}
      aside={aside}
      inputMode="numeric"
      maxLength={6}
      value={shown}
      problem={isFine(shown) ? null : t('{least} to {most}', { least, most })}
      onText={(text) => {
        setTyped(text)
        if (isFine(text)) onNumber(text === '' ? null : Number(text))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
