import { creditsInWords, moneySentenceOf } from '../request/money-words.ts'
import type { Receipt } from '../request/receipt.ts'
import { type Money, toldSoFar } from './money.ts'

/**
 * How far the service has spoken of the money of a request whose files are not all at home: three states, never mixed.
 * `charged`: it has named the sum. `taken`: it has the request, and the sum is not told. `unknown`: no answer says even
 * that, so that nothing may be called charged (§4.1 rule 5, §7.2).
 */
export const owedStates = ['charged', 'taken', 'unknown'] as const
export type OwedState = (typeof owedStates)[number]

export function owedStateOf({ acceptedAtMs, creditsUsed, creditsStatus }: Receipt): OwedState {
  if (creditsUsed !== null) return 'charged'
  return acceptedAtMs === null && creditsStatus === null ? 'unknown' : 'taken'
}

/** One sentence or two for a person, and for whoever is asked at the service. */
export function owedWords(receipt: Receipt, { charged, refunded, quoted }: Money): string {
  const estimate = quoted === null ? 'It had no readable price.' : `Quoted at ${creditsInWords(quoted)}.`
  switch (owedStateOf(receipt)) {
    case 'charged':
      return charged !== null && refunded === null
        ? `${creditsInWords(charged)} ${charged === 1 ? 'was' : 'were'} deducted. Some came back; how much is not told.`
        : moneySentenceOf(receipt)
    case 'taken': {
      const told = toldSoFar(receipt)
      return told === null
        ? `${estimate} The service has it, and has not told the charge yet.`
        : `${estimate} The service has it, and has told ${creditsInWords(told.charged)} for what it lists; the charge for the rest is not yet known.`
    }
    case 'unknown':
      return `${estimate} No answer says whether the service took it, so it is not known whether anything was charged.`
  }
}
