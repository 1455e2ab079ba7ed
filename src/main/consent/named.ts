import { printable } from '../../engine/platform/text.ts'

/** Lines of a dialog are few. */
const mostNamed = 5
const longest = 200

/** What a page gives is read before it stands in a sentence of ours. A long one keeps its beginning and its end, which tell it apart. */
export function named(text: string): string {
  const plain = [...printable(text).replace(/\s+/g, ' ').trim()]
  const half = longest / 2
  const cut = plain.length > longest ? [...plain.slice(0, half), '…', ...plain.slice(1 - half)] : plain
  return `“${cut.join('')}”`
}

/** The first of them, and how many more there are. */
export function namedList(texts: readonly string[]): string {
  const more = texts.length - mostNamed
  return [...texts.slice(0, mostNamed).map(named), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
