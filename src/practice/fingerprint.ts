import type { Fields } from './http/fields.ts'
import { sha256Hex } from './ids.ts'

/** JSON with sorted keys: §4.3 "key order is irrelevant, other values must match". */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/** What the caller asked for, without the id under which it was asked. */
export function tokenFingerprint(body: Fields, idField: string): string {
  const { [idField]: _id, ...inputs } = body
  return sha256Hex(canonical(inputs))
}
