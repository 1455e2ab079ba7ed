type Cell = string | number | null

/** A cell that begins so is a formula to a spreadsheet: what came from outside must not become one. */
const formula = /^[=+\-@\t\r]/

function cellOf(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180, with the mark by which spreadsheets know UTF-8. Nothing is an empty cell. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\u{feff}${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
