import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { understood, withoutTerm } from '../../../../src/domain/library/search-words.ts'

const facets = (search: string) => understood(search).terms.map(({ facet }) => facet)

describe('the words of a search', () => {
  it('are read for what they mean, and what is left is looked for', () => {
    const search = 'harbour, last week, blue, four stars'
    expect(understood(search).words).toBe('harbour')
    expect(facets(search)).toEqual([
      { kind: 'when', when: 'last week' },
      { kind: 'colour', colour: 'blue' },
      { kind: 'rating', rating: 4 },
    ])
    expect(facets('Portrait CUTOUT yesterday ★★★ picked gray films')).toEqual([
      { kind: 'shape', shape: 'portrait' },
      { kind: 'cutout' },
      { kind: 'when', when: 'yesterday' },
      { kind: 'rating', rating: 3 },
      { kind: 'flag', flag: 'pick' },
      { kind: 'colour', colour: 'grey' },
      { kind: 'media', media: 'video' },
    ])
    expect(facets('last tuesday past 7 days october october 2025 2026-11-20 2026-10')).toHaveLength(6)
  })

  it('that can be of a prompt are looked for in the text too, and the others are not', () => {
    const words = Object.fromEntries(
      understood('blue portrait cutout video today 3 stars').terms.map(({ facet, word }) => [facet.kind, word]),
    )
    expect(words).toEqual({
      colour: 'blue',
      shape: 'portrait',
      cutout: 'cutout',
      media: 'video',
      when: null,
      rating: null,
    })
  })

  it('stay words where they mean something else, or stand in quotation marks', () => {
    for (const search of [
      'may',
      'march',
      'tuesday',
      'stars',
      'six stars',
      '0 stars',
      'blueberry',
      'last',
      'week',
      '2026',
      'last 0 days',
      '2026-13',
      '2026-02-30',
    ])
      expect(understood(search), search).toEqual({ terms: [], words: search })
    expect(facets('march 2026, last may')).toHaveLength(2)
    expect(understood('"blue" "last week"')).toEqual({ terms: [], words: 'blue last week' })
  })

  it('leave signs alone a search that finds nothing, beside a meaning or without', () => {
    expect(understood('!!!').words).toBe('!!!')
    expect(understood(',').words).toBe(',')
    expect(understood('blue, !').words).toBe('')
  })

  const piece = fc.constantFrom(
    'blue',
    'last week',
    'harbour',
    'four stars',
    ',',
    '"',
    ' ',
    'October',
    '2026-11-20',
    'ß',
    'İ',
    '5',
  )
  const typed = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(' ')),
  )

  it('of any text: pieces in order and apart, nothing invented, and reading is safe', () => {
    fc.assert(
      fc.property(typed, (search) => {
        const { terms, words } = understood(search)
        let end = 0
        for (const term of terms) {
          expect(term.from).toBeGreaterThanOrEqual(end)
          expect(term.end).toBeGreaterThan(term.from)
          end = term.end
        }
        expect(end).toBeLessThanOrEqual(search.length)
        for (const word of words.split(/\s+/).filter(Boolean)) expect(search).toContain(word)
      }),
    )
  })

  it('are taken off one by one, and the others keep their meaning', () => {
    const term = fc.constantFrom('blue', 'last week', 'harbour', 'four stars', 'portrait', '"blue"', 'pier')
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 5 }), fc.constantFrom(' ', ', '), (parts, sign) => {
        const search = parts.join(sign)
        const before = understood(search)
        for (const [at, off] of before.terms.entries()) {
          const after = understood(withoutTerm(search, off))
          expect(after.terms.map(({ facet }) => facet)).toEqual(
            before.terms.filter((_, n) => n !== at).map(({ facet }) => facet),
          )
          expect(after.words).toBe(before.words)
        }
      }),
    )
  })
})
