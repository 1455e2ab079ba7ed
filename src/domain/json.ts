import { z } from 'zod'

/** Anything JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export const json: z.ZodType<Json> = z.json()

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
