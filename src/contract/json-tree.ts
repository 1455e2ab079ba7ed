import { z } from 'zod'
import { isRecord, type Json, json } from '../domain/json.ts'

/** A message between processes may close a circle; what is kept as text may not, and is no longer than that, in UTF-16 units. */
export function isTextWithin(value: Json, longest: number): boolean {
  try {
    return (JSON.stringify(value)?.length ?? Number.POSITIVE_INFINITY) <= longest
  } catch {
    return false
  }
}

/** JSON as it comes over a border. */
export const jsonTree = json.refine((value) => isTextWithin(value, Number.MAX_SAFE_INTEGER), 'not JSON')

/**
 * Members by names that are no longer than that. No record of zod's, which says of each of many thousands what is wrong with
 * it. The form that agents are shown says of it what is not read off a transform.
 */
export const jsonMembers = (longestName: number): z.ZodType<{ [key: string]: Json }> =>
  jsonTree
    .transform((value, context) => {
      if (isRecord(value) && Object.keys(value).every((name) => name.length <= longestName)) return value
      context.addIssue('no such members')
      return z.NEVER
    })
    .meta({ type: 'object' })
