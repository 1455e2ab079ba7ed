import type { Quote, QuoteLine } from './quote.ts'
import { tidy } from './tidy.ts'

/**
 * One price for several requests. A sum is known only where every part is; one missing price makes the whole
 * unavailable, so that nothing is sent on a sum that leaves something out.
 */
export function totalOf(quotes: Quote[]): Pick<Quote, 'price' | 'credits' | 'lines' | 'pricesReadAtMs'> {
  const lines = grouped(quotes)
  if (quotes.length === 0) return { price: 'unavailable', credits: null, lines, pricesReadAtMs: 0 }
  const pricesReadAtMs = Math.min(...quotes.map((quote) => quote.pricesReadAtMs))
  if (quotes.some((quote) => quote.price === 'unavailable'))
    return { price: 'unavailable', credits: null, lines, pricesReadAtMs }
  const sum = quotes.reduce<number | null>(
    (known, { credits }) => (known === null || credits === null ? null : known + credits),
    0,
  )
  return sum === null
    ? { price: 'unknown', credits: null, lines, pricesReadAtMs }
    : { price: 'known', credits: tidy(sum), lines, pricesReadAtMs }
}

/** Equal quotes share their lines: "Cutout … 8 × 2". */
function grouped(quotes: Quote[]): QuoteLine[] {
  const groups = new Map<string, { lines: QuoteLine[]; count: number }>()
  for (const quote of quotes) {
    const key = JSON.stringify(quote.lines)
    const group = groups.get(key)
    if (group) group.count += 1
    else groups.set(key, { lines: quote.lines, count: 1 })
  }
  return [...groups.values()].flatMap(({ lines, count }) =>
    count === 1
      ? lines
      : lines.map((line) =>
          // A line that adds nothing, free or a note, says the same for each of them.
          line.credits === null || line.credits === 0
            ? line
            : { label: line.label, amount: `${count} × ${line.amount}`, credits: tidy(line.credits * count) },
        ),
  )
}
