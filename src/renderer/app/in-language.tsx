import { Fragment, type JSX, type ReactNode, useEffect, useRef } from 'react'
import { I18nProvider } from 'react-aria-components'
import { firstLanguage } from '../format/show-language.ts'
import { useApp } from '../stores/app-store.ts'

/** The window in the chosen language. Drawn anew when that changes: every text is asked for while something is drawn. */
export function InLanguage({ children }: { children: ReactNode }): JSX.Element {
  const language = useApp((app) => app.snapshot?.language ?? firstLanguage())
  const before = useRef(language)
  useEffect(() => {
    if (before.current === language) return
    before.current = language
    // What it was chosen with went with the old window; the keyboard goes on in the same place of the new one.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-language] button')?.focus()
  }, [language])
  return (
    <I18nProvider locale={language}>
      <Fragment key={language}>{children}</Fragment>
    </I18nProvider>
  )
}
