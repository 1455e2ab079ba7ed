import type { SkillView } from '../../contract/catalogue.ts'
import type { InspectedFile } from '../../contract/files.ts'
import { type SkillField, skillField } from '../../domain/form/skill-fields.ts'
import { isRecord, type Json } from '../../domain/json.ts'
import { type ListedPrice, listedPrice } from '../../domain/quote/skill-prices.ts'
import { t } from '../format/messages.ts'
import type { NamedFile, SkillForm } from './skill-form.ts'

/** What the catalogue said when a form was last touched, so that a later one can be held against it. */
export interface CatalogueSeen {
  fields: SkillField[]
  prices: ListedPrice[]
}

/** A form as it lies on the disk: its files, to be looked at again. */
export interface SkillDraft {
  values: Record<string, Json>
  files: NamedFile[]
  pictures: Record<string, NamedFile[]>
  reencode: string[]
  clearedAt: string | null
  seen: CatalogueSeen | null
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** Files, or what an earlier version kept of them: what they are called it did not know. */
const namedFiles = (value: unknown): NamedFile[] =>
  (Array.isArray(value) ? value : []).flatMap((each) => {
    if (typeof each === 'string') return [{ file: each, name: t('a picture') }]
    return isRecord(each) && typeof each.file === 'string' && typeof each.name === 'string'
      ? [{ file: each.file, name: each.name }]
      : []
  })

/** A draft comes back as plain JSON: only what fits is taken over. */
export function readDraft(draft: unknown): SkillDraft {
  const has = isRecord(draft) ? draft : {}
  return {
    // What came over the bridge is JSON; each field takes from it what fits it.
    values: isRecord(has.values) ? (has.values as Record<string, Json>) : {},
    files: namedFiles(has.files),
    pictures: isRecord(has.pictures)
      ? Object.fromEntries(Object.entries(has.pictures).map(([field, files]) => [field, namedFiles(files)]))
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

const named = ({ file, name }: InspectedFile): { file: string; name: string } => ({ file, name })

export function draftOf(form: SkillForm & { clearedAt: string | null }, seen: CatalogueSeen | null): Json {
  return {
    values: { ...form.values },
    files: form.files.map(named),
    pictures: Object.fromEntries(Object.entries(form.pictures).map(([field, files]) => [field, files.map(named)])),
    reencode: [...form.reencode],
    clearedAt: form.clearedAt,
    seen: seen === null ? null : { fields: seen.fields, prices: seen.prices },
  }
}

export const seenOf = (skill: SkillView): CatalogueSeen => ({ fields: skill.fields, prices: skill.prices })
