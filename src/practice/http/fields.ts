/** A JSON object that came from outside. */
export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
