import { type Json, json } from '../domain/json.ts'

/** A message between processes may close a circle; what is kept as text may not. */
function isTree(value: Json): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

/**
 * JSON as it comes over a border.
 * @throws RangeError while it parses what nests deeper than any reader goes
 */
export const jsonTree = json.refine(isTree, 'not JSON')
