import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../../src/domain/ledger/csv.ts'

/** As a spreadsheet reads it with a separator: quotation marks enclose a cell only where they begin it. */
function read(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    row.push(cell)
    cell = ''
  }
  for (let at = text.startsWith('\u{feff}') ? 1 : 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && sign === separator) endCell()
    else if (!isQuoted && (sign === '\n' || sign === '\r')) {
      if (sign === '\r' && text[at + 1] === '\n') at += 1
      endCell()
      rows.push(row)
      row = []
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) {
    endCell()
    rows.push(row)
  }
  return rows
}

/** What a spreadsheet may pass over on its way to the sign by which it knows a formula. */
const passedOver = /[\s\p{C}\p{Default_Ignorable_Code_Point}"]/u
const signs = '=+-@＝＋－＠﹦﹢﹣﹫−'

function isFormula(cell: string): boolean {
  const first = [...cell].find((sign) => !passedOver.test(sign))
  return first !== undefined && signs.includes(first)
}

const hostile = fc
  .array(
    fc.constantFrom(
      ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '−', ';', ',', '\t', '\r', '\n', '\r\n', '"', '""', "'", ' '],
      ...['\0', '\u{200b}', '\u{feff}', '\u{a0}', '\u{3000}', '\u{2028}', '\u{ad}', '\u{e0041}', '\v', '\u{85}', '|'],
      ...['a', '1', '1+1', 'SUM(A1)', "cmd|' /C calc'!A0", 'é', '👩‍🎨'],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

/** A row of ours begins with words of ours, as a time does. */
const rowsOf = (cell: fc.Arbitrary<string>): fc.Arbitrary<string[][]> =>
  fc.array(
    fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => ['2026-11-20', ...cells]),
    { minLength: 1, maxLength: 4 },
  )

const without = (text: string): string => text.replaceAll("'", '')

describe('the ledger for other programs', () => {
  it('gives no cell that is a formula, whether comma, semicolon or tab separates (L13, W12)', () => {
    fc.assert(
      fc.property(rowsOf(fc.oneof(hostile, fc.string({ unit: 'binary' }))), (rows) => {
        const text = csvOf(rows)
        for (const separator of [',', ';', '\t'])
          for (const cell of read(text, separator).flat())
            expect(isFormula(cell), JSON.stringify([text, cell])).toBe(false)
        for (const cell of read(text, ',').flat()) expect(cell).not.toMatch(/^[\t\r]/)
      }),
      { numRuns: 600 },
    )
  })

  it('holds every word as it was but for the marks that keep it a word (L13)', () => {
    fc.assert(
      fc.property(rowsOf(fc.oneof(hostile, fc.string({ unit: 'binary' }))), (rows) => {
        const back = read(csvOf(rows), ',')
        expect(back.map((row) => row.map(without))).toEqual(rows.map((row) => row.map(without)))
      }),
    )
  })

  it('makes none of the formulas that outsiders put past the guard (L13, W12)', () => {
    const cells = ['a;=1+1;b', '\n=1+1', '\0=1+1', '\u{200b}=1+1', '＝1+1', '；＝1', ' \t@SUM(A1)', 'a\n=1+1', '"=1+1']
    const text = csvOf([['x', ...cells]])
    for (const separator of [',', ';', '\t'])
      for (const cell of read(text, separator).flat()) expect(isFormula(cell), cell).toBe(false)
    expect(read(csvOf([['Poster; 20 % off', 'a cat, --ar 3:2', 'well-known', 'x=1']]), ',')).toEqual([
      ['Poster; 20 % off', 'a cat, --ar 3:2', 'well-known', 'x=1'],
    ])
  })

  it('writes figures plainly, and nothing where nothing is known', () => {
    expect(csvOf([['=1+1', 2.5, -3, null, 'a "b", c', 'd;e']])).toBe('\u{feff}\'=1+1,2.5,-3,,"a ""b"", c","d;e"\r\n')
  })
})
