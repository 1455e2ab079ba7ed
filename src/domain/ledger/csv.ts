type Cell = string | number | null

/** What begins a formula; of full width too. */
const sign = /[=+\-@＝＋－＠﹦﹢﹣﹫−]/
/** What some spreadsheet passes over on its way there: space, control characters, what nobody sees, quotation marks. */
const passedOver = /[\s"\p{C}\p{Default_Ignorable_Code_Point}]/u
/** After these a cell begins for one that separates by semicolons or tabs: it cuts inside quoted texts too. */
const separator = /[;\p{Cc}\p{Zl}\p{Zp}]/u

/** A text in which nothing that begins a cell, for whatever spreadsheet, makes a formula of it. */
function guarded(text: string): string {
  const signs = [...text]
  let isFormula = false
  for (let at = signs.length - 1; at >= 0; at -= 1) {
    const [before, one = ''] = [signs[at - 1], signs[at]]
    isFormula = sign.test(one) || (isFormula && passedOver.test(one))
    const isBeginning = before === undefined || (separator.test(before) && `${before}${one}` !== '\r\n')
    if (isBeginning && (isFormula || one === '\t' || one === '\r')) signs[at] = `'${one}`
  }
  return signs.join('')
}

function cellOf(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = guarded(value)
  return /[",;\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * RFC 4180, with the mark by which spreadsheets know UTF-8. Nothing is an empty cell, and no text from outside a formula,
 * whether comma, semicolon or tab separates where it is read. The first cell of a row is never a figure.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\u{feff}${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
