import type { Json } from '../json.ts'

/** A field, and the values that it may have. */
export interface Choices<T extends Json = Json> {
  name: string
  values: readonly T[]
}

/** Every way to set some fields, the last one changing fastest; none where there are more than `most`, too many to look at. */
export function waysOf<T extends Json>(fields: readonly Choices<T>[], most: number): Record<string, T>[] {
  if (fields.reduce((count, { values }) => count * values.length, 1) > most) return []
  return fields.reduce<Record<string, T>[]>(
    (ways, { name, values }) => ways.flatMap((way) => values.map((value) => ({ ...way, [name]: value }))),
    [{}],
  )
}
