import type { Skill } from '../catalogue/skill.ts'
import { isRecord, type Json } from '../json.ts'
import { isLocalFile, isNamedForPicture, localFileWords } from './local-file.ts'
import { isList, offeredValues, plainField, type Schema, typesOf } from './plain-schema.ts'
import type { Problem } from './problem.ts'
import { schemaProblems, unreadableForm } from './schema-words.ts'

const writtenProperties = ({ inputSchema }: Skill): [string, Schema][] =>
  Object.entries(isRecord(inputSchema.properties) ? inputSchema.properties : {}).filter(
    (entry): entry is [string, Schema] => isRecord(entry[1]),
  )

/** The fields' schemas in the plain form that fields are drawn, priced and read by; never to check values against. */
export const propertiesOf = (skill: Skill): Record<string, Schema> =>
  Object.fromEntries(writtenProperties(skill).map(([name, schema]) => [name, plainField(schema, skill.inputSchema)]))

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

export interface PictureField {
  name: string
  required: boolean
  /** Takes a list of addresses. */
  many: boolean
}

/** Fields that take prepared pictures by their names (§4.11–4.14), where a catalogue says of none that it takes one. */
const documented = /^(?:imageUrl|productImages?|extraProductImages|modelImage|styleImage|logo)$/

/**
 * Fields that take pictures: named by the catalogue's `materials`, else those with `format: uri` (§4.7), else those that the
 * document names.
 */
export function pictureFields(skill: Skill): PictureField[] {
  const properties = propertiesOf(skill)
  const named = new Set<string>()
  collectStrings(skill.materials, named)
  const byMaterials = Object.keys(properties).filter((name) => named.has(name))
  const byForm = (names: string[]): string[] => names.filter((name) => isUri(properties[name]))
  // `materials` has words of its own (such as “label”) that may also be a field's name: addresses tell them apart.
  const addressed = byForm(byMaterials)
  const all = Object.keys(properties)
  const known = [addressed, byMaterials, byForm(all), all.filter((name) => documented.test(name))]
  const names = known.find((some) => some.length > 0) ?? []
  const required = new Set(requiredOf(skill))
  return names.map((name) => ({
    name,
    required: required.has(name),
    many: isList(properties[name]),
  }))
}

const isUri = (schema: Schema | undefined): boolean =>
  schema?.format === 'uri' || (isRecord(schema?.items) && schema.items.format === 'uri')

const isAddress = (schema: Schema | undefined): boolean =>
  /^(?:ur[il]|iri)/.test(String(schema?.format)) || (isRecord(schema?.items) && isAddress(schema.items))

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

/** The price that was accepted, which goes along as a check (§4.14; O110). */
const acceptedPrice = 'confirmedCredits'

/** Whether the live schema takes the Skill only with an accepted price: then none can be ordered whose price is not known. */
export const needsAcceptedPrice = (skill: Skill): boolean => requiredOf(skill).includes(acceptedPrice)

/**
 * Checks a Skill's fields against the live schema, pictures counted as given. Unknown fields are refused here as the
 * service refuses them (§4.9).
 */
export function checkSkill(skill: Skill, fields: Record<string, Json>, pictures: string[]): Problem[] {
  if (skill.unreadable) return [unreadableForm(skill.id)]
  const properties = propertiesOf(skill)
  const addressed = new Set(pictureFields(skill).map((field) => field.name))
  /** What the schema offers itself is none of ours, whatever it looks like. */
  const isOffered = (schema: Schema): boolean =>
    offeredValues(schema).length > 0 || (isRecord(schema.items) && offeredValues(schema.items).length > 0)
  const forPicture = (name: string): boolean =>
    !isOffered(properties[name] ?? {}) &&
    (addressed.has(name) || isAddress(properties[name]) || isNamedForPicture(name))
  const problems: Problem[] = []
  for (const name of Object.keys(fields)) {
    if (ownFields.has(name))
      problems.push({ field: name, message: `${name} is set by Printroom and cannot be changed.` })
    else if (!Object.hasOwn(properties, name))
      problems.push({ field: name, message: `${skill.id} has no field “${name}”. It has ${userFields(properties)}.` })
    else if (isLocalFile(fields[name], forPicture(name))) problems.push({ field: name, message: localFileWords(name) })
  }
  for (const field of pictureFields(skill))
    if (field.required && !pictures.includes(field.name) && !Object.hasOwn(fields, field.name))
      problems.push({ field: field.name, message: 'Add a picture.' })
  return problems.length > 0 ? problems : checkAgainstSchema(skill, fields, pictures)
}

/** Fields that no form shows: the number, and the price that was accepted (§4.14; O110). */
export const isFilledByApp = (name: string): boolean => ownFields.has(name) || name === acceptedPrice

const userFields = (properties: Record<string, Schema>): string =>
  Object.keys(properties)
    .filter((name) => !ownFields.has(name))
    .join(', ')

/**
 * What the app gives later stands in as given: the number, the accepted price, and the pictures, which have no address yet.
 * Of those only the number is checked, by the list that the schema wants.
 */
function checkAgainstSchema(skill: Skill, fields: Record<string, Json>, pictures: string[]): Problem[] {
  const plain = propertiesOf(skill)
  const properties: Record<string, Json> = Object.fromEntries(writtenProperties(skill))
  const whole: Record<string, Json> = { ...fields }
  if (Object.hasOwn(properties, 'requestId') || requiredOf(skill).includes('requestId'))
    whole.requestId = '00000000-0000-4000-8000-000000000000'
  if (Object.hasOwn(properties, acceptedPrice) && !Object.hasOwn(fields, acceptedPrice)) {
    whole[acceptedPrice] = 0
    properties[acceptedPrice] = {}
  }
  for (const { name, many } of pictureFields(skill)) {
    const count = pictures.filter((field) => field === name).length
    if (count === 0) continue
    whole[name] = many ? Array.from({ length: count }, (_, index) => `picture ${index + 1}`) : 'picture'
    properties[name] = many ? countsOf(plain[name]) : {}
  }
  return schemaProblems({ ...skill.inputSchema, properties }, whole, skill.id)
}

function countsOf(schema: Schema = {}): Schema {
  const kept = Object.entries(schema).filter(([key]) => key === 'minItems' || key === 'maxItems')
  return Object.fromEntries(kept)
}

/**
 * Reads `--set name=value`: one of the field's own values as it is listed, else text as it stands for string fields and
 * JSON for the others (design.md, "The terminal").
 */
export function readSetting(skill: Skill, name: string, text: string): { value: Json } | { problem: string } {
  const properties = propertiesOf(skill)
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (schema === undefined) return { value: text }
  const offered = offeredValues(schema)
  const listed = offered.find((value) => typeof value !== 'object' && String(value) === text)
  if (listed !== undefined) return { value: listed }
  const types = typesOf(schema)
  if (types.includes('string') || (types.length === 0 && offered.length > 0)) return { value: text }
  try {
    return { value: JSON.parse(text) }
  } catch {
    const [type] = types
    return { problem: `${name} takes JSON${typeof type === 'string' ? ` of type ${type}` : ''}; “${text}” is not.` }
  }
}
