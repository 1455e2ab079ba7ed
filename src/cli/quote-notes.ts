import type { QuoteView } from '../contract/quotes.ts'

/** All that a quote says beside its price: what is said of doubles and of a cap stands apart for a window, which draws it so. */
export const quoteNotes = ({ notes, repeated, overCap }: QuoteView): string[] =>
  [...notes, repeated?.note ?? null, overCap].filter((note) => note !== null)
