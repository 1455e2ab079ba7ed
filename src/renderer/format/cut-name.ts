const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Nothing in it is of more than one code unit: a list of thousands asks nobody. */
const plain = /^[\u0020-\u007e]*$/

/**
 * A name in two, before its last signs as one sees them: an emoji of several code points is one. Null where it is too short
 * to be cut.
 */
export function cutName(name: string, endSigns: number): { start: string; end: string } | null {
  const parts = plain.test(name) ? name : Array.from(signs.segment(name), ({ segment }) => segment)
  const at = parts.length - endSigns
  if (at < endSigns) return null
  const start = typeof parts === 'string' ? parts.slice(0, at) : parts.slice(0, at).join('')
  return { start, end: name.slice(start.length) }
}
