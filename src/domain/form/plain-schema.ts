import { isRecord, type Json } from '../json.ts'

export type Schema = { [key: string]: Json }

/** More references in a row than any catalogue means; a circle ends here, too. */
const deepest = 8

/**
 * A field's schema as a form can read it, whichever of the usual ways it is written in: references into the same document
 * followed, and what may also be null taken for what it is otherwise. A form never sends null, so nothing is lost by that;
 * values are checked against the schema as it came. What cannot be followed stays as it is.
 * @param root the document that references lead into
 */
export function plainField(field: Schema, root: Schema): Schema {
  const own = plain(field, root, deepest)
  if (!isRecord(own.items)) return own
  const items = plain(own.items, root, deepest)
  if (!isRecord(items.properties)) return { ...own, items }
  const members = Object.entries(items.properties).map(([name, member]) => [
    name,
    isRecord(member) ? plain(member, root, deepest) : member,
  ])
  return { ...own, items: { ...items, properties: Object.fromEntries(members) } }
}

function plain(schema: Schema, root: Schema, steps: number): Schema {
  if (steps === 0) return schema
  const { $ref, allOf, ...others } = schema
  if (typeof $ref === 'string') {
    const { $ref: _, ...beside } = schema
    const target = memberAt(root, $ref)
    return isRecord(target) ? plain({ ...target, ...beside }, root, steps - 1) : schema
  }
  // The older way to write something beside a reference.
  if (Array.isArray(allOf) && allOf.length === 1 && isRecord(allOf[0]))
    return plain({ ...allOf[0], ...others }, root, steps - 1)
  return withoutNull(schema, root, steps)
}

function withoutNull(schema: Schema, root: Schema, steps: number): Schema {
  for (const word of ['anyOf', 'oneOf']) {
    const ways = schema[word]
    if (!Array.isArray(ways)) continue
    const kept = ways.filter((way) => !isNull(way))
    if (kept.length === ways.length) continue
    const { [word]: _, ...beside } = schema
    const [only, second] = kept
    return isRecord(only) && second === undefined
      ? plain({ ...only, ...beside }, root, steps - 1)
      : { ...beside, [word]: kept }
  }
  return schema
}

const isNull = (way: Json): boolean => isRecord(way) && (way.type === 'null' || way.const === null)

/** What stands at `#/…` of a document; undefined where nothing does, or the reference leads elsewhere. */
function memberAt(root: Schema, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined
  let node: Json | undefined = root
  for (const part of reference.slice(2).split('/')) {
    const name = part.replace(/~1/g, '/').replace(/~0/g, '~')
    node = isRecord(node) && Object.hasOwn(node, name) ? node[name] : undefined
  }
  return node
}

/** The types that a value may have, null left aside. */
export const typesOf = ({ type }: Schema): Json[] =>
  (Array.isArray(type) ? type : type === undefined ? [] : [type]).filter((one) => one !== 'null')

/** The values of an enumeration, of constants or of yes and no; empty where anything may be written. */
export function offeredValues(schema: Schema): Json[] {
  if (Array.isArray(schema.enum)) return schema.enum
  if (schema.const !== undefined) return [schema.const]
  const constants = constantsOf(schema).map((one) => one.const)
  if (constants.length > 0) return constants
  const [type, other] = typesOf(schema)
  return type === 'boolean' && other === undefined ? [true, false] : []
}

type Constant = Schema & { const: Json }

const isConstant = (way: Json): way is Constant => isRecord(way) && way.const !== undefined

/** The entries of a list of constants, which may have titles; empty where it is none. */
export function constantsOf(schema: Schema): Constant[] {
  const list = [schema.oneOf, schema.anyOf].find((one) => Array.isArray(one))
  return Array.isArray(list) && list.every(isConstant) ? list : []
}

/** Whether a field's value is one of a set (a word of a list, a number, yes or no), not words that somebody writes. */
export function isChoice(schema: Schema | undefined): boolean {
  if (schema === undefined) return false
  const types = typesOf(schema)
  const isCounted = types.length > 0 && types.every((type) => type === 'integer' || type === 'number')
  return isCounted || offeredValues(schema).length > 0
}

/** Whether a field may be a list. */
export const isList = (schema: Schema | undefined): boolean =>
  schema !== undefined && (typesOf(schema).includes('array') || schema.items !== undefined)
