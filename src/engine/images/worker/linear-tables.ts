import type { MatrixProfile } from './icc-matrix.ts'
import type { Curve } from './transfer-curves.ts'

/** Linear light of each value that a channel may have, of red, green and blue; made once where they share a curve. */
export function linearTables(
  { curves }: MatrixProfile,
  values: 256 | 65_536,
): [Float64Array, Float64Array, Float64Array] {
  const made = new Map<Curve, Float64Array>()
  const tableOf = (curve: Curve): Float64Array => {
    const known = made.get(curve)
    if (known) return known
    const table = Float64Array.from({ length: values }, (_, value) => curve(value / (values - 1)))
    made.set(curve, table)
    return table
  }
  return [tableOf(curves[0]), tableOf(curves[1]), tableOf(curves[2])]
}
