import type { z } from 'zod'
import type { Chance } from '../proof/support/random.ts'
import { anything, hugeText, oddNumber, oddText, setOwn } from './random-values.ts'

/** Texts that mean something where the message arrives, by the name of the field they stand in. */
export type Known = Readonly<Record<string, readonly string[]>>

/** What of zod's schemas is read here, of all their kinds. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  options?: readonly z.ZodType[]
  element?: z.ZodType
  items?: readonly z.ZodType[]
  keyType?: z.ZodType
  valueType?: z.ZodType
  entries?: Record<string, string>
  values?: readonly unknown[]
}

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition

/**
 * A message for a call: anything at all, of the right form, or of the right form but for one thing.
 * @param validShare how many of a hundred are of the right form; those of the other kinds may be by accident
 */
export function messageFor(schema: z.ZodType, chance: Chance, known: Known, validShare: number): unknown {
  if (chance.percent(validShare)) return ofForm(schema, chance, known)
  if (chance.percent(25)) return anything(chance)
  return spoiled(ofForm(schema, chance, known), chance)
}

/** A value of the schema's form, nearly always: lengths and patterns are tried for a few times only. */
function ofForm(schema: z.ZodType, chance: Chance, known: Known, field = ''): unknown {
  for (let tries = 0; tries < 8; tries += 1) {
    const made = made1(schema, chance, known, field)
    if (isOf(schema, made)) return made
  }
  return made1(schema, chance, known, field)
}

/** Whether it is of the form; one that runs the reader out of its stack is not. */
export function isOf(schema: z.ZodType, value: unknown): boolean {
  try {
    return schema.safeParse(value).success
  } catch {
    return false
  }
}

function made1(schema: z.ZodType, chance: Chance, known: Known, field: string): unknown {
  const part = (inner: z.ZodType, name = field) => made1(inner, chance, known, name)
  const is = definitionOf(schema)
  switch (is.type) {
    case 'object':
      return objectOf(is.shape ?? {}, (inner, name) => ofForm(inner, chance, known, name))
    case 'optional':
      return chance.percent(50) && is.innerType ? part(is.innerType) : undefined
    case 'nullable':
      return chance.percent(70) && is.innerType ? part(is.innerType) : null
    case 'union':
      return is.options?.length ? part(is.options[chance.below(is.options.length)] as z.ZodType) : undefined
    case 'array':
      return Array.from({ length: chance.below(4) }, () => is.element && part(is.element))
    case 'tuple':
      return (is.items ?? []).map((inner) => part(inner))
    case 'record':
      return objectOf(chance.percent(70) && is.valueType ? { [oddText(chance)]: is.valueType } : {}, part)
    // Of the contract's forms JSON alone is read by a walk of its own.
    case 'pipe':
      return jsonOf(chance, 3)
    case 'enum':
      return oneIn(Object.values(is.entries ?? {}), chance)
    case 'literal':
      return oneIn(is.values ?? [], chance)
    case 'boolean':
      return chance.percent(50)
    case 'number':
      return chance.percent(60) ? chance.below(20) : oddNumber(chance)
    case 'string':
      return chance.percent(70) && known[field]?.length ? oneIn(known[field], chance) : oddText(chance)
    case 'undefined':
      return undefined
    case 'null':
      return null
    default:
      throw new Error(`The messages know no schema of the kind “${is.type}”.`)
  }
}

/** Members that came out as undefined are left out by half. */
function objectOf(shape: Record<string, z.ZodType>, part: (inner: z.ZodType, name: string) => unknown): object {
  const made = {}
  for (const [name, inner] of Object.entries(shape)) {
    const value = part(inner, name)
    if (value !== undefined) setOwn(made, name, value)
  }
  return made
}

function oneIn<T>(values: readonly T[], chance: Chance): T | undefined {
  return values[chance.below(values.length)]
}

function jsonOf(chance: Chance, depth: number): unknown {
  if (depth === 0 || chance.percent(50)) return chance.oneOf([null, true, chance.below(9), oddText(chance)])
  if (chance.percent(50)) return Array.from({ length: chance.below(4) }, () => jsonOf(chance, depth - 1))
  const made = {}
  for (let n = chance.below(4); n > 0; n -= 1) setOwn(made, oddText(chance), jsonOf(chance, depth - 1))
  return made
}

/** One thing about it is changed, somewhere in it. */
function spoiled(value: unknown, chance: Chance): unknown {
  const isBranch = typeof value === 'object' && value !== null
  const keys = isBranch ? Object.keys(value) : []
  const key = keys[chance.below(keys.length)]
  if (!isBranch || key === undefined || chance.percent(25)) return instead(value, chance)
  const copy: object = Array.isArray(value) ? [...value] : { ...value }
  const member = (value as Record<string, unknown>)[key]
  switch (chance.below(6)) {
    case 0:
      if (Array.isArray(copy)) copy.splice(Number(key), 1)
      else Reflect.deleteProperty(copy, key)
      return copy
    case 1:
      // A list with members of its own does not cross as it is.
      if (Array.isArray(copy)) copy.push(anything(chance, 1))
      else setOwn(copy, chance.oneOf(['__proto__', 'constructor', 'key', 'isAdmin']), anything(chance, 1))
      return copy
    case 2:
      setOwn(copy, key, hugeText(chance))
      return copy
    default:
      setOwn(copy, key, spoiled(member, chance))
      return copy
  }
}

function instead(value: unknown, chance: Chance): unknown {
  switch (chance.below(6)) {
    case 0:
      return [value]
    case 1:
      return { value }
    case 2:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    case 3:
      return hugeText(chance)
    default:
      return anything(chance)
  }
}
