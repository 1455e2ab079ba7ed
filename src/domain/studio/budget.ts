import { type CapRefusal, capRefusal, type Sums } from '../quote/cap.ts'
import { tidy } from '../quote/tidy.ts'
import { creditsInWords } from '../request/money-words.ts'

export const scopes = ['studio', 'project', 'person'] as const
export type Scope = (typeof scopes)[number]

/** What may be spent at most, in credits. Null: no cap. */
export interface Budget {
  scope: Scope
  /** Of the project or the person; empty for the studio's own. */
  name: string
  /** In any 24 hours. */
  perDay: number | null
  /** With one order. */
  perOrder: number | null
}

export interface BudgetRefusal {
  budget: Pick<Budget, 'scope' | 'name'>
  refusal: CapRefusal
}

/**
 * Why an order does not fit under one of the budgets that it touches; null: it does. Decided by the same rule as the caps of
 * one computer, so that what is not known never fits.
 * @param budgets each with what is held under it now
 * @param credits of the whole order; null where they are not known
 * @param counted `order`: all that is approved counts; `submit`: what only waits does not, so that of several that no longer
 *   fit together under a lowered budget the first ones still do
 */
export function budgetRefusal(
  budgets: readonly (Budget & { held: Sums })[],
  credits: number | null,
  counted: 'order' | 'submit',
): BudgetRefusal | null {
  for (const { scope, name, perDay, perOrder, held } of budgets) {
    const { spent, inFlight, waiting } = held
    const reserved = counted === 'order' ? plus(inFlight, waiting) : inFlight
    const refusal =
      (counted === 'order' ? capRefusal('batch', perOrder, { spent: 0, reserved: 0 }, credits) : null) ??
      capRefusal('day', perDay, { spent, reserved }, credits)
    if (refusal !== null) return { budget: { scope, name }, refusal }
  }
  return null
}

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : tidy(a + b))

/** In which order budgets are locked, everywhere: two orders that touch the same ones never wait for each other. */
export const byLockOrder = (a: Pick<Budget, 'scope' | 'name'>, b: Pick<Budget, 'scope' | 'name'>): number =>
  scopes.indexOf(a.scope) - scopes.indexOf(b.scope) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** Whose budget it is and what is left of it, in a sentence. */
export function budgetSentence({ budget: { scope, name }, refusal }: BudgetRefusal): string {
  const { which, cap, spent, reserved, left, credits } = refusal
  const whose = scope === 'studio' ? 'The studio’s budget' : `The budget of ${name}`
  const known = (sum: number | null): string => (sum === null ? 'an amount not known yet' : String(sum))
  const cost = credits === null ? 'Its price is not known' : `It costs ${creditsInWords(credits)}`
  if (which === 'batch') return `${cost}. ${whose} is ${creditsInWords(cap)} with one order.`
  const rest = left === null ? 'what is left cannot be told' : `${left} ${left === 1 ? 'is' : 'are'} left`
  return `${cost}. ${whose} is ${creditsInWords(cap)} in 24 hours: ${known(spent)} spent, ${known(reserved)} reserved for other orders, so ${rest}.`
}
