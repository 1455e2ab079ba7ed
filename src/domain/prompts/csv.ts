/** Cells of a table as text, row by row; rows without any text are left out. */
export type Rows = string[][]

const separators = [',', ';', '\t'] as const

/**
 * Reads comma-separated values as spreadsheets write them (RFC 4180): quoted cells, doubled quotes, line ends of every
 * system, a byte order mark, and whichever of comma, semicolon and tab the first line has most of. Total: an
 * unfinished quote reaches to the end.
 */
export function parseCsv(text: string): Rows {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: Rows = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = (): void => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (row.some((each) => each !== '')) rows.push(row)
    row = []
  }
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (sign === separator) endCell()
    else if (sign === '\n' || sign === '\r') endRow()
    else cell += sign
  }
  endRow()
  return rows
}

/** Quoted signs do not count: a prompt is full of commas. */
function separatorOf(text: string): string {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const countOf = (sign: string): number => line.split(sign).length - 1
  return separators.reduce<string>((best, sign) => (countOf(sign) > countOf(best) ? sign : best), ',')
}
