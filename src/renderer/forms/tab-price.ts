import type { SkillView } from '../../contract/catalogue.ts'
import { priceFor } from '../../domain/quote/skill-prices.ts'
import { behind } from '../format/list-age.ts'
import { standingValues, type Values } from './skill-form.ts'

/** What one request was quoted at, by the price list of this time. */
export interface Quoted {
  credits: number | null
  readAt: string | null
}

/**
 * What the tab of a Skill says one request costs. A quote of an older list than the one at hand is no price any more: then,
 * and before there is any, it is the list's own for what is set, as the form and what changed of it have it.
 * @returns null where none is known; `stands`: of what is set, and not of a form as it is by itself
 */
export function tabPrice(
  { fields, prices, credits }: Pick<SkillView, 'fields' | 'prices' | 'credits'>,
  values: Values,
  quoted: Quoted | null,
  listReadAt: string | null,
): { credits: number; stands: boolean } | null {
  if (quoted !== null && quoted.credits !== null && behind(listReadAt, quoted.readAt) !== 'quote')
    return { credits: quoted.credits, stands: true }
  const isSet = Object.keys(values).length > 0
  const listed = isSet ? priceFor(prices, standingValues(fields, values)) : null
  if (listed !== null) return { credits: listed, stands: true }
  return credits === null ? null : { credits, stands: false }
}
