import { accented, backwards } from '../../contract/pseudo.ts'
import type { Language } from '../../contract/settings.ts'

export interface LanguageWays {
  /** Its own name for itself, so that one finds it again from any other. */
  name: string
  /** The locale by which Intl writes numbers, dates and plurals. The pseudo-languages are English underneath. */
  locale: string
  dir: 'ltr' | 'rtl'
  /** What is done to every word of ours; null for a language that has a text of its own. */
  transform: ((text: string) => string) | null
}

export const languages: Record<Language, LanguageWays> = {
  en: { name: 'English', locale: 'en-GB', dir: 'ltr', transform: null },
  'en-XA': { name: 'Pseudo-language, for testing layouts', locale: 'en-GB', dir: 'ltr', transform: accented },
  'ar-XB': {
    name: 'Pseudo-language from right to left, for testing layouts',
    locale: 'en-GB',
    dir: 'rtl',
    transform: backwards,
  },
}

export const languageTags = ['en', 'en-XA', 'ar-XB'] as const satisfies readonly Language[]
