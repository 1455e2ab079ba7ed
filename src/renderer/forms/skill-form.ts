import type { SkillView } from '../../contract/catalogue.ts'
import type { InspectedFile } from '../../contract/files.ts'
import type { CallInput } from '../../contract/ipc.ts'
import type { SkillOrder } from '../../contract/orders.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import { type Standing, standingOf } from '../../domain/form/field-standing.ts'
import type { Problem } from '../../domain/form/problem.ts'
import type { Choosable, FieldOf, SkillField } from '../../domain/form/skill-fields.ts'
import type { Json } from '../../domain/json.ts'
import { apart, t } from '../format/messages.ts'

type WatchForm = CallInput<'watch.price'>

/** What is set on a Skill's form, by field, whether the Skill still has the field or not. */
export type Values = Readonly<Record<string, Json>>

/** What a form holds that an order is made of. Files and pictures that cannot be used stay, with their reason. */
export interface SkillForm {
  values: Values
  /** Each makes a request of its own. */
  files: readonly InspectedFile[]
  /** For the other picture fields, the same for every request. */
  pictures: Readonly<Record<string, readonly InspectedFile[]>>
  /** Files that may go as the lossy copy that was offered for them. */
  reencode: readonly string[]
}

const isEntry = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isChoosable = (value: Json | undefined): value is Choosable =>
  typeof value === 'string' || typeof value === 'number'

export const textOf = (values: Values, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** What is chosen where the Skill still offers it, else what the schema starts with. */
export function chosenOf(field: FieldOf<'choice'>, values: Values): Choosable | null {
  const value = values[field.name]
  return isChoosable(value) && field.options.some((option) => option.value === value) ? value : field.start
}

export function severalOf(field: FieldOf<'several'>, values: Values): Choosable[] {
  const value = values[field.name]
  if (!Array.isArray(value)) return field.start
  return field.options.map((option) => option.value).filter((option) => value.includes(option))
}

export const entriesOf = (field: FieldOf<'entries'>, values: Values): { [key: string]: Json }[] => {
  const value = values[field.name]
  return Array.isArray(value) ? value.filter(isEntry) : []
}

const isBlank = (entry: { [key: string]: Json }): boolean =>
  Object.values(entry).every((value) => typeof value !== 'string' || value.trim() === '')

/** What a field would send, nothing where it is empty. What stands chosen on the form is always sent. */
function sentOf(field: SkillField, values: Values): Json | undefined {
  const value = values[field.name]
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '' ? value : undefined
    case 'choice':
      return chosenOf(field, values) ?? undefined
    case 'several': {
      const chosen = severalOf(field, values)
      // Nothing of a list that starts with nothing is the list left out. Modules left out are three that cost (§4.11).
      return chosen.length > 0 || field.start.length > 0 || field.name === 'modules' ? chosen : undefined
    }
    case 'entries': {
      const filled = entriesOf(field, values).filter((entry) => !isBlank(entry))
      return filled.length > 0 ? filled : undefined
    }
    case 'switch':
      return typeof value === 'boolean' ? value : field.start
    case 'number':
      return typeof value === 'number' ? value : undefined
    case 'consent':
      return value === true ? true : undefined
    case 'picture':
    case 'other':
      return undefined
  }
}

/** All values as they stand on the form, the schema's starts among them: what decides which fields and prices count. */
export function standingValues(fields: readonly SkillField[], values: Values): Record<string, Json> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const sent = sentOf(field, values)
      return sent === undefined ? [] : [[field.name, sent]]
    }),
  )
}

export function standingIn(fields: readonly SkillField[], values: Values): (name: string) => Standing {
  const standing = standingValues(fields, values)
  const names = new Set(fields.map(({ name }) => name))
  return (name) => standingOf(name, standing, (other) => names.has(other))
}

/** The field that the files fill, one request each; null where one request needs no picture. */
export const mainField = (skill: SkillView): FieldOf<'picture'> | null =>
  pictureFieldsOf(skill).find((field) => field.makesRequests) ?? null

export const pictureFieldsOf = (skill: SkillView): FieldOf<'picture'>[] =>
  skill.fields.filter((field) => field.kind === 'picture')

const usable = (files: readonly InspectedFile[]): string[] =>
  files.filter((file) => file.problem === null).map((file) => file.file)

