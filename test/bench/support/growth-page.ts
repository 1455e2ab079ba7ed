import { type Growth, growthPlot, medianAt, sizesOf } from './growth-plot.ts'
import { type Measured, median, ratiosOf } from './measure.ts'
import type { PagePart } from './page.ts'

const most = 1.5
const inWords = (count: number): string => count.toLocaleString('en')

/** The largest beside the smallest; what sums all rows, by the row. */
export function growthOf(growth: Growth): Measured {
  const { name, rows, isFlat, ms } = growth
  const sizes = sizesOf(growth)
  const [least, largest] = [sizes[0] ?? Number.NaN, sizes.at(-1) ?? Number.NaN]
  const by = (size: number) => (ms[size] ?? []).map((each) => each / (isFlat ? 1 : size))
  return {
    work: `${name} at ${inWords(largest)} ${rows}${isFlat ? '' : ', by the row'}`,
    beside: `at ${inWords(least)}`,
    ratio: median(by(largest)) / median(by(least)),
    rounds: ratiosOf(by(largest), by(least)),
    goal: { atMost: most },
    detail: sizes.map((size) => `${medianAt(growth, size).toFixed(2)} ms at ${inWords(size)}`).join(', '),
  }
}

const picture = 'bench-growth.svg'

/** The table of all sizes, and the plot beside the page. */
export function growthPage(growths: readonly Growth[]): PagePart {
  const sizes = [...new Set(growths.flatMap(sizesOf))].sort((a, b) => a - b)
  const cells = (growth: Growth) =>
    sizes.map((size) => (growth.ms[size] === undefined ? '–' : `${medianAt(growth, size).toFixed(2)} ms`))
  return {
    lines: [
      '## As a home grows',
      `Medians of ${growths[0]?.ms[sizes.at(-1) ?? 0]?.length ?? 0} rounds, homes of all sizes in turns; the ledger by its receipts, all else by the library’s results.`,
      '',
      `| | ${sizes.map(inWords).join(' | ')} |`,
      `|---|${sizes.map(() => '---|').join('')}`,
      ...growths.map((growth) => `| ${growth.name} | ${cells(growth).join(' | ')} |`),
      '',
      `![Milliseconds by rows, both by powers of ten](${picture})`,
    ],
    files: { [picture]: growthPlot(growths) },
  }
}
