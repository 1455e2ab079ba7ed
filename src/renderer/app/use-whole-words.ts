import { useEffect } from 'react'
import { apart } from '../format/messages.ts'

/** Marks a hint that was put there here, so that no other is taken away. */
const mark = 'wholeWords'

/** Words that are cut at the end of their line are whole in a hint, wherever they stand. */
export function useWholeWords(): void {
  useEffect(() => {
    const show = (event: PointerEvent): void => {
      const cut = event.target instanceof Element ? event.target.closest('.cut-end') : null
      if (!(cut instanceof HTMLElement) || (cut.title !== '' && !(mark in cut.dataset))) return
      // What is in it may have a hint of its own.
      if (cut.scrollWidth <= cut.clientWidth || cut.querySelector('[title]') !== null) {
        if (mark in cut.dataset) cut.removeAttribute('title')
        delete cut.dataset[mark]
        return
      }
      cut.title = apart(cut.textContent.trim())
      cut.dataset[mark] = ''
    }
    document.addEventListener('pointerover', show)
    return () => document.removeEventListener('pointerover', show)
  }, [])
}
