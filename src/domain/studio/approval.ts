import { costInWords } from '../quote/cap.ts'
import { creditsInWords } from '../request/money-words.ts'

/**
 * Why an order waits for a lead, in a sentence; null: it does not. What is not known, or no number, is above every limit.
 * @param limit what the person may order with one order; null: any sum
 * @param credits of the whole order
 */
export const aboveLimit = (name: string, limit: number | null, credits: number | null): string | null =>
  limit === null || (credits !== null && credits <= limit)
    ? null
    : `${costInWords(credits)} as a whole order, and ${name} may order for ${creditsInWords(limit)} at most alone.`

/** Somebody of a studio, and what they are to an order. */
export interface Answerer {
  role: 'designer' | 'lead' | 'admin'
  /** Whether the order is their own. */
  isOwn: boolean
}

/**
 * Why somebody may not answer a question of an order, in a sentence; null: they may. One's own order one answers oneself, but
 * for its approval: that is always somebody else's.
 * @param approves the answer approves an order above its person's limit
 */
export function answerRefusal({ role, isOwn }: Answerer, approves: boolean): string | null {
  if (role === 'designer' && !isOwn) return 'It is somebody else’s order: they, a lead or an administrator may answer.'
  if (!approves) return null
  if (role === 'designer') return 'It is above what may be ordered alone: a lead or an administrator has to approve it.'
  return isOwn ? 'It is your own order: another lead or administrator has to approve it.' : null
}
