import { type JSX, type KeyboardEvent, type ReactNode, useContext } from 'react'
import { AutocompleteStateContext } from 'react-aria-components'

/** The option that is marked, else the first that was found. */
const meant = (list: Element): string | null =>
  (list.querySelector('[role="option"][data-focused]') ?? list.querySelector('[role="option"]'))?.getAttribute(
    'data-key',
  ) ?? null

/**
 * The list below the search field of an Autocomplete, whose Enter takes the option that it has made the active one. It has
 * none after a letter was deleted or a text pasted, nor while the machine is too busy for its effects: then it hands the key
 * to the list itself, which does nothing with it, and what was typed and found was not taken.
 */
export function FoundList({ onTake, children }: { onTake: (id: string) => void; children: ReactNode }): JSX.Element {
  const typed = useContext(AutocompleteStateContext)?.inputValue ?? ''
  const take = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof Element) || !event.target.matches('[role="listbox"]')) return
    const id = typed === '' ? null : meant(event.target)
    if (id === null) return
    event.preventDefault()
    event.stopPropagation()
    onTake(id)
  }
  return (
    <div style={{ display: 'contents' }} onKeyDownCapture={take}>
      {children}
    </div>
  )
}
