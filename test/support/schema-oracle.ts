import { createRequire } from 'node:module'
import type { Json } from '../../src/domain/json.ts'

type Schema = { [key: string]: Json }

const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: Json): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'number' && Number.isInteger(value)
        ? 'integer'
        : typeof value

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const known: ReadonlySet<string> = new Set([
  ...['$schema', 'title', 'description', 'default', 'type', 'enum', 'format', 'minLength', 'maxLength', 'minimum'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems', 'properties', 'required', 'additionalProperties'],
])

/**
 * JSON Schema by hand, as far as practice's catalogue uses it: written from the specification, for nothing but to
 * disagree with our validator. A keyword that it does not know is an error of the test.
 */
export function fits(schema: Schema, value: Json): boolean {
  for (const keyword of Object.keys(schema)) if (!known.has(keyword)) throw new Error(`the oracle knows no ${keyword}`)
  const kind = kindOf(value)
  const { type, enum: words, properties } = schema
  if (typeof type === 'string' && type !== kind && !(type === 'number' && kind === 'integer')) return false
  if (Array.isArray(words) && !words.some((word) => JSON.stringify(word) === JSON.stringify(value))) return false
  if (typeof value === 'string') return fitsText(schema, value)
  if (typeof value === 'number') return value >= Number(schema.minimum ?? value)
  if (Array.isArray(value)) return fitsList(schema, value)
  if (!isSchema(value)) return true
  const members = isSchema(properties) ? properties : {}
  if (Array.isArray(schema.required) && !schema.required.every((name) => Object.hasOwn(value, String(name))))
    return false
  return Object.entries(value).every(([name, member]) => {
    const rule = Object.hasOwn(members, name) ? members[name] : undefined
    return isSchema(rule) ? fits(rule, member) : schema.additionalProperties !== false
  })
}

function fitsText(schema: Schema, value: string): boolean {
  const length = Array.from(value).length
  if (length < Number(schema.minLength ?? 0) || length > Number(schema.maxLength ?? length)) return false
  if (schema.format === 'uuid') return uuid.test(value)
  return schema.format === 'uri' ? URL.canParse(value) : true
}

function fitsList(schema: Schema, value: Json[]): boolean {
  const { items } = schema
  if (value.length < Number(schema.minItems ?? 0) || value.length > Number(schema.maxItems ?? value.length))
    return false
  if (schema.uniqueItems === true && new Set(value.map((entry) => JSON.stringify(entry))).size < value.length)
    return false
  return value.every((entry) => !isSchema(items) || fits(items, entry))
}

type Check = (value: Json) => boolean
interface Ajv {
  compile(schema: Schema): Check
  addFormat(name: string, check: (text: string) => boolean): unknown
}

const isClass = (value: unknown): value is new (options: object) => Ajv => typeof value === 'function'

/**
 * Ajv, where it is there: it comes with the packager and is no dependency of this project, so nothing rests on it.
 * Null where it is not.
 */
export function ajvFor(schema: Schema): Check | null {
  try {
    const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'))
    const library = createRequire(builder.resolve('app-builder-lib/package.json'))
    const loaded: { default?: unknown } = library(['ajv', 'dist', '2020.js'].join('/'))
    if (!isClass(loaded.default)) return null
    const ajv = new loaded.default({ strict: false })
    ajv.addFormat('uuid', (text) => uuid.test(text))
    ajv.addFormat('uri', (text) => URL.canParse(text))
    return ajv.compile(schema)
  } catch {
    return null
  }
}
