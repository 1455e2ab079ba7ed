import type { Quote, QuoteLine } from './quote.ts'
import { tidy } from './tidy.ts'

/**
 * One price for several requests. A sum is known only where every part is; one missing price makes the whole
 * unavailable, so that nothing is sent on a sum that leaves something out.
 */
export function totalOf(quotes: Quote[]): Pick<Quote, 'price' | 'credits' | 'lines' | 'pricesReadAtMs'> {
  const pricesReadAtMs = Math.min(...quotes.map((quote) => quote.pricesReadAtMs))
  const lines = grouped(quotes)
  if (quotes.length === 0 || quotes.some((quote) => quote.price === 'unavailable'))
    return { price: 'unavailable', credits: null, lines, pricesReadAtMs: quotes.length === 0 ? 0 : pricesReadAtMs }
  if (quotes.some((quote) => quote.credits === null)) return { price: 'unknown', credits: null, lines, pricesReadAtMs }
  return {
    price: 'known',
    credits: tidy(quotes.reduce((sum, quote) => sum + (quote.credits ?? 0), 0)),
    lines,
    pricesReadAtMs,
  }
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
      : lines.map((line) => ({
          label: line.label,
          amount: line.credits === null || line.credits === 0 ? line.amount : `${count} × ${line.amount}`,
          credits: line.credits === null ? null : tidy(line.credits * count),
        })),
  )
}
