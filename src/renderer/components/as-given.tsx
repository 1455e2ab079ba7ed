import type { JSX, ReactNode } from 'react'

/**
 * Words that are not the window's own: what the engine or the service says, and what people wrote (prompts, names of
 * files). They are laid out by their own direction, whatever the window's language is, and are never translated.
 */
export const AsGiven = ({ children, className }: { children: ReactNode; className?: string }): JSX.Element => (
  <bdi translate="no" className={className}>
    {children}
  </bdi>
)

/** As `AsGiven`, for a sentence of the engine: those are English. */
export const EngineSentence = ({ children }: { children: ReactNode }): JSX.Element => (
  <bdi lang="en" translate="no">
    {children}
  </bdi>
)

/** The same on an element that is there already. */
export const given = { dir: 'auto', translate: 'no' } as const
export const said = { lang: 'en', dir: 'auto', translate: 'no' } as const
