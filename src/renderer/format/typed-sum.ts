import { mostCredits } from '../../contract/limits.ts'
import { figure } from './format.ts'
import { perLanguage } from './messages.ts'

/** What parts thousands and what stands before a fraction, as `figure` writes them. */
const marks = perLanguage((locale) => {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_000_000.5)
  const markOf = (type: Intl.NumberFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? ''
  return { group: markOf('group'), point: markOf('decimal') }
})

/**
 * A number as people type it, 0 or more: with a point or a comma, or in groups of thousands as the window writes them.
 * Null where it is none, or where it may be another one too: "1000,500".
 */
export function typedNumber(text: string): number | null {
  const typed = text.trim()
  const { group, point } = marks()
  const whole = typed.split(point)[0] ?? ''
  const ungrouped = whole.replaceAll(group, '')
  const isGrouped = whole !== ungrouped && /^\d+$/.test(ungrouped) && figure(Number(ungrouped)) === whole
  // Three places after the mark of thousands are a fraction only where no thousands can stand before it: "0,500".
  if (!isGrouped && /^(?!0?[.,])\d+[.,]\d{3}$/.test(typed) && typed.at(-4) === group) return null
  const plain = isGrouped ? ungrouped + typed.slice(whole.length).replace(point, '.') : typed.replace(',', '.')
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

/** A sum of credits as it is typed; null where it is none. */
export function parseSum(text: string): number | null {
  const sum = typedNumber(text)
  return sum !== null && sum <= mostCredits ? sum : null
}