/** The order as it would be sent; null where it has nothing to make a request of yet. */
export function toSkillOrder(skill: SkillView, form: SkillForm): SkillOrder | null {
  const main = mainField(skill)
  const files = main ? usable(form.files) : []
  if (main && files.length === 0) return null
  const { values, pictures } = watchFormOf(skill.id, skill, form)
  const reencode = form.reencode.filter((file) => files.includes(file))
  return {
    skill: skill.id,
    files,
    ...(Object.keys(values).length > 0 ? { values } : {}),
    ...(pictures.length > 0 ? { pictures } : {}),
    ...(reencode.length > 0 ? { reencode } : {}),
  }
}

/** The form without its files: what every picture of a folder is ordered with. */
export function watchFormOf(id: string, skill: SkillView | null, form: Omit<SkillForm, 'files'>): WatchForm {
  const fields = skill?.fields ?? []
  const standing = standingIn(fields, form.values)
  const values = Object.fromEntries(
    Object.entries(standingValues(fields, form.values)).filter(([name]) => standing(name).is === 'used'),
  )
  const pictures = fields
    .filter((field) => field.kind === 'picture' && !field.makesRequests)
    .flatMap(({ name }) => usable(form.pictures[name] ?? []).map((source) => ({ field: name, source })))
  return { skill: id, values, pictures }
}

/** Characters as people count them, without the spaces around them, which are not sent. */
export const typedLength = (text: string): number => [...text.trim()].length

/** The modules of one request, those of one's own counted. */
export const filledCount = (field: FieldOf<'several'>, fields: readonly SkillField[], values: Values): number => {
  const beside = fields.find(({ name }) => name === field.countedWith)
  const own = beside?.kind === 'entries' ? entriesOf(beside, values).filter((entry) => !isBlank(entry)).length : 0
  return severalOf(field, values).length + own
}

/** "a brand", "an own style": how a field is asked for. */
const asked = (label: string): string => {
  const inSentence = /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
  return /^[aeiou]/i.test(inSentence) ? t('an {field}', { field: inSentence }) : t('a {field}', { field: inSentence })
}

/** A problem's sentence with the field's label in place of the service's name for it. */
export function problemWords({ field, message, isMissing }: Problem, fields: readonly SkillField[]): string {
  const missing = isMissing && fields.find(({ name }) => name === field)
  return missing ? t('Enter {field}.', { field: asked(missing.label) }) : labelled(message, fields)
}

/** A sentence of the engine about a form, with the fields' labels in place of the service's names for them. */
export function labelled(message: string, fields: readonly SkillField[]): string {
  const renamed = fields.filter(({ name, label }) => name !== label && name !== '')
  const labels = new Map(renamed.map(({ name, label }) => [name, label]))
  const own = fields.find(({ name }) => name === 'customModules')
  // One's own modules have no other name than that of their field. Last, since its words may be names themselves.
  const numbered = (text: string): string =>
    own ? text.replaceAll(/\bCustom module (?=\d)/g, () => `“${own.label}” `) : text
  if (labels.size === 0) return apart(numbered(message))
  // Names are the service's and may be anything; a longer one before one that it begins with.
  const names = [...labels.keys()].sort((a, b) => b.length - a.length).map(escaped)
  const named = new RegExp(`(?<!\\w)(?:${names.join('|')})(?!\\w)`, 'g')
  return apart(numbered(message.replaceAll(named, (name) => `“${labels.get(name) ?? name}”`)))
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** What stands at a field: its own problem, unless it is only that nothing was written yet. */
export function problemAt(field: SkillField, quote: QuoteView | null, form: SkillForm, all: readonly SkillField[]) {
  const found = quote?.problems.find((problem) => problem.field === field.name)
  if (!found) return null
  const isEmpty = field.kind === 'text' && textOf(form.values, field.name).trim() === ''
  return isEmpty ? null : problemWords(found, all)
}

function nameIn(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? url
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** A public address in the place of a file: what is behind it only the service sees. */
export const addressFile = (url: string): InspectedFile => ({
  file: url,
  path: url,
  name: nameIn(url),
  sizeBytes: 0,
  width: null,
  height: null,
  format: null,
  problem: null,
  thumbnail: null,
})

/** A file as a form that was left has it. */
export interface NamedFile {
  file: string
  name: string
}

/** A file that was chosen earlier and could not be looked at now: it stays in its place, and is not ordered. */
export const unreadFile = ({ file, name }: NamedFile, problem: string): InspectedFile => ({
  ...addressFile(file),
  path: name,
  name,
  problem,
})
