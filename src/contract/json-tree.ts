import { type Json, json } from '../domain/json.ts'

/** A message between processes may close a circle; what is kept as text may not, and is no longer than that, in UTF-16 units. */
export function isTextWithin(value: Json, longest: number): boolean {
  try {
    return (JSON.stringify(value)?.length ?? Number.POSITIVE_INFINITY) <= longest
  } catch {
    return false
  }
}

/**
 * JSON as it comes over a border.
 * @throws RangeError while it parses what nests deeper than any reader goes
 */
export const jsonTree = json.refine((value) => isTextWithin(value, Number.MAX_SAFE_INTEGER), 'not JSON')
