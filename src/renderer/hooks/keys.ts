const fields = 'input:not([type="radio"], [type="range"], [type="checkbox"]), textarea, [contenteditable]'

/** Whether a key writes there. */
export const writes = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(fields) !== null

const questions = '[role="dialog"], [role="alertdialog"]'
const covers = `${questions}, [role="menu"], [role="listbox"]`

/** Whether something that asks lies over the window: it is answered first. */
export const isAsked = (): boolean => document.querySelector(questions) !== null

/** Whether a key belongs to what lies over a screen, a question, a menu or a list, and not to the screen. */
export const isCovered = (target: EventTarget | null): boolean =>
  isAsked() || (target instanceof Element && target.closest(covers) !== null)

/** What the space bar presses; elsewhere it turns pages. */
const pressed =
  'button, a, summary, select, input, [role="option"], [role="row"], [role="gridcell"], [role^="menuitem"]'

/** Stars, flags, and undo: what they do once they do no more of by being held, and a person's press is good for one act. */
const marks = /^(?:mod z|[0-5pxu])$/i

/**
 * Whether this is the repeat of a held key that would press something again, or take the next thing away. In a field held
 * keys go on writing.
 */
export function isHeldPress({ repeat, isComposing, key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!repeat || isComposing || !(target instanceof Element)) return false
  if (key === 'Enter') return target.closest('textarea, [contenteditable]') === null
  if (writes(target)) return false
  if (marks.test(ctrlKey || metaKey ? `mod ${key}` : key)) return true
  return key === 'Delete' || key === 'Backspace' || (key === ' ' && target.matches(pressed))
}
