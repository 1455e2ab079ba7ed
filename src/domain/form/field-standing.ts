import type { Json } from '../json.ts'

/** Whether a field counts with what is chosen elsewhere on the form: drawn and sent, drawn and not sent, or neither. */
export type Standing = { is: 'used' } | { is: 'passed-over'; why: string } | { is: 'away' }

const used: Standing = { is: 'used' }
const away: Standing = { is: 'away' }

const isFilled = (value: Json | undefined): boolean => typeof value === 'string' && value.trim() !== ''

/**
 * The service passes some fields over (§4.12, §4.13; A18); what it would pass over is not sent. Hangs on the fields a form
 * has, like the rules of `skill-rules.ts`.
 * @param has whether the form has a field of this name
 */
export function standingOf(
  name: string,
  values: Readonly<Record<string, Json>>,
  has: (name: string) => boolean,
): Standing {
  if (has('mode') && has('customPrompt')) {
    if (name === 'customPrompt') return values.mode === 'custom' ? used : away
    if ((name === 'ratio' || name === 'quality') && values.mode === 'white') return away
  }
  if (name === 'styleId' && has('customStyle') && isFilled(values.customStyle))
    return { is: 'passed-over', why: 'Your own style counts. Empty it to choose one of these.' }
  return used
}
