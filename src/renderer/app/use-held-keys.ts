import { useEffect } from 'react'
import { isHeldPress } from '../hooks/keys.ts'

function swallow(event: KeyboardEvent): void {
  if (!isHeldPress(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * A key that is held down presses once. What it pressed may have brought another button under it (the next price, a
 * question, what a command leads to): the repeats were not meant for that one, which may be one that spends.
 */
export function useHeldKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', swallow, { capture: true })
    return () => window.removeEventListener('keydown', swallow, { capture: true })
  }, [])
}
