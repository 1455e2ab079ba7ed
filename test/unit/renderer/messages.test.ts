import { join } from 'node:path'
import fc from 'fast-check'
import { IntlMessageFormat } from 'intl-messageformat'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { readMessages } from '../../../scripts/lib/messages.mjs'
import { accented, backwards } from '../../../src/contract/pseudo.ts'
import type { Language } from '../../../src/contract/settings.ts'
import { bytes, dateShort, dimensions, figure, list } from '../../../src/renderer/format/format.ts'
import { languages, languageTags } from '../../../src/renderer/format/languages.ts'
import {
  apart,
  type MessageValues,
  messageFormat,
  perLanguage,
  setLanguage,
  t,
} from '../../../src/renderer/format/messages.ts'
import { pseudo } from '../../../src/renderer/format/pseudo.ts'
import { rich } from '../../../src/renderer/format/rich.tsx'

/** Every text of the window, from its sources. */
const { texts } = readMessages(join(import.meta.dirname, '../../../src/renderer'))

afterEach(() => setLanguage('en'))

/** Without the marks that only steer the direction. */
const bare = (text: string): string => text.replace(/[\u2066-\u2069\u202a-\u202e]/g, '')

type Part = ReturnType<IntlMessageFormat['getAst']>[number]

/** Every name in a message's braces, with the choices it offers. */
function namesOf(parts: readonly Part[], into = new Map<string, string[]>()): Map<string, string[]> {
  for (const part of parts) {
    if (part.type === 0 || part.type === 7) continue
    const options = 'options' in part ? Object.entries<{ value: Part[] }>(part.options) : []
    into.set(part.value, [...(into.get(part.value) ?? []), ...options.map(([name]) => name)])
    for (const [, option] of options) namesOf(option.value, into)
    if ('children' in part) namesOf(part.children, into)
  }
  return into
}

describe('a text', () => {
  it('is its English source, filled', () => {
    expect(t('Library')).toBe('Library')
    expect(t('{name} copied.', { name: 'Hash' })).toBe('Hash copied.')
    expect(t("Model's own")).toBe("Model's own")
    expect(t("'{red|blue}' makes one of each")).toBe('{red|blue} makes one of each')
  })

  it('has its plural, with figures of thousands', () => {
    const pictures = (count: number): string => t('{count, plural, one {# picture} other {# pictures}}', { count })
    expect([0, 1, 2, 2416].map(pictures)).toEqual(['0 pictures', '1 picture', '2 pictures', '2,416 pictures'])
  })

  it('has elements in it', () => {
    const words = rich('<b>{credits} practice</b> credits <key></key>', {
      credits: '1,000',
      b: (inside) => inside,
      key: () => null,
    })
    expect(renderToStaticMarkup(words)).toBe('1,000 practice credits ')
  })

  it('that lacks a value is not shown with a hole', () => {
    expect(() => t('{name} copied.')).toThrow(/name/)
  })
})

describe('the pseudo-languages', () => {
  it('are longer, accented and in brackets, and leave names, plurals and figures alone', () => {
    setLanguage('en-XA')
    expect(t('Library')).toBe('[Ļîîƀŕááŕý]')
    const chosen = t('{count, plural, one {# picture} other {# pictures}} of {name}', { count: 2416, name: 'Ada' })
    expect(bare(chosen)).toBe('[2,416 þîîçţûûŕééš ööƒ Ada]')
  })

  it('from right to left turns each word around, and no figure', () => {
    setLanguage('ar-XB')
    expect(t('Not read yet')).toBe('[\u202eÑööţ\u202c \u202eŕééááð\u202c \u202eýééţ\u202c]')
    expect(figure(-15)).toBe('\u2066−15\u2069')
    expect(dimensions(5144, 3480)).toBe('\u20665,144 × 3,480\u2069')
    expect(bare(bytes(4_100_000))).toBe('[4.1 ṀƁ]')
  })

  it('set what people wrote apart, once', () => {
    expect(apart('Ada')).toBe('Ada')
    setLanguage('ar-XB')
    expect(apart('Ada')).toBe('\u2068Ada\u2069')
    expect(apart('')).toBe('')
  })

  it('are found in what Intl writes too', () => {
    setLanguage('en-XA')
    expect(dateShort('2026-11-20T12:00:00Z')).toBe('20 Ñööṽ 2026')
    expect(bare(list(['a', 'b', 'c']))).toBe('a, b ááñð c')
  })

  it('have no plain letter left, and grow by a third', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(accented(text)).not.toMatch(/[A-Za-z]/)
        expect(backwards(text)).not.toMatch(/[A-Za-z]/)
        // Every mark that opens is closed.
        expect(backwards(text).split('\u202e')).toHaveLength(backwards(text).split('\u202c').length)
      }),
    )
    const all = texts.join(' ')
    expect(accented(all).length / all.length).toBeGreaterThan(1.25)
  })
})

describe('the texts of the window', () => {
  it('are found', () => {
    expect(texts.length).toBeGreaterThan(500)
  })

  it.each(languageTags)('every one formats in %s, whatever stands in its braces', (language) => {
    setLanguage(language)
    const value = fc.oneof(fc.string(), fc.integer({ min: 0 }), fc.double({ noNaN: true, min: 0 }))
    for (const text of texts) {
      const names = namesOf(new IntlMessageFormat(text, 'en').getAst())
      const tags = [...names.keys()].filter((name) => text.includes(`<${name}>`))
      const values = Object.fromEntries(
        [...names].map(([name, options]) => [name, options.length > 0 ? fc.integer({ min: 0, max: 1e6 }) : value]),
      )
      fc.assert(
        fc.property(fc.record(values), (given) => {
          for (const tag of tags) Object.assign(given, { [tag]: (inside: unknown[]) => inside.join('') })
          const shown =
            tags.length > 0 ? [messageFormat(text).format(given)].flat().join('') : t(text, given as MessageValues)
          if (!text.includes('plural') && names.size === tags.length) expect(bare(shown)).not.toBe('')
        }),
        { numRuns: 5 },
      )
    }
  })

  it.each(languageTags)('none loses a name, a choice or a figure in %s', (language: Language) => {
    const { transform } = languages[language]
    for (const text of texts) {
      const english = new IntlMessageFormat(text, 'en').getAst()
      expect(namesOf(transform === null ? english : pseudo(english, transform))).toEqual(namesOf(english))
    }
  })
})

describe('a table of texts', () => {
  it('is one object until the language changes', () => {
    const table = perLanguage(() => ({ word: t('Queued') }))
    expect(table()).toBe(table())
    expect(table().word).toBe('Queued')
    setLanguage('en-XA')
    expect(table().word).toBe('[Ǫûûééûûééð]')
  })
})
