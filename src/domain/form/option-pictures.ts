import { isRecord, type Json } from '../json.ts'
import { isAddress } from './address.ts'

/** A catalogue is wider than it is deep. */
const maxDepth = 6

/**
 * The address of the picture that the catalogue gives for a value (such as a sample of a style), wherever and however it
 * does: the document shows no place for one (§4.7). Found as a member that the value names, or beside the value in an
 * object. Null where there is none.
 */
export function pictureOf(value: string | number, ...places: (Json | undefined)[]): string | null {
  for (const place of places) {
    const found = search(place, value, 0)
    if (found !== null) return found
  }
  return null
}

function search(node: Json | undefined, value: string | number, depth: number): string | null {
  if (depth > maxDepth || node === null || typeof node !== 'object') return null
  if (Array.isArray(node)) return first(node, (entry) => search(entry, value, depth + 1))
  const beside = Object.values(node).includes(value) ? addressIn(node) : null
  const named = Object.hasOwn(node, String(value)) ? addressIn(node[String(value)]) : null
  return beside ?? named ?? first(Object.values(node), (member) => search(member, value, depth + 1))
}

const addressIn = (node: Json | undefined): string | null => {
  if (typeof node === 'string') return isAddress(node) ? node : null
  return isRecord(node)
    ? first(Object.values(node), (member) => (typeof member === 'string' && isAddress(member) ? member : null))
    : null
}

function first(list: Json[], find: (entry: Json) => string | null): string | null {
  for (const entry of list) {
    const found = find(entry)
    if (found !== null) return found
  }
  return null
}
