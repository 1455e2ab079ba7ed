import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generationOrder } from '../../../../src/contract/orders.ts'
import { parseCsv } from '../../../../src/domain/prompts/csv.ts'
import { fromCsv, fromLines } from '../../../../src/domain/prompts/many.ts'

describe('prompts by lines', () => {
  it('one a line with its alternatives, empty lines passed over, the same one only once', () => {
    const many = fromLines('A {red|blue} boat\r\n\n  A hill  \nA red boat\n', 10)
    expect(many.prompts).toEqual([{ prompt: 'A red boat' }, { prompt: 'A blue boat' }, { prompt: 'A hill' }])
    expect(many).toMatchObject({ count: 4, repeated: 1, problems: [] })
  })

  it('beyond the bound none is made, and the number is said', () => {
    expect(fromLines('{a|b|c} {d|e}', 6).prompts).toHaveLength(6)
    const many = fromLines('{a|b|c} {d|e}', 5)
    expect(many.prompts).toEqual([])
    expect(many.problems).toEqual([
      'These are 6 prompts, and one order takes 5 at most. Take lines or alternatives out, or order in parts.',
    ])
    expect(fromLines('{a|b}'.repeat(3000), 500).problems[0]).toMatch(/^These are more prompts than can be counted/)
  })

  it('never makes more than the bound, whatever is written, and none twice', () => {
    const signs = fc.constantFrom('{', '}', '|', '\\', 'a', 'b', '\n')
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 80 }), fc.integer({ min: 1, max: 50 }), (text, most) => {
        const { prompts, count, problems } = fromLines(text.join(''), most)
        expect(prompts.length).toBeLessThanOrEqual(most)
        expect(new Set(prompts.map(({ prompt }) => prompt)).size).toBe(prompts.length)
        expect(count > most).toBe(problems.length > 0)
        expect(prompts.every(({ prompt }) => prompt.trim() !== '')).toBe(true)
      }),
    )
  })
})

describe('prompts by a table', () => {
  it('a row has its own choices, other columns fill the prompt, and what is not used is named', () => {
    const many = fromCsv(
      'prompt;Ratio;Seconds;colour;note\n"A {colour} boat; {dawn|dusk}";4:3;6;red;x\nA hill;;;;y\n;1:1;;;',
      10,
    )
    expect(many.prompts).toEqual([
      { prompt: 'A red boat; dawn', aspectRatio: '4:3', duration: 6 },
      { prompt: 'A red boat; dusk', aspectRatio: '4:3', duration: 6 },
      { prompt: 'A hill' },
    ])
    expect(many.notes).toEqual([
      'Not used: note. A column is used as {its name} in a prompt, or as a choice by its name.',
    ])
  })

  it('what a cell brings into a prompt is no pattern of its own', () => {
    expect(fromCsv('prompt,x\nA {x},"{b|c}"', 10).prompts).toEqual([{ prompt: 'A {b|c}' }])
  })

  it('a single column needs no head; several without a column of prompts are asked about', () => {
    expect(fromCsv('A boat\nA hill', 10).prompts).toEqual([{ prompt: 'A boat' }, { prompt: 'A hill' }])
    expect(fromCsv('a,b\nc,d', 10)).toMatchObject({ prompts: [], problems: [expect.stringContaining('“prompt”')] })
  })

  it('a duration that is no number is named with its line, and rows that differ in a choice are two', () => {
    expect(fromCsv('prompt,duration\nA,long', 10).problems).toEqual([
      'Line 2: the duration “long” is no number of seconds.',
    ])
    expect(fromCsv('prompt,ratio\nA,1:1\nA,4:3\nA,1:1', 10)).toMatchObject({ repeated: 1 })
  })

  it.each([
    ['a list without a head', 'A boat\nA hill, at dusk; cold', ['A boat', 'A hill, at dusk; cold']],
    ['a single column', 'prompt\nA cat, a dog\n"A hill, at dusk"', ['A cat, a dog', 'A hill, at dusk']],
    ['a list quoted in part', 'A boat\n"Open" sign, neon\nA 5" nail', ['A boat', '"Open" sign, neon', 'A 5" nail']],
    ['a quotation mark that nobody closed', 'A boat\n"Open\nA hill', ['A boat', '"Open', 'A hill']],
  ])('a prompt keeps its commas and quotation marks: %s', (_, text, prompts) => {
    const many = fromCsv(text, 10)
    expect(many.prompts.map(({ prompt }) => prompt)).toEqual(prompts)
    expect(many.problems).toEqual([])
  })

  it.each([
    ['prompt,ratio\n"A\ncat",4:3\n\nA cat, a dog, dusk', 5],
    ['prompt,ratio\r\nA cat, a dog, dusk', 2],
    ['prompt,,\nA cat, a dog', 2],
    ['prompt;\nA cat; a dog', 2],
    ['A boat,\nA cat, a dog', 2],
  ])('a prompt is never cut at its comma in silence: %j', (text, line) => {
    const many = fromCsv(text, 10)
    expect(many.prompts).toEqual([])
    expect(many.problems).toEqual([
      `Line ${line} has more cells than the first line. Put a prompt with commas in it in quotation marks.`,
    ])
    expect(fromCsv(`prompt,ratio${'\nA, b, c'.repeat(9)}`, 99).problems).toHaveLength(5)
  })

  it('empty cells at the end of a line are none', () => {
    expect(fromCsv('prompt,ratio,,\nA boat,4:3,,,\nA hill,,,', 10)).toMatchObject({
      prompts: [{ prompt: 'A boat', aspectRatio: '4:3' }, { prompt: 'A hill' }],
      problems: [],
      notes: [],
    })
    expect(fromCsv('', 10)).toMatchObject({ prompts: [], problems: [] })
  })

  it('a choice that cannot be one is named with its line, and what is named is never beyond what an order takes', () => {
    const words = 'and a very long end of a prompt that was cut here'
    const many = fromCsv(`prompt,ratio,tier,seconds\nA,,fast,4\nB,${words},,\nC,,,${'9'.repeat(400)}`, 10)
    expect(many.problems).toEqual([
      `Line 3: the ratio “${words.slice(0, 40)}…” is no ratio.`,
      `Line 4: the duration “${'9'.repeat(40)}…” is no number of seconds.`,
    ])
    expect(generationOrder.safeParse({ prompt: '', modelId: 'm', variants: many.prompts }).success).toBe(true)
  })

  it('a prompt longer than an order takes is named by its place', () => {
    const long = 'x'.repeat(20_001)
    const problem = 'Prompt 2 has 20,001 characters; 20,000 are the most. Shorten it.'
    expect(fromLines(`A\n${long}`, 10).problems).toEqual([problem])
    expect(fromCsv(`prompt\nA\n${long}`, 10).problems).toEqual([problem])
    expect(fromLines(`A\n${long.slice(1)}`, 10).problems).toEqual([])
    // The bound is the contract's.
    const takes = (prompt: string) =>
      generationOrder.safeParse({ prompt, modelId: 'm', variants: [{ prompt }] }).success
    expect([takes(long.slice(1)), takes(long)]).toEqual([true, false])
  })

  it('reads back every table as spreadsheets write them', () => {
    const cell = fc.string().map((text) => text.trim())
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      )
    const written = (text: string): string => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n', '\r'), fc.constantFrom(',', ';', '\t'), (rows, end, sign) => {
        const text = rows.map((row) => row.map(written).join(sign)).join(end)
        expect(parseCsv(`\uFEFF${text}`).map(({ cells }) => cells)).toEqual(
          rows.filter((row) => row.some((each) => each !== '')),
        )
      }),
    )
  })
})
