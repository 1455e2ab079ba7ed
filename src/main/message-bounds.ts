import type { z } from 'zod'

/** Values of one message: a form of thousands of files has a tenth of them. */
const mostParts = 500_000
/** UTF-16 units of one message, over all its texts and names: the longest that a form takes has four fifths of them. */
const mostCharacters = 20_000_000
/** Levels of lists and objects in each other: no form of ours has a tenth of them. */
const mostDepth = 200

/** Bytes that a value takes beside its text, as one of an object's does, and a UTF-16 unit. */
const partBytes = 64
const characterBytes = 2

/**
 * What a message of the page's weighs in bytes, about; null where it is larger or deeper than any of ours, whatever it is for.
 * Counted before its form reads it, by steps that it cannot make dearer: a form reads what refers to one thing a thousand times
 * over as often, what holds itself for ever, and a list as long as it says it is.
 */
export function weightOf(message: unknown): number | null {
  let parts = 1
  let characters = 0
  let level = [message]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostDepth) return null
    const next: unknown[] = []
    for (const part of level) {
      if (typeof part === 'string') characters += part.length
      else if (ArrayBuffer.isView(part)) parts += part.byteLength
      else if (Array.isArray(part)) {
        parts += part.length
        if (parts <= mostParts) for (const one of part) next.push(one)
      } else if (typeof part === 'object' && part !== null) {
        if (!isPlain(part)) return null
        const names = Object.keys(part)
        parts += names.length
        if (parts <= mostParts)
          for (const name of names) {
            characters += name.length
            next.push((part as Record<string, unknown>)[name])
          }
      }
      if (parts > mostParts || characters > mostCharacters) return null
    }
    level = next
  }
  return parts * partBytes + characters * characterBytes
}

/** No form of ours has any other: the object of a text, say, has a member for each letter, and a list of them takes seconds. */
const isPlain = (object: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === Object.prototype || prototype === null
}

/** What of zod's schemas is read here. */
interface Definition {
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  options?: readonly z.ZodType[]
  valueType?: z.ZodType
  in?: z.ZodType
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[]
}

/** Whether no list in it is longer than its form takes: the form itself would read each to its end before it counts them. */
export function isShortEnough(form: z.ZodType, value: unknown): boolean {
  const { shape, innerType, element, options, valueType, in: begun, checks } = form._zod.def as unknown as Definition
  const inner = innerType ?? begun
  if (inner) return isShortEnough(inner, value)
  if (options) return options.every((option) => isShortEnough(option, value))
  if (typeof value !== 'object' || value === null) return true
  if (element) {
    if (!Array.isArray(value)) return true
    return value.length <= mostOf(checks) && value.every((part) => isShortEnough(element, part))
  }
  if (shape)
    return Object.entries(shape).every(([name, part]) => isShortEnough(part, (value as Record<string, unknown>)[name]))
  return valueType === undefined || Object.values(value).every((part) => isShortEnough(valueType, part))
}

/** As its form was given it (`max`). */
const mostOf = (checks: Definition['checks'] = []): number =>
  Math.min(
    ...checks.map(({ _zod: { def } }) => (def.check === 'max_length' ? (def.maximum ?? 0) : Number.POSITIVE_INFINITY)),
  )
