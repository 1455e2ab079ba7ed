import type { Skill } from '../catalogue/skill.ts'
import { defaultsOf, isChoice, propertiesOf } from '../form/skill-form.ts'
import type { Json } from '../json.ts'
import { knownQuote, pricelessQuote, type Quote } from './quote.ts'
import { tidy } from './tidy.ts'
import { unitPrice } from './walk-pricing.ts'

/** What one run of a Skill is expected to cost, from the live catalogue (§4.7). */
export function skillQuote(skill: Skill, fields: Record<string, Json>, pricesReadAtMs: number): Quote {
  const images = imagesOf(fields)
  const properties = propertiesOf(skill)
  const found = unitPrice(
    skill.pricing,
    { ...defaultsOf(skill), ...fields },
    {
      isField: (name) => Object.hasOwn(properties, name),
      isChoice: (name) => isChoice(properties[name]),
    },
  )
  const said = [fields.mode, fields.quality].filter((word) => typeof word === 'string')
  const label = [skill.id, ...said].join(', ')
  if (found.price !== 'known') return pricelessQuote(found.price, label, pricesReadAtMs)
  const credits = tidy(found.credits * images)
  if (!Number.isFinite(credits)) return pricelessQuote('unknown', label, pricesReadAtMs)
  const amount = images === 1 ? String(credits) : `${images} × ${found.credits}`
  return knownQuote(credits, [{ label, amount, credits }], pricesReadAtMs)
}

/** One paid image, or one for each module that is sent (§4.11; A20). */
function imagesOf(fields: Record<string, Json>): number {
  if (!Array.isArray(fields.modules)) return 1
  return fields.modules.length + (Array.isArray(fields.customModules) ? fields.customModules.length : 0)
}
