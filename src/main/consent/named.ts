import { printable } from '../../engine/platform/text.ts'

/** Lines of a dialog are few. */
const mostNamed = 5
const longest = 200

/** What ends a quotation in any script, and what looks like it, alone or doubled. */
const quotes =
  /[\p{Quotation_Mark}`\u00a8\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u02dd\u02ee\u02f4-\u02f6\u0384\u05f3\u05f4\u2032-\u2037\u2057\u275b-\u2760\u3003\u{1f676}-\u{1f678}]+/gu

/** What a page gives is read before it stands in a sentence of ours. A long one keeps its beginning and its end, which tell it apart. */
export function named(text: string): string {
  const plain = [...printable(text).replace(quotes, "'").replace(/\s+/g, ' ').trim()]
  const half = longest / 2
  const cut = plain.length > longest ? [...plain.slice(0, half), '…', ...plain.slice(1 - half)] : plain
  return `“${cut.join('')}”`
}

/** The first of them, and how many more there are. */
export function namedList(texts: readonly string[]): string {
  const more = texts.length - mostNamed
  return [...texts.slice(0, mostNamed).map(named), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
