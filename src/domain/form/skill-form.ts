import type { Skill } from '../catalogue/skill.ts'
import type { Json } from '../json.ts'
import type { Problem } from './problem.ts'
import { schemaProblems } from './schema-words.ts'

type Schema = { [key: string]: Json }

const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const propertiesOf = (skill: Skill): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(isSchema(skill.inputSchema.properties) ? skill.inputSchema.properties : {}).filter(
      (entry): entry is [string, Schema] => isSchema(entry[1]),
    ),
  )

export const requiredOf = (skill: Skill): string[] =>
  Array.isArray(skill.inputSchema.required)
    ? skill.inputSchema.required.filter((name): name is string => typeof name === 'string')
    : []

/** The schema's own defaults, which the service fills in where a field is left out. */
export function defaultsOf(skill: Skill): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(propertiesOf(skill)).flatMap(([name, schema]) =>
      schema.default === undefined ? [] : [[name, schema.default]],
    ),
  )
}

/** Whether a field's value is one of a set (a word of a list, a number, yes or no), not words that somebody writes. */
export const isChoice = (schema: Schema | undefined): boolean =>
  schema !== undefined &&
  (Array.isArray(schema.enum) ||
    schema.const !== undefined ||
    schema.type === 'boolean' ||
    schema.type === 'integer' ||
    schema.type === 'number')

export interface PictureField {
  name: string
  required: boolean
  /** Takes a list of addresses. */
  many: boolean
}

/** Fields that take pictures: named by the catalogue's `materials`, else those with `format: uri` (§4.7). */
export function pictureFields(skill: Skill): PictureField[] {
  const properties = propertiesOf(skill)
  const named = new Set<string>()
  collectStrings(skill.materials, named)
  const byMaterials = Object.keys(properties).filter((name) => named.has(name))
  const byForm = (names: string[]): string[] => names.filter((name) => isUri(properties[name]))
  // `materials` has words of its own (such as “label”) that may also be a field's name: addresses tell them apart.
  const addressed = byForm(byMaterials)
  const names =
    addressed.length > 0 ? addressed : byMaterials.length > 0 ? byMaterials : byForm(Object.keys(properties))
  const required = new Set(requiredOf(skill))
  return names.map((name) => ({
    name,
    required: required.has(name),
    many: properties[name]?.type === 'array',
  }))
}

const isUri = (schema: Schema | undefined): boolean =>
  schema?.format === 'uri' || (isSchema(schema?.items) && schema.items.format === 'uri')

function collectStrings(value: Json, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  else if (Array.isArray(value)) for (const entry of value) collectStrings(entry, into)
  else if (value !== null && typeof value === 'object')
    for (const [key, entry] of Object.entries(value)) {
      into.add(key)
      collectStrings(entry, into)
    }
}

/** The number of the request belongs to the app, never to the user. */
const ownFields = new Set(['requestId'])

/**
 * Checks a Skill's fields against the live schema, pictures counted as given. Unknown fields are refused here as the
 * service refuses them (§4.9).
 */
export function checkSkill(skill: Skill, fields: Record<string, Json>, pictures: string[]): Problem[] {
  const properties = propertiesOf(skill)
  const problems: Problem[] = []
  for (const name of Object.keys(fields)) {
    if (ownFields.has(name)) problems.push({ field: name, message: `${name} is given by the app and cannot be set.` })
    else if (!Object.hasOwn(properties, name))
      problems.push({ field: name, message: `${skill.id} has no field “${name}”. It has ${userFields(properties)}.` })
  }
  for (const field of pictureFields(skill))
    if (field.required && !pictures.includes(field.name) && !Object.hasOwn(fields, field.name))
      problems.push({ field: field.name, message: 'A picture is needed. Add a file.' })
  return problems.length > 0 ? problems : checkAgainstSchema(skill, fields, pictures)
}

/** Fields that no form shows: the number, and the price that was accepted (§4.14; O110). */
export const isFilledByApp = (name: string): boolean => ownFields.has(name) || name === 'confirmedCredits'

const userFields = (properties: Record<string, Schema>): string =>
  Object.keys(properties)
    .filter((name) => !ownFields.has(name))
    .join(', ')

/** Pictures have no address yet: of them only the number is checked, by the list that the schema wants. */
function checkAgainstSchema(skill: Skill, fields: Record<string, Json>, pictures: string[]): Problem[] {
  const properties: Record<string, Json> = { ...propertiesOf(skill) }
  const whole: Record<string, Json> = { ...fields }
  if (Object.hasOwn(properties, 'requestId')) whole.requestId = '00000000-0000-4000-8000-000000000000'
  for (const { name, many } of pictureFields(skill)) {
    const count = pictures.filter((field) => field === name).length
    if (count === 0) continue
    whole[name] = many ? Array.from({ length: count }, (_, index) => `picture ${index + 1}`) : 'picture'
    properties[name] = many ? countsOf(properties[name]) : {}
  }
  return schemaProblems({ ...skill.inputSchema, properties }, whole, skill.id)
}

function countsOf(schema: Json | undefined): Schema {
  if (!isSchema(schema)) return {}
  const kept = Object.entries(schema).filter(([key]) => key === 'minItems' || key === 'maxItems')
  return Object.fromEntries(kept)
}

/** Reads `--set name=value`: text as it stands for string fields, JSON for the others (design.md, "The terminal"). */
export function readSetting(skill: Skill, name: string, text: string): { value: Json } | { problem: string } {
  const properties = propertiesOf(skill)
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
  const type = schema?.type
  const isText = Array.isArray(type) ? type.includes('string') : type === 'string'
  if (schema === undefined || isText || (type === undefined && Array.isArray(schema.enum))) return { value: text }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: `${name} takes JSON${typeof type === 'string' ? ` of type ${type}` : ''}; “${text}” is not.` }
  }
}
