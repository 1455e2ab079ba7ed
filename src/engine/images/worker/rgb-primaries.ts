export type Triple = [number, number, number]
type Chromaticity = [x: number, y: number]

/** Where red, green, blue and white of an RGB space lie in the CIE's diagram of 1931. */
export interface Primaries {
  red: Chromaticity
  green: Chromaticity
  blue: Chromaticity
  white: Chromaticity
}

/** Where profiles meet. */
export const d50: Triple = [0.9642, 1, 0.8249]
/** Bradford: how profiles carry other whites to theirs (ICC.1, annex E). */
const toCones: Rows = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

type Rows = [Triple, Triple, Triple]

/**
 * XYZ of red, green and blue under D50, as the profile of such a space would hold them.
 * Null where the four points make no space.
 */
export function matrixColumnsOf({ red, green, blue, white }: Primaries): [Triple, Triple, Triple] | null {
  if ([red, green, blue, white].some(([, y]) => y <= 0)) return null
  const columns: Rows = [xyzOf(red), xyzOf(green), xyzOf(blue)]
  const amounts = solve(columns, xyzOf(white))
  const adapt = adaptation(xyzOf(white))
  if (!(amounts && adapt)) return null
  const scaled = columns.map(([x, y, z], index): Triple => {
    const amount = amounts[index] ?? 0
    return times(adapt, [x * amount, y * amount, z * amount])
  })
  const [r, g, b] = scaled
  return r && g && b && scaled.flat().every(Number.isFinite) ? [r, g, b] : null
}

const xyzOf = ([x, y]: Chromaticity): Triple => [x / y, 1, (1 - x - y) / y]

const times = (rows: Rows, [x, y, z]: Triple): Triple => {
  const [a, b, c] = rows.map((row) => row[0] * x + row[1] * y + row[2] * z)
  return [a ?? 0, b ?? 0, c ?? 0]
}

function adaptation(white: Triple): Rows | null {
  const [from, to] = [times(toCones, white), times(toCones, d50)]
  const scaled = toCones.map((row, index) => row.map((value) => (value * (to[index] ?? 0)) / (from[index] ?? 1)))
  const [l, m, s] = [0, 1, 2].map((column) =>
    solve(transposed(toCones), scaled.map((row) => row[column] ?? 0) as Triple),
  )
  return l && m && s ? transposed([l, m, s]) : null
}

const transposed = ([a, b, c]: Rows): Rows => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]

/** How much of each column makes the sum: Cramer's rule. */
function solve([a, b, c]: Rows, sum: Triple): Triple | null {
  const whole = determinant(a, b, c)
  if (Math.abs(whole) < 1e-9) return null
  return [determinant(sum, b, c) / whole, determinant(a, sum, c) / whole, determinant(a, b, sum) / whole]
}

const determinant = (a: Triple, b: Triple, c: Triple): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1])
