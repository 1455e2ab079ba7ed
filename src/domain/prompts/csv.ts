/** A row of a table: its cells as text, and the line of the text that it begins on, counted from 1. */
export interface Row {
  line: number
  cells: string[]
}

const separators = [',', ';', '\t'] as const

/**
 * Reads comma-separated values as spreadsheets write them (RFC 4180): quoted cells, doubled quotes, line ends of every
 * system, a byte order mark, and whichever of comma, semicolon and tab the first line has most of. Where that has none of
 * them each line is one cell, whatever signs are in it. Rows without any text are left out. Total: quotation marks that do
 * not enclose a whole cell are signs like others.
 */
export function parseCsv(text: string): Row[] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let line = 1
  let at = 0
  while (at <= source.length) {
    const { cell, end } = quotedAt(source, at, separator) ?? plainAt(source, at, separator)
    row.cells.push(cell.trim())
    const sign = source[end]
    line += linesIn(source.slice(at, end))
    at = end + 1
    if (sign === separator) continue
    if (sign === '\r' && source[at] === '\n') at += 1
    line += 1
    if (row.cells.some((each) => each !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  return rows
}

const isLineEnd = (sign: string | undefined): boolean => sign === '\n' || sign === '\r'

const linesIn = (text: string): number => text.split(/\r\n|\r|\n/).length - 1

function plainAt(source: string, from: number, separator: string | null): { cell: string; end: number } {
  let end = from
  while (end < source.length && source[end] !== separator && !isLineEnd(source[end])) end += 1
  return { cell: source.slice(from, end), end }
}

/** The cell that begins here, where quotation marks enclose all of it. */
function quotedAt(source: string, from: number, separator: string | null): { cell: string; end: number } | null {
  const first = afterSpaces(source, from, separator)
  if (source[first] !== '"') return null
  let close = source.indexOf('"', first + 1)
  while (close >= 0 && source[close + 1] === '"') close = source.indexOf('"', close + 2)
  if (close < 0) return null
  const end = afterSpaces(source, close + 1, separator)
  const isWhole = end >= source.length || source[end] === separator || isLineEnd(source[end])
  return isWhole ? { cell: source.slice(first + 1, close).replaceAll('""', '"'), end } : null
}

function afterSpaces(source: string, from: number, separator: string | null): number {
  let at = from
  while ((source[at] === ' ' || source[at] === '\t') && source[at] !== separator) at += 1
  return at
}

/** Quoted signs do not count: a prompt is full of commas. Null where the first line has no separator at all. */
function separatorOf(text: string): string | null {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const countOf = (sign: string): number => line.split(sign).length - 1
  return separators.reduce<string | null>(
    (best, sign) => (countOf(sign) > (best === null ? 0 : countOf(best)) ? sign : best),
    null,
  )
}
