import type { Model } from '../../../../src/domain/catalogue/model.ts'
import type { Skill } from '../../../../src/domain/catalogue/skill.ts'
import { generationQuote } from '../../../../src/domain/quote/generation-quote.ts'
import { skillQuote } from '../../../../src/domain/quote/skill-quote.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { readModels, readSkills } from '../../../../src/engine/catalogue/read-lists.ts'
import type { Db } from '../../../../src/engine/store/database.ts'
import { serviceOrigin } from './remote.ts'

const youngMs = 5 * 60_000

/** So near to five minutes nobody can tell from outside on which side it was. */
const edgeMs = 2000

/** A look takes a while, the more where no answer comes. */
const lookMs = 3 * 60_000

/**
 * Whether a paid request leaves at more than was accepted, by a list that this home has read and that is young, while the
 * price that was accepted is not; or without that anybody looked. A list that cannot be read holds nothing back.
 * @param lookedAtMs when a list was last asked for, by its name
 * @returns `wrong` in words; null where there is nothing to compare
 */
export function priceCheck(
  db: Db,
  { order, quote }: Receipt,
  nowMs: number,
  lookedAtMs: ReadonlyMap<string, number>,
): { wrong: string | null } | null {
  const isYoung = (readMs: number, limitMs: number) => nowMs >= readMs && nowMs - readMs <= limitMs
  if (quote.credits === null || isYoung(quote.pricesReadAtMs, youngMs + edgeMs)) return null
  const name = order.kind === 'generation' ? 'models' : 'skills'
  const row = db
    .prepare<[string, string], { value: string; readMs: number }>(
      'SELECT value, read_ms AS readMs FROM caches WHERE origin = ? AND name = ?',
    )
    .get(serviceOrigin, name)
  const looked = lookedAtMs.get(name) ?? Number.POSITIVE_INFINITY
  const isKnown = row !== undefined && isYoung(row.readMs, youngMs + edgeMs)
  if (!isKnown && !isYoung(looked, youngMs + lookMs)) return { wrong: 'is sent again without a look at its price' }
  if (row === undefined || !isYoung(row.readMs, youngMs - edgeMs)) return null
  const credits = order.kind === 'generation' ? ofModel(row.value, order) : ofSkill(row.value, order)
  if (credits !== null && credits <= quote.credits) return { wrong: null }
  return { wrong: `is sent again at ${credits ?? 'no price'}, and ${quote.credits} was accepted` }
}

type Of<Kind extends Receipt['order']['kind']> = Extract<Receipt['order'], { kind: Kind }>

function ofModel(list: string, order: Of<'generation'>): number | null {
  const model = (readModels(JSON.parse(list)) ?? []).find(({ id }: Model) => id === order.fields.modelId)
  return model ? generationQuote(model, order.fields, order.references.length, 0).credits : null
}

function ofSkill(list: string, order: Of<'skill'>): number | null {
  const skill = (readSkills(JSON.parse(list)) ?? []).find(({ id }: Skill) => id === order.skill)
  return skill ? skillQuote(skill, order.fields, 0).credits : null
}
