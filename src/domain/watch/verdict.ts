import type { Reencode } from '../request/receipt.ts'

/** What a quote for one file says, as far as it matters for ordering it without a person. */
export interface FileQuote {
  price: 'known' | 'unknown' | 'unavailable'
  credits: number | null
  requests: number
  problems: { message: string }[]
  leftOut: { message: string; original: { reencode: Reencode | null } | null }[]
  reencoded: unknown[]
  overCap: string | null
  alreadyPaid: { requestId: string; isOpen: boolean }[]
}

/**
 * What is to be done with a file. `wait`: a person has to look at it; `isForAll`: so it is with every other file of this
 * folder. `leave`: there is nothing to order.
 */
export type Verdict =
  | { do: 'order'; credits: number }
  | { do: 'wait'; message: string; isForAll: boolean }
  | { do: 'leave'; message: string }

const wait = (message: string, isForAll = false): Verdict => ({ do: 'wait', message, isForAll })

/** A watch folder accepts a known price within what was allowed, and nothing else: no copy, no resize, no risk. */
export function watchVerdict(quote: FileQuote, willAskResize: boolean): Verdict {
  const [left] = quote.leftOut
  if (left) return wait(left.message)
  const [problem] = quote.problems
  if (problem) return wait(problem.message, true)
  const [paid] = quote.alreadyPaid
  if (paid)
    return {
      do: 'leave',
      message: paid.isOpen
        ? `It is ordered already with the same settings, as ${paid.requestId.slice(0, 8)}. It was not ordered again.`
        : `It was made before with the same settings, as ${paid.requestId.slice(0, 8)}. It is in the library and was not ordered again.`,
    }
  if (willAskResize)
    return wait(
      'It is larger than the service works on, so it would have to be made smaller first. Nothing was ordered. Order it from the Skill’s form, where you can accept that.',
    )
  if (quote.reencoded.length > 0) return wait('It could go only as a copy encoded again. Nothing was ordered.')
  if (quote.overCap !== null) return wait(`${quote.overCap} Nothing was ordered.`, true)
  if (quote.price !== 'known' || quote.credits === null)
    return wait(
      'The service shows no price that can be read now. Nothing was ordered; it is looked at again by itself.',
      true,
    )
  if (quote.requests !== 1) return wait('It would make more than one order. Nothing was ordered.')
  return { do: 'order', credits: quote.credits }
}
