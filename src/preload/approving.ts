import { allOf, closestOf, parentOf, walkTexts } from './own.ts'

/** The button that spends, in which something is. */
export const approving = (target: EventTarget | null): HTMLButtonElement | null => buttonOf(target, '[data-approves]')

/** Also those that wait: their words are read before they can be pressed. */
const spending = '[data-approves], [data-spend]'

export const allSpending = (): HTMLButtonElement[] =>
  [...allOf(spending)].filter((each) => each instanceof HTMLButtonElement)

export const spendingOf = (target: EventTarget | null): HTMLButtonElement | null => buttonOf(target, spending)

export interface Written {
  text: Text
  parent: HTMLElement
}

/** Every text in it that is more than space. */
export function textsIn(button: HTMLButtonElement): Written[] {
  const texts = walkTexts(button)
  const found: Written[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (text.parentElement !== null && /\S/.test(text.data)) found.push({ text, parent: text.parentElement })
  }
  return found
}

function buttonOf(target: EventTarget | null, which: string): HTMLButtonElement | null {
  const element = target instanceof Element ? target : target instanceof Node ? parentOf(target) : null
  const found = element && closestOf(element, which)
  return found instanceof HTMLButtonElement ? found : null
}
