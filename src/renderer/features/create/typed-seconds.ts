import { typedNumber } from '../../format/typed-sum.ts'

/** Seconds as people type them; null where that is no length. */
export function typedSeconds(text: string): number | null {
  const seconds = typedNumber(text)
  return seconds !== null && seconds > 0 ? seconds : null
}
