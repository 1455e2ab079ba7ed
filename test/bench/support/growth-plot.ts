import { median } from './measure.ts'

/** What one thing takes at each size, round by round, in milliseconds. */
export interface Growth {
  name: string
  rows: 'results' | 'receipts'
  /** It should take the same at any size; else as much more as there are rows. */
  isFlat: boolean
  ms: Record<number, number[]>
}

export const sizesOf = ({ ms }: Growth): number[] => Object.keys(ms).map(Number)

export const medianAt = ({ ms }: Growth, size: number): number => median(ms[size] ?? [])

const [width, height] = [720, 420]
const plot = { left: 64, right: 580, top: 24, bottom: 372 }
/** Told apart without colours too: each ends at its name. */
const strokes = ['#1f5fa8', '#b3541e', '#2f7d4f', '#7a3e9d', '#4a4a4a']
const leastApart = 16

/** Milliseconds by rows, both by powers of ten: what is flat lies flat, what is linear rises as the diagonal does. */
export function growthPlot(growths: readonly Growth[]): string {
  const x = scaleOf(
    growths.flatMap((growth) => sizesOf(growth)),
    plot.left,
    plot.right,
  )
  const y = scaleOf(
    growths.flatMap((growth) => sizesOf(growth).map((size) => medianAt(growth, size))),
    plot.bottom,
    plot.top,
  )
  const lines = growths.map((growth, n) => lineOf(growth, strokes[n % strokes.length] ?? '', x.at, y.at))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="12">
<title>Milliseconds by rows, both by powers of ten</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${x.ticks.map((tick) => `<path d="M${x.at(tick)} ${plot.top}V${plot.bottom}" stroke="#ddd"/><text x="${x.at(tick)}" y="${plot.bottom + 18}" text-anchor="middle" fill="#333">${tick.toLocaleString('en')}</text>`).join('\n')}
${y.ticks.map((tick) => `<path d="M${plot.left} ${y.at(tick)}H${plot.right}" stroke="#ddd"/><text x="${plot.left - 6}" y="${y.at(tick) + 4}" text-anchor="end" fill="#333">${tick} ms</text>`).join('\n')}
${lines.map(({ path }) => path).join('\n')}
${apart(lines)
  .map(({ name, stroke, end, at }) => `<text x="${end + 8}" y="${at + 4}" fill="${stroke}">${name}</text>`)
  .join('\n')}
</svg>
`
}

interface Line {
  name: string
  stroke: string
  path: string
  /** Where its name stands: beside its end, across and down. */
  end: number
  at: number
}

function lineOf(growth: Growth, stroke: string, x: (size: number) => number, y: (ms: number) => number): Line {
  const sizes = sizesOf(growth)
  const points = sizes.map((size) => `${x(size)},${y(medianAt(growth, size))}`)
  return {
    name: growth.name,
    stroke,
    path: `<polyline points="${points.join(' ')}" fill="none" stroke="${stroke}" stroke-width="2"/>`,
    end: x(sizes.at(-1) ?? Number.NaN),
    at: y(medianAt(growth, sizes.at(-1) ?? Number.NaN)),
  }
}

/** Names of lines that end at the same size, close by one another, make room. */
function apart(lines: readonly Line[]): Line[] {
  const last = new Map<number, number>()
  return [...lines]
    .sort((a, b) => a.at - b.at)
    .map((line) => {
      const at = Math.max(line.at, (last.get(line.end) ?? Number.NEGATIVE_INFINITY) + leastApart)
      last.set(line.end, at)
      return { ...line, at }
    })
}

/** Powers of ten around all values, from one end to the other. */
function scaleOf(values: readonly number[], from: number, to: number) {
  const least = Math.floor(Math.log10(Math.min(...values)))
  const most = Math.max(Math.ceil(Math.log10(Math.max(...values))), least + 1)
  return {
    at: (value: number): number =>
      Math.round((from + ((Math.log10(value) - least) / (most - least)) * (to - from)) * 10) / 10,
    ticks: Array.from({ length: most - least + 1 }, (_, n) => Number((10 ** (least + n)).toPrecision(1))),
  }
}
