import type { FieldOf, SkillField } from '../form/skill-fields.ts'
import type { Json } from '../json.ts'
import type { LinkTo } from './link.ts'

/**
 * `unknown`: the Skill draws no such field · `value`: not a choice, too long, out of range · `picture`, `consent`: never
 * by a link · `shape`: nothing that a link could write.
 */
export type WhyLeft = 'unknown' | 'value' | 'picture' | 'consent' | 'shape'

/** What of a link goes into a Skill's form, and what of it does not: fields by their labels, where they have one. */
export interface LinkedValues {
  values: Record<string, Json>
  left: { field: string; why: WhyLeft }[]
}

type Read = { value: Json } | { why: WhyLeft }

/**
 * Holds a link's words against the live form (§4.7). Never a picture, a consent or a list of entries, and never a field
 * that the Skill does not draw: those are the app's own (`requestId`, `confirmedCredits` …) or unknown.
 */
export function linkedValues(fields: readonly SkillField[], asked: LinkTo<'skill'>['values']): LinkedValues {
  const found: LinkedValues = { values: {}, left: [] }
  for (const { field: name, value } of asked) {
    const field = fields.find((each) => each.name === name)
    const read: Read = field ? readAs(field, value) : { why: 'unknown' }
    if ('why' in read) found.left.push({ field: field?.label ?? name, why: read.why })
    else found.values[name] = read.value
  }
  return found
}

function readAs(field: SkillField, text: string): Read {
  switch (field.kind) {
    case 'text':
      return valued([...text.trim()].length <= (field.most ?? Number.POSITIVE_INFINITY) ? text : undefined)
    case 'choice':
      return valued(field.options.find(({ value }) => String(value) === text)?.value)
    case 'several':
      return valued(severalOf(field, text))
    case 'switch':
      return valued(text === 'true' || text === 'false' ? text === 'true' : undefined)
    case 'number':
      return valued(numberOf(field, text))
    case 'picture':
    case 'consent':
      return { why: field.kind }
    case 'entries':
    case 'other':
      return { why: 'shape' }
  }
}

const valued = (value: Json | undefined): Read => (value === undefined ? { why: 'value' } : { value })

function severalOf(field: FieldOf<'several'>, text: string): Json | undefined {
  const words = text.split(',').map((word) => word.trim())
  const values = field.options.map(({ value }) => value).filter((value) => words.includes(String(value)))
  const isWhole = values.length === new Set(words).size
  return isWhole && values.length <= (field.most ?? values.length) ? values : undefined
}

function numberOf(field: FieldOf<'number'>, text: string): number | undefined {
  if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return undefined
  const value = Number(text)
  const fits = value >= (field.least ?? value) && value <= (field.most ?? value)
  return fits && (!field.isWhole || Number.isInteger(value)) ? value : undefined
}
