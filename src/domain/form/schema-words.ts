import { type OutputUnit, type SchemaDraft, Validator } from '@cfworker/json-schema'
import type { Json } from '../json.ts'
import { counted } from './counted.ts'
import type { Problem } from './problem.ts'

type Schema = { [key: string]: Json }

/** Errors that only say that there are errors below them. */
const wrappers: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  '$ref',
  'dependentSchemas',
])

const draftOf = ({ $schema }: Schema): SchemaDraft => {
  const said = typeof $schema === 'string' ? /draft-0?([47])|2019-09/.exec($schema) : null
  if (said === null) return '2020-12'
  return said[1] === '4' || said[1] === '7' ? said[1] : '2019-09'
}

/** Where nothing can be checked with what the service gives. */
export const unreadableForm = (owner: string): Problem => ({
  field: null,
  message: `The form that the service gives for ${owner} cannot be read. Nothing was sent or charged. Try again later.`,
})

/**
 * What a live schema says against a value: the field, the rule, and with it the way out. Interpreted, never evaluated.
 * A schema that the interpreter cannot read, or not in so many steps, stands in the way of everything, since nothing can be checked with it.
 */
export function schemaProblems(schema: Schema, value: Json, owner: string): Problem[] {
  let errors: OutputUnit[]
  try {
    const result = new Validator(counted(schema), draftOf(schema), false).validate(value)
    if (result.valid) return []
    errors = result.errors
  } catch {
    return [unreadableForm(owner)]
  }
  const said = errors
    .filter(({ keyword }) => !wrappers.has(keyword))
    .map((error) => ({
      field: fieldOf(error),
      message: sentenceOf(error, schema),
      ...(missingName(error) !== null && partsOf(error).length === 0 && { isMissing: true as const }),
    }))
  if (said.length > 0) return said
  return [{ field: null, message: `These values do not fit the form that the service gives for ${owner}.` }]
}

const partsOf = ({ instanceLocation }: OutputUnit): string[] => pointer(instanceLocation)

const pointer = (location: string): string[] =>
  location
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decodePart(part).replace(/~1/g, '/').replace(/~0/g, '~'))

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const missingName = (error: OutputUnit): string | null =>
  error.keyword === 'required' ? (/property "(.*)"\.$/.exec(error.error)?.[1] ?? null) : null

const fieldOf = (error: OutputUnit): string | null => partsOf(error)[0] ?? missingName(error)

/** `customModules, entry 1, name`. */
const placeOf = (parts: string[]): string =>
  parts.map((part, index) => (index > 0 && /^\d+$/.test(part) ? `entry ${Number(part) + 1}` : part)).join(', ')

function sentenceOf(error: OutputUnit, schema: Schema): string {
  const parts = partsOf(error)
  const missing = missingName(error)
  if (missing !== null) return `${placeOf([...parts, missing])} is required.`
  const place = parts.length === 0 ? 'The order' : placeOf(parts)
  return `${place} ${ruleOf(error, ruleAt(schema, error.keywordLocation))}`
}

/** The rule's own value, where the path leads straight to it. */
function ruleAt(schema: Schema, location: string): Json | undefined {
  let node: Json | undefined = schema
  for (const part of pointer(location))
    node = typeof node === 'object' && node !== null && !Array.isArray(node) ? node[part] : undefined
  return node
}

const kinds: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
}

const inWords = (rule: Json): string =>
  (Array.isArray(rule) ? rule : [rule])
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    .join(', ')

const entriesOf = (rule: Json): string => `${inWords(rule)} ${rule === 1 ? 'entry' : 'entries'}`

function ruleOf({ keyword, error }: OutputUnit, rule: Json | undefined): string {
  if (rule === undefined) return `does not fit: ${error}`
  const text = inWords(rule)
  switch (keyword) {
    case 'type':
      return `must be ${typeof rule === 'string' ? (kinds[rule] ?? text) : text}.`
    case 'enum':
      return `must be one of ${text}.`
    case 'const':
      return `must be ${text}.`
    case 'minLength':
      return rule === 1 ? 'must not be empty.' : `must have at least ${text} characters.`
    case 'maxLength':
      return `must have at most ${text} characters.`
    case 'minimum':
      return `must be ${text} or more.`
    case 'maximum':
      return `must be ${text} or less.`
    case 'minItems':
      return `needs at least ${entriesOf(rule)}.`
    case 'maxItems':
      return `takes at most ${entriesOf(rule)}. Remove some.`
    case 'uniqueItems':
      return 'lists an entry twice. Use each once.'
    case 'format':
      return `must be a valid ${text}.`
    case 'additionalProperties':
      return 'is unknown. Remove it.'
    default:
      return `does not fit: ${error}`
  }
}
