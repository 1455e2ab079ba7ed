import type { Language } from '../../contract/settings.ts'
import { languages, languageTags } from './languages.ts'
import { setLanguage } from './messages.ts'

/** From now on the page is in this language, and laid out in its direction. */
export function showLanguage(language: Language): void {
  setLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].dir
}

/** The language that the page was opened in (src/main/window.ts): the first words are in it too. */
export const firstLanguage = (): Language => languageTags.find((tag) => location.hash === `#${tag}`) ?? 'en'
