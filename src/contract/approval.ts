import { choiceIds } from '../domain/request/receipt.ts'
import type { CallInput } from './ipc.ts'

/**
 * What a button that spends stands for, in one word: the window puts it on the button (`data-approves`, several with spaces
 * between), the preload reads it there as a person presses, and main makes it anew from what it is asked to carry out. Its
 * end is the sum that the button shows.
 */
const approval = (what: string, { credits, ceilingCredits }: Sum): string =>
  `${what}:${ceilingCredits ?? credits ?? unknown}`

interface Sum {
  credits?: number | null | undefined
  /** The most that a person named; shown in place of a price. */
  ceilingCredits?: number | null | undefined
}

const unknown = 'unknown'

type Order = Pick<CallInput<'orders.approve'>, 'contentHash' | 'credits' | 'ceilingCredits'>
type Choice = Pick<CallInput<'requests.decide'>, 'id' | 'choice' | 'credits' | 'ceilingCredits'>

/** Of a quote, by the hash over all that is bought. */
export const approvalOfOrder = ({ contentHash, ...sum }: Order): string => approval(`order-${contentHash}`, sum)

/** Of a choice about one request, which says by its id what is bought. */
export const approvalOfChoice = ({ id, choice, ...sum }: Choice): string => approval(`${id}-${choice}`, sum)

/** The two forms that the functions above make, a sum as JavaScript writes it without an exponent, and nothing else. */
const made =
  /^(?:order-[\da-f]{64}|(?!order-)[\w-]{1,80}-[a-z]{1,40}):(?:unknown|(?:0|[1-9]\d{0,11})(?:\.\d{0,11}[1-9])?)$/

export const isApproval = (text: string): boolean => made.test(text)

/** What is bought, by its hash or by the choice about a request. @param text one that `isApproval` */
export function boughtOfApproval(text: string): { contentHash: string } | { choice: string } {
  const what = text.slice(0, text.lastIndexOf(':'))
  const order = 'order-'
  if (what.startsWith(order)) return { contentHash: what.slice(order.length) }
  return { choice: choiceIds.find((choice) => what.endsWith(`-${choice}`)) ?? '' }
}

/** Null where no price is known. @param text one that `isApproval` */
export function sumOfApproval(text: string): number | null {
  const sum = text.slice(text.lastIndexOf(':') + 1)
  return sum === unknown ? null : Number(sum)
}
