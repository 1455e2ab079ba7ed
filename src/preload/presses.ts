import type { PressReport } from '../contract/press.ts'
import { elementsIn } from './elements.ts'

interface Point {
  x: number
  y: number
}

/** Words smaller than this, or fainter, are not there to be read. */
const leastPx = 9
const leastOpacity = 0.3
/** Of the square of its size, what a letter takes with its line: narrow ones a quarter, figures two thirds. */
const leastLetter = 0.2
/** A focus that no key of a person's led is not where they look: a script may have moved it under their next key. */
const looksMs = 400
/** Who types goes on typing, wherever a script has moved the focus meanwhile. */
const typesMs = 1500
/** No button of the app is larger: one over half a page would be pressed by whoever means something else. */
const most = { width: 800, height: 120 }

/** What changes how a button looks, and not only the shadow it casts. */
const veils = /opacity|blur|brightness|contrast|invert|saturate|sepia|hue-rotate|grayscale|url/

function approving(target: EventTarget | null): HTMLButtonElement | null {
  const found = target instanceof Element ? target.closest('[data-approves]') : null
  return found instanceof HTMLButtonElement ? found : null
}

/** What a button stood for as a press began: one that became another under the finger was not what was pressed. */
interface Begun {
  element: HTMLButtonElement
  approves: string
  text: string
}

const begunOn = (element: HTMLButtonElement | null): Begun | null =>
  element && { element, approves: element.dataset.approves ?? '', text: element.textContent }

const isStill = (begun: Begun | null, element: HTMLButtonElement): boolean =>
  begun?.element === element && begun.approves === element.dataset.approves && begun.text === element.textContent

/**
 * Tells how a person presses what carries `data-approves`: on the window in the capture phase and before any script of the
 * page, which can neither send such an event nor keep it from here. A press by key must have gone down on the button itself:
 * a label, a form's Enter and an access key press from elsewhere.
 */
export function hearPresses(tell: (report: PressReport) => void): void {
  let begun: Begun | null = null
  let typedAtMs = Number.NEGATIVE_INFINITY
  let ledAtMs = Number.NEGATIVE_INFINITY
  let looksFromMs = 0
  const keyDown = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return
    if (event.key === 'Tab' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) ledAtMs = event.timeStamp
    // A key that is held on presses once: by Enter as it goes down, by Space as it comes up.
    if (event.repeat) return
    const isLooked = looksFromMs === 0 || (event.timeStamp >= looksFromMs && event.timeStamp - typedAtMs >= typesMs)
    const isPress = event.key === 'Enter' || event.key === ' '
    begun = isPress && isLooked ? begunOn(approving(event.target)) : null
    if (begun === null && event.key.length === 1 && !event.ctrlKey && !event.metaKey) typedAtMs = event.timeStamp
  }
  const pointerDown = (event: PointerEvent): void => {
    if (event.isTrusted) begun = begunOn(approving(event.target))
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
    const isSeen = isStill(begun, element) && seen.isThere && isButton(element) && opacityOf(element) >= leastOpacity
    begun = null
    tell({ approves: element.dataset.approves ?? '', words: seen.words, isSeen })
  }
  window.addEventListener('keydown', keyDown, true)
  window.addEventListener('pointerdown', pointerDown, true)
  window.addEventListener('focusin', focusIn, true)
  window.addEventListener('click', click, true)
}

/** What the app never opens: it lies over all else, with a ground of its own, and may let presses through whatever it says. */
const aboveAll = ':popover-open, dialog:modal'

/** Of a button's size, with nothing laid over all of it, and of what it stands in, that changes its looks. */
function isButton(element: HTMLButtonElement): boolean {
  if (elementsIn(document).some((each) => each.matches(aboveAll))) return false
  const { width, height } = element.getBoundingClientRect()
  if (width > most.width || height > most.height) return false
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    if (veils.test(getComputedStyle(each).filter)) return false
  return true
}

const middleOf = ({ left, top, width, height }: DOMRect): Point => ({ x: left + width / 2, y: top + height / 2 })

/** Looks while nothing over the element lets presses through: what does can hide it all the same. Nothing is painted meanwhile. */
function asSeen<T>(element: HTMLElement, look: () => T): T {
  const box = element.getBoundingClientRect()
  const all = elementsIn(document)
  const inert = all.filter((each) => each instanceof HTMLElement && each.inert)
  const through = all
    .filter((each) => meets(each.getBoundingClientRect(), box) && isThrough(getComputedStyle(each)))
    .flatMap(({ style }) =>
      Object.entries(lookable).map(([name, wanted]) => ({
        style,
        name,
        wanted,
        value: style.getPropertyValue(name),
        priority: style.getPropertyPriority(name),
      })),
    )
  for (const each of inert) each.removeAttribute('inert')
  for (const { style, name, wanted } of through) style.setProperty(name, wanted, 'important')
  const seen = look()
  for (const { style, name, value, priority } of through) style.setProperty(name, value, priority)
  for (const each of inert) each.setAttribute('inert', '')
  return seen
}

const isThrough = (style: CSSStyleDeclaration): boolean =>
  style.pointerEvents === 'none' || style.getPropertyValue('interactivity') === 'inert'

/** A change that takes its time would not have come while it is looked. */
const lookable = { transition: 'none', 'pointer-events': 'auto', interactivity: 'auto' }

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
  const { fontSize, visibility, unicodeBidi, webkitTextFillColor, maskImage, clipPath } =
    getComputedStyle(parentElement)
  const fontPx = Number.parseFloat(fontSize)
  const isLegible = box.height >= leastPx && fontPx >= leastPx && visibility === 'visible'
  const letters = text.textContent?.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const isWide = box.width * box.height >= letters * leastLetter * fontPx ** 2
  // Else other figures stand there than are read here, or none.
  const isPlain = !unicodeBidi.includes('override') && !isFaint(webkitTextFillColor)
  const isWhole = maskImage === 'none' && clipPath === 'none'
  return (
    isLegible &&
    isWide &&
    isPlain &&
    isWhole &&
    opacityOf(parentElement) >= leastOpacity &&
    isOnTop(parentElement, middleOf(box))
  )
}

/** By its fourth number, where it has one: `rgba(0, 0, 0, 0)`, `color(srgb 0 0 0 / 0)`. */
const isFaint = (color: string): boolean =>
  Number(/(?:^rgba\(.*,|\/) *([\d.]+)\)$/.exec(color)?.[1] ?? 1) < leastOpacity

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
