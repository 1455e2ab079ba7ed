import type { Fields } from '../http/fields.ts'
import { isFields } from '../http/fields.ts'
import { isUuid } from '../ids.ts'

/** The part of JSON Schema draft 2020-12 that our catalogue uses. */
export interface CatalogueSchema {
  $schema?: string
  type: 'object' | 'string' | 'boolean' | 'integer' | 'array'
  title?: string
  description?: string
  format?: 'uuid' | 'uri'
  enum?: string[]
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  items?: CatalogueSchema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, CatalogueSchema>
  required?: string[]
  additionalProperties?: false
}

/** What is wrong, in words, or null. Lengths are counted in characters after trimming (§4.12). */
export function complaint(schema: CatalogueSchema, value: unknown, name: string): string | null {
  switch (schema.type) {
    case 'object':
      return isFields(value) ? objectComplaint(schema, value, name) : `${name} must be an object`
    case 'array':
      return Array.isArray(value) ? arrayComplaint(schema, value, name) : `${name} must be an array`
    case 'string':
      return typeof value === 'string' ? stringComplaint(schema, value, name) : `${name} must be a string`
    case 'boolean':
      return typeof value === 'boolean' ? null : `${name} must be true or false`
    case 'integer':
      if (!Number.isInteger(value)) return `${name} must be a whole number`
      return Number(value) < (schema.minimum ?? Number.NEGATIVE_INFINITY)
        ? `${name} must not be below ${schema.minimum}`
        : null
  }
}

function objectComplaint(schema: CatalogueSchema, value: Fields, name: string): string | null {
  const properties = schema.properties ?? {}
  const prefix = name === '' ? '' : `${name}.`
  const unknown = Object.keys(value).find((key) => properties[key] === undefined)
  if (unknown !== undefined) return `unknown field: ${prefix}${unknown}`
  const missing = schema.required?.find((key) => value[key] === undefined)
  if (missing !== undefined) return `${prefix}${missing} is required`
  for (const [key, property] of Object.entries(properties)) {
    if (value[key] === undefined) continue
    const found = complaint(property, value[key], prefix + key)
    if (found !== null) return found
  }
  return null
}

function arrayComplaint(schema: CatalogueSchema, value: unknown[], name: string): string | null {
  if (value.length > (schema.maxItems ?? value.length)) return `${name} has at most ${schema.maxItems} entries`
  if (value.length < (schema.minItems ?? 0)) return `${name} has at least ${schema.minItems} entries`
  if (schema.uniqueItems === true && new Set(value).size < value.length) return `${name} must not repeat an entry`
  for (const [i, entry] of value.entries()) {
    const found = schema.items === undefined ? null : complaint(schema.items, entry, `${name}[${i}]`)
    if (found !== null) return found
  }
  return null
}

function stringComplaint(schema: CatalogueSchema, value: string, name: string): string | null {
  const length = Array.from(value.trim()).length
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    return `${name} must be one of ${schema.enum.join(', ')}`
  }
  if (length < (schema.minLength ?? 0)) return `${name} must not be empty`
  if (length > (schema.maxLength ?? length)) return `${name} has at most ${schema.maxLength} characters`
  if (schema.format === 'uuid' && !isUuid(value)) return `${name} must be a UUID`
  if (schema.format === 'uri' && !URL.canParse(value)) return `${name} must be an absolute address`
  return null
}

/** The caller's fields with the schema's defaults: "normalized inputs" (§4.15). */
export function withDefaults(schema: CatalogueSchema, value: Fields): Fields {
  const defaults = Object.entries(schema.properties ?? {}).filter(([, property]) => property.default !== undefined)
  return { ...Object.fromEntries(defaults.map(([name, property]) => [name, property.default])), ...value }
}
