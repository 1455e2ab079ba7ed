import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alternatives } from '../../../../src/domain/prompts/alternatives.ts'

const all = (text: string): string[] => {
  const { count, at } = alternatives(text)
  return Array.from({ length: count }, (_, index) => at(index))
}

describe('alternatives in a prompt', () => {
  it.each([
    ['a hill', ['a hill']],
    ['', ['']],
    ['{red|blue} {cat|dog}', ['red cat', 'red dog', 'blue cat', 'blue dog']],
    ['a {big |}boat', ['a big boat', 'a boat']],
    ['{a|{b|c} d}', ['a', 'b d', 'c d']],
    ['{no choice}', ['{no choice}']],
    ['left { open', ['left { open']],
    ['a } b | c', ['a } b | c']],
    ['{a|b', ['{a|b']],
    ['{{a|b}', ['{a', '{b']],
    ['{a|b}}', ['a}', 'b}']],
    [String.raw`\{a\|b\} \\{x|y}`, [String.raw`{a|b} \x`, String.raw`{a|b} \y`]],
  ])('%j stands for %j', (text, expected) => {
    expect(all(text)).toEqual(expected)
  })

  it('is what its parts are multiplied, whatever they are, each way once and the last group fastest', () => {
    const word = fc.stringMatching(/^[a-z ]{1,6}$/)
    const group = fc.uniqueArray(word, { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(fc.tuple(word, group), { maxLength: 4 }), (parts) => {
        const text = parts.map(([before, options]) => `${before}/{${options.join('|')}}`).join('')
        const ways = parts.reduce<string[]>(
          (texts, [before, options]) =>
            texts.flatMap((start) => options.map((option) => `${start}${before}/${option}`)),
          [''],
        )
        expect(all(text)).toEqual(ways)
      }),
    )
  })

  it('a text in which the signs are escaped is that text alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(all(text.replace(/[{}|\\]/g, '\\$&'))).toEqual([text])
      }),
    )
  })

  it('reads any text: at least one way, and every way of a few can be had', () => {
    const signs = fc.constantFrom('{', '}', '|', '\\', 'a', ' ')
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), (text) => {
        const { count, at } = alternatives(text.join(''))
        expect(count).toBeGreaterThanOrEqual(1)
        for (let index = 0; index < Math.min(count, 5); index += 1) expect(typeof at(index)).toBe('string')
      }),
    )
  })

  it('counts without writing them out, up to what cannot be counted', () => {
    expect(alternatives('{a|b}'.repeat(40)).count).toBe(2 ** 40)
    expect(alternatives('{a|b}'.repeat(2000)).count).toBe(Number.POSITIVE_INFINITY)
  })

  it('no nesting is too deep for it', () => {
    const deep = 100_000
    expect(alternatives('{a|'.repeat(deep) + '}'.repeat(deep)).count).toBeGreaterThanOrEqual(1)
  })
})
