import { z } from 'zod'
import type { Skill } from '../catalogue/skill.ts'
import { offeredValues } from '../form/plain-schema.ts'
import { propertiesOf } from '../form/skill-form.ts'
import { isRecord, type Json } from '../json.ts'
import { skillQuote } from './skill-quote.ts'
import { waysOf } from './ways.ts'

/** What one picture takes with these values; null where the service shows no price for them, or none that is understood. */
export const listedPrice = z.object({
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  credits: z.number().nullable(),
})
export type ListedPrice = z.infer<typeof listedPrice>

/** A catalogue with more rows than this has no list worth showing. */
const maxRows = 60

/** Every price of a Skill, one row for each combination of the choices that its price list names. One row where none does. */
export function priceList(skill: Skill): ListedPrice[] {
  const named = new Set<string>()
  collect(skill.pricing, named)
  const fields = Object.entries(propertiesOf(skill)).flatMap(([name, schema]) => {
    const values = offeredValues(schema).filter(isWord)
    const decides = values.length > 0 && (named.has(name) || values.some((value) => named.has(String(value))))
    return decides ? [{ name, values }] : []
  })
  return waysOf(fields, maxRows).map((values) => ({ values, credits: skillQuote(skill, values, 0).credits }))
}

const isWord = (value: Json): value is string | number | boolean => value !== null && typeof value !== 'object'

function collect(node: Json, into: Set<string>): void {
  if (typeof node === 'string') into.add(node)
  else if (Array.isArray(node)) for (const entry of node) collect(entry, into)
  else if (isRecord(node))
    for (const [key, entry] of Object.entries(node)) {
      into.add(key)
      collect(entry, into)
    }
}

/** The row of the list for these values. Looks up, never adds up. */
export const priceFor = (list: readonly ListedPrice[], values: Readonly<Record<string, Json>>): number | null =>
  list.find((row) => Object.entries(row.values).every(([name, value]) => values[name] === value))?.credits ?? null
