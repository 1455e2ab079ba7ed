import type { PressReport } from '../contract/press.ts'

interface Point {
  x: number
  y: number
}

/** Words smaller than this, or fainter, are not there to be read. */
const leastPx = 9
const leastOpacity = 0.3
/** A focus that no key of a person's led is not where they look: a script may have moved it under their next key. */
const looksMs = 400

const approving = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-approves]') : null

/**
 * Tells how a person presses what carries `data-approves`: on the window in the capture phase and before any script of the
 * page, which can neither send such an event nor keep it from here. A press by key must have gone down on the button itself:
 * a label, a form's Enter and an access key press from elsewhere.
 */
export function hearPresses(tell: (report: PressReport) => void): void {
  let keyed: HTMLElement | null = null
  let ledAtMs = Number.NEGATIVE_INFINITY
  let looksFromMs = 0
  const keyDown = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return
    if (event.key === 'Tab' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) ledAtMs = event.timeStamp
    // A key that is held on presses once: by Enter as it goes down, by Space as it comes up.
    if (event.repeat) return
    const isPress = event.key === 'Enter' || event.key === ' '
    keyed = isPress && event.timeStamp >= looksFromMs ? approving(event.target) : null
  }
  const focusIn = ({ timeStamp }: FocusEvent): void => {
    looksFromMs = timeStamp - ledAtMs < looksMs ? 0 : timeStamp + looksMs
  }
  const click = (event: MouseEvent): void => {
    const element = event.isTrusted && event.detail < 2 ? approving(event.target) : null
    if (element === null) return
    const isByPointer = event.detail > 0
    const at = isByPointer ? { x: event.clientX, y: event.clientY } : middleOf(element.getBoundingClientRect())
    const seen = asSeen(element, () => ({ words: seenWords(element), isThere: isOnTop(element, at) }))
    const isSeen = (isByPointer || keyed === element) && seen.isThere && opacityOf(element) >= leastOpacity
    keyed = null
    tell({ approves: element.dataset.approves ?? '', words: seen.words, isSeen })
  }
  window.addEventListener('keydown', keyDown, true)
  window.addEventListener('focusin', focusIn, true)
  window.addEventListener('click', click, true)
}

const middleOf = ({ left, top, width, height }: DOMRect): Point => ({ x: left + width / 2, y: top + height / 2 })

/** Looks while nothing over the element lets presses through: what does can hide it all the same. Nothing is painted meanwhile. */
function asSeen<T>(element: HTMLElement, look: () => T): T {
  const box = element.getBoundingClientRect()
  const through = [...document.querySelectorAll<HTMLElement | SVGElement>('body *')]
    .filter((each) => meets(each.getBoundingClientRect(), box) && getComputedStyle(each).pointerEvents === 'none')
    .map(({ style }) => ({
      style,
      value: style.getPropertyValue('pointer-events'),
      priority: style.getPropertyPriority('pointer-events'),
    }))
  for (const { style } of through) style.setProperty('pointer-events', 'auto', 'important')
  const seen = look()
  for (const { style, value, priority } of through) style.setProperty('pointer-events', value, priority)
  return seen
}

/** The words that are read where they stand, in the button's order. */
function seenWords(element: HTMLElement): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  while (texts.nextNode()) if (isRead(texts.currentNode)) words.push(texts.currentNode.textContent ?? '')
  return words.join(' ').slice(-2000)
}

function isRead(text: Node): boolean {
  const { parentElement } = text
  if (parentElement === null) return false
  const range = document.createRange()
  range.selectNodeContents(text)
  const box = range.getBoundingClientRect()
  const { fontSize, visibility } = getComputedStyle(parentElement)
  const isLegible = box.height >= leastPx && Number.parseFloat(fontSize) >= leastPx && visibility === 'visible'
  return isLegible && opacityOf(parentElement) >= leastOpacity && isOnTop(parentElement, middleOf(box))
}

function isOnTop(element: Element, { x, y }: Point): boolean {
  const top = document.elementFromPoint(x, y)
  return top !== null && element.contains(top)
}

function opacityOf(element: Element): number {
  let opacity = 1
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    opacity *= Number(getComputedStyle(each).opacity)
  return opacity
}

const meets = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
