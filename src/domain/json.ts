import { z } from 'zod'

/** Anything JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Deeper than anything of the service's or of ours, and what every reader can go. */
const mostDepth = 2000

/** What came is no JSON. */
class NotJson extends Error {
  override name = 'NotJson'
}

/**
 * Read by one walk that ends at the first thing that JSON cannot say: a form that says all that is wrong with a list of half
 * a million takes seconds and gigabytes for it. A copy, without `__proto__`, which names no member of what is made of it.
 */
export const json: z.ZodType<Json> = z.unknown().transform((value, context) => {
  try {
    return copied(value, 0)
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    context.addIssue('not JSON')
    return z.NEVER
  }
})

/** @throws NotJson also for a circle, which is as deep as one likes */
function copied(value: unknown, depth: number): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (depth > mostDepth) throw new NotJson()
  if (Array.isArray(value)) {
    const list: Json[] = []
    for (let n = 0; n < value.length; n += 1) list.push(copied(value[n], depth + 1))
    return list
  }
  if (typeof value !== 'object' || !isPlain(value)) throw new NotJson()
  const members: { [key: string]: Json } = {}
  for (const [key, member] of membersOf(value)) if (key !== '__proto__') members[key] = copied(member, depth + 1)
  return members
}

/** Made by braces or by JSON itself, also in another realm; nothing of a class. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** @throws NotJson where one has no name that can be written */
function* membersOf(object: object): Generator<[string, unknown]> {
  for (const key of Reflect.ownKeys(object)) {
    if (typeof key === 'symbol') throw new NotJson()
    if (Object.prototype.propertyIsEnumerable.call(object, key)) yield [key, Reflect.get(object, key)]
  }
}

/** JSON text with object keys in code-unit order: equal texts mean equal values, whatever order they were written in. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value)
}

/** A JSON object: neither null nor a list. */
export const isRecord = (value: unknown): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
