import type { SpendText } from '../../contract/spend-acts.ts'
import { figure } from './format.ts'
import { apart, t as words } from './messages.ts'

declare const isKnown: unique symbol

/** Words of a button that spends, which main knows too: made here alone, so that no button comes without them. */
export type SpendAct = string & { readonly [isKnown]: true }

/** As `t`, of the texts of `contract/spend-acts.ts` alone. @param values how many requests are bought */
export function spendAct(text: SpendText, values: Readonly<Record<string, number>> = {}): SpendAct {
  const shown = Object.entries(values).map(([name, count]) => [
    name,
    text.includes(', plural,') ? count : figure(count),
  ])
  return words(text, Object.fromEntries(shown)) as SpendAct
}

/** The engine's own words for a choice that is paid for. */
export const choiceAct = (label: string): SpendAct => apart(label) as SpendAct
