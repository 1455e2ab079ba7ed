import type { SkillView } from '../../contract/views.ts'
import { type SkillField, skillField } from '../../domain/form/skill-fields.ts'
import { isRecord, type Json } from '../../domain/json.ts'
import { type ListedPrice, listedPrice } from '../../domain/quote/skill-prices.ts'
import type { SkillForm } from './skill-form.ts'

/** What the catalogue said when a form was last touched, so that a later one can be held against it. */
export interface CatalogueSeen {
  fields: SkillField[]
  prices: ListedPrice[]
}

/** A form as it lies on the disk: files by their paths, to be looked at again. */
export interface SkillDraft {
  values: Record<string, Json>
  files: string[]
  pictures: Record<string, string[]>
  reencode: string[]
  clearedAt: string | null
  seen: CatalogueSeen | null
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** A draft comes back as plain JSON: only what fits is taken over. */
export function readDraft(draft: unknown): SkillDraft {
  const has = isRecord(draft) ? draft : {}
  return {
    // What came over the bridge is JSON; each field takes from it what fits it.
    values: isRecord(has.values) ? (has.values as Record<string, Json>) : {},
    files: strings(has.files),
    pictures: isRecord(has.pictures)
      ? Object.fromEntries(Object.entries(has.pictures).map(([field, paths]) => [field, strings(paths)]))
      : {},
    reencode: strings(has.reencode),
    clearedAt: typeof has.clearedAt === 'string' ? has.clearedAt : null,
    seen: readSeen(has.seen),
  }
}

function readSeen(seen: unknown): CatalogueSeen | null {
  if (!isRecord(seen)) return null
  const fields = skillField.array().safeParse(seen.fields)
  const prices = listedPrice.array().safeParse(seen.prices)
  return fields.success && prices.success ? { fields: fields.data, prices: prices.data } : null
}

export function draftOf(form: SkillForm & { clearedAt: string | null }, seen: CatalogueSeen | null): Json {
  return {
    values: { ...form.values },
    files: form.files.map((file) => file.path),
    pictures: Object.fromEntries(
      Object.entries(form.pictures).map(([field, files]) => [field, files.map((file) => file.path)]),
    ),
    reencode: [...form.reencode],
    clearedAt: form.clearedAt,
    seen: seen === null ? null : { fields: seen.fields, prices: seen.prices },
  }
}

export const seenOf = (skill: SkillView): CatalogueSeen => ({ fields: skill.fields, prices: skill.prices })
