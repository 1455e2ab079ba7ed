import type { Model } from '../../domain/catalogue/model.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import type { Json } from '../../domain/json.ts'
import { generationQuote } from '../../domain/quote/generation-quote.ts'
import { pricelessQuote, type Quote } from '../../domain/quote/quote.ts'
import { skillQuote } from '../../domain/quote/skill-quote.ts'

type Fields = Record<string, Json>

/** What a generation costs by a list that was read then. What is gone from the list has no price any more (O71). */
export function generationPrice(
  { fields, modelName, references }: { fields: Fields; modelName: string; references: number },
  models: Model[],
  readAtMs: number,
): Quote {
  const model = models.find(({ id }) => id === fields.modelId)
  return model
    ? generationQuote(model, fields, references, readAtMs)
    : pricelessQuote('unavailable', modelName, readAtMs)
}

/** What a run of a Skill costs by a list that was read then. */
export function skillPrice(
  { skill: id, fields }: { skill: string; fields: Fields },
  skills: Skill[],
  readAtMs: number,
): Quote {
  const skill = skills.find((entry) => entry.id === id)
  // The sum that was agreed on goes along and decides no price.
  const { confirmedCredits: _, ...asked } = fields
  return skill ? skillQuote(skill, asked, readAtMs) : pricelessQuote('unavailable', id, readAtMs)
}
