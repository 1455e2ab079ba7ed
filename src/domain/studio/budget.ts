import { assertNever } from '../assert-never.ts'
import { type CapRefusal, capRefusal, costInWords, heldInWords, reservedOf, type Sums } from '../quote/cap.ts'
import { creditsInWords } from '../request/money-words.ts'

export const scopes = ['studio', 'project', 'person'] as const
export type BudgetScope = (typeof scopes)[number]

/** What may be spent at most, in credits. Null: no cap. */
export interface StudioBudget {
  scope: BudgetScope
  /** Of the project or the person; empty for the studio's own. */
  name: string
  /** In any 24 hours. */
  perDay: number | null
  /** With one order. */
  perOrder: number | null
}

export interface BudgetRefusal {
  budget: Pick<StudioBudget, 'scope' | 'name'>
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
  budgets: readonly (StudioBudget & { held: Sums })[],
  credits: number | null,
  counted: 'order' | 'submit',
): BudgetRefusal | null {
  for (const { scope, name, perDay, perOrder, held } of budgets) {
    const reserved = counted === 'order' ? reservedOf(held) : held.inFlight
    const refusal =
      (counted === 'order' ? capRefusal('batch', perOrder, { spent: 0, reserved: 0 }, credits) : null) ??
      capRefusal('day', perDay, { spent: held.spent, reserved }, credits)
    if (refusal !== null)
      return {
        budget: { scope, name },
        refusal: { ...refusal, budget: { whose: whose({ scope, name }), raise: raise({ scope, name }) } },
      }
  }
  return null
}

/** In which order budgets are locked, everywhere: two orders that touch the same ones never wait for each other. */
export const byLockOrder = (a: Pick<StudioBudget, 'scope' | 'name'>, b: Pick<StudioBudget, 'scope' | 'name'>): number =>
  scopes.indexOf(a.scope) - scopes.indexOf(b.scope) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

const whose = ({ scope, name }: Pick<StudioBudget, 'scope' | 'name'>): string => {
  switch (scope) {
    case 'studio':
      return 'the studio’s budget'
    case 'project':
      return `the budget of the project ${name}`
    case 'person':
      return `${name}’s own budget`
    default:
      return assertNever(scope)
  }
}

/** For whoever reads it: who may not raise it asks somebody who may. */
const raise = ({ scope, name }: Pick<StudioBudget, 'scope' | 'name'>): string =>
  `A lead or an administrator can raise it, with “studio budget ${scope}${name === '' ? '' : ` ${name}`}”.`

/** Whose budget it is, what is left of it and who can raise it, in sentences. */
export function budgetSentence({ budget: { scope, name }, refusal }: BudgetRefusal): string {
  const { which, cap, credits } = refusal
  const subject = whose({ scope, name })
  const limit = `${costInWords(credits)}. ${subject.charAt(0).toUpperCase()}${subject.slice(1)} is ${creditsInWords(cap)}`
  const held = which === 'batch' ? ' with one order.' : ` in 24 hours: ${heldInWords(refusal)}`
  return `${limit}${held} ${raise({ scope, name })}`
}
