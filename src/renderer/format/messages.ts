import { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from '../../contract/settings.ts'
import { languages } from './languages.ts'
import { pseudo } from './pseudo.ts'

/** What stands in a sentence's braces; true or false where it chooses (`{practice, select, true {…} other {…}}`). */
export type MessageValues = Record<string, string | number | boolean>

let language: Language = 'en'
let formats = new Map<string, IntlMessageFormat>()

/** Every text asked for from now on is in this language; the app is drawn anew by its `key`. */
export function setLanguage(next: Language): void {
  if (next === language) return
  language = next
  formats = new Map()
}

export const isRtl = (): boolean => languages[language].dir === 'rtl'

/** A sentence that is made once and filled often; of a pseudo-language, made from the English one. */
export function messageFormat(text: string): IntlMessageFormat {
  const known = formats.get(text)
  if (known) return known
  const { locale, transform } = languages[language]
  const english = new IntlMessageFormat(text, locale)
  const made = transform === null ? english : new IntlMessageFormat(pseudo(english.getAst(), transform), locale)
  formats.set(text, made)
  return made
}

const isPlain = (text: string): boolean => !/[{<']/.test(text)

/**
 * A text of the window in the language that is chosen. The English text itself is the key, written out where it is
 * used, in ICU's MessageFormat: `t('{count, plural, one {# selected} other {# selected}}', { count })`.
 * `scripts/messages.mjs` finds texts that do not come through here. Ask for a text while drawing, or in a table made by
 * `perLanguage`, never once at start: the language may change. Sentences of the engine and content do not belong here (components/as-given.tsx).
 * A value in words is set apart from the sentence's direction, where that is not plain English.
 * @throws where a value is missing; the check compares names
 */
export function t(text: string, values?: MessageValues): string {
  if (language === 'en' && isPlain(text)) return text
  return String(messageFormat(text).format(language === 'en' ? values : allApart(values)))
}

/**
 * Words that are not the window's own (a name, a sentence of the engine), in the middle of those that are: they keep
 * their own direction and do not tear the text around them. U+2068 FIRST STRONG ISOLATE … U+2069.
 */
export const apart = (text: string): string => (language === 'en' || text === '' ? text : `\u2068${text}\u2069`)

const allApart = (values: MessageValues = {}): MessageValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? apart(value) : value]),
  )

/** Figures that keep their order where words go from right to left: −15, 960 × 640. */
export const ltr = (figures: string): string => (isRtl() ? `\u2066${figures}\u2069` : figures)

/** Words that Intl made by the locale underneath (months, "and"), as the language has them. */
export const dressed = (text: string): string => languages[language].transform?.(text) ?? text

/**
 * What is made once for a language: a table with texts in it, or something of Intl for the language's locale. The
 * same object comes back until the language changes.
 */
export function perLanguage<T>(make: (locale: string) => T): () => T {
  let made: { language: Language; value: T } | null = null
  return () => {
    if (made?.language !== language) made = { language, value: make(languages[language].locale) }
    return made.value
  }
}
