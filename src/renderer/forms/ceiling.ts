import { mostCeiling } from '../../contract/limits.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import { figure } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { parseSum } from '../format/typed-sum.ts'

type Due = Pick<QuoteView, 'requests' | 'price' | 'credits'>

/** Whether the price cannot be read and the service holds the order to a sum, so that a person names the most (M12). */
export const asksCeiling = (quote: Pick<QuoteView, 'takesCeiling' | 'problems'>, due: Due): boolean =>
  quote.takesCeiling && quote.problems.length === 0 && due.requests > 0 && due.price === 'unknown'

export interface TypedCeiling {
  /** The most for the whole order, in credits; null while it is none that can be held to. */
  credits: number | null
  /** What is wrong with what was typed; null where it is right, and while nothing is typed. */
  problem: string | null
}

/**
 * The most that a person types for an order of so many requests. The service compares whole credits for each request
 * (service.md §4.14, rule 3), so that less than one for each would start none of them.
 */
export function ceilingOf(text: string, requests: number): TypedCeiling {
  if (text.trim() === '') return { credits: null, problem: null }
  const sum = parseSum(text)
  if (sum === null || sum > mostCeiling) return { credits: null, problem: t('Enter a number of credits.') }
  if (sum < requests)
    return {
      credits: null,
      problem:
        requests === 1
          ? t('Enter 1 credit or more.')
          : t('Enter {requests} or more: 1 credit per request.', { requests: figure(requests) }),
    }
  return { credits: sum, problem: null }
}

/** Whether the price cannot be read, and the service takes no sum to hold the order to. */
export const isUnheld = (quote: Pick<QuoteView, 'takesCeiling' | 'problems' | 'price' | 'requests'> | null): boolean =>
  quote !== null && quote.price === 'unknown' && !quote.takesCeiling && quote.problems.length === 0

export const unheldWords = (): string =>
  t(
    'The service shows a price this version can’t read and accepts no upper limit for this order. By ordering you accept whatever it charges; the receipt shows it.',
  )
