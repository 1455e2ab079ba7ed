import { useEffect } from 'react'
import type { CommandId } from '../../contract/commands.ts'
import { allCommands } from '../format/command-words.ts'
import { isAsked, writes } from '../hooks/keys.ts'
import { useSheet } from '../stores/sheet-store.ts'
import { perform } from './commands.ts'

/** Whether a press is this combination. A letter with Shift is another combination; a figure may need it. */
function isPressed(event: KeyboardEvent, combination: string): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const [, mod, wanted] = /^(mod )?(.+)$/.exec(combination) ?? []
  if (wanted === undefined || altKey || (ctrlKey || metaKey) !== (mod !== undefined)) return false
  if (key.toLowerCase() !== wanted.toLowerCase()) return false
  if (/^[a-z]$/i.test(wanted)) return !shiftKey
  return wanted.length > 1 || mod !== undefined || !writes(event.target)
}

/** ↵ is no combination of the list's: what it does depends on where the keyboard is. */
const commandOf = (event: KeyboardEvent): CommandId | null =>
  allCommands.find(({ keys }) => keys?.some((each) => isPressed(event, each)))?.id ?? null

/** The commands by key. */
export function useCommands(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const command = commandOf(event)
      if (command === null) return
      const isToggle = command === 'palette' && useSheet.getState().sheet === 'palette'
      // The system's menu knows the same keys: what is taken here, or not now, is not done there.
      event.preventDefault()
      // What is asked in a dialog is answered first.
      if (!isToggle && isAsked()) return
      event.stopPropagation()
      if (isToggle) useSheet.getState().close()
      else perform(command)
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
}
