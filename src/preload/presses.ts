import type { PressReport } from '../contract/press.ts'
import { elementsIn } from './elements.ts'
import { isSame, type Look } from './look.ts'
import { inReadingOrder, type Placed } from './reading-order.ts'

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

function lookAt(target: EventTarget | null, at?: Point): Look | null {
  const element = approving(target)
  return element && lookOf(element, at)
}

function approving(target: EventTarget | null): HTMLButtonElement | null {
  const found = target instanceof Element ? target.closest('[data-approves]') : null
  return found instanceof HTMLButtonElement ? found : null
}

/** All of it, as a press begins and as it ends. @param at where it is pressed; by a key, on its middle */
function lookOf(element: HTMLButtonElement, at: Point = middleOf(element.getBoundingClientRect())): Look {
  const { approves = '' } = element.dataset
  const seen = asSeen(() => ({ words: seenWords(element), isThere: isOnTop(element, at) }))
  const isThere = seen.isThere && isButton(element) && opacityOf(element) >= leastOpacity
  return { element, approves, text: element.textContent, words: seen.words, isThere }
}

/**
 * Tells how a person presses what carries `data-approves`: on the window in the capture phase and before any script of the
 * page, which can neither send such an event nor keep it from here. A press by key must have gone down on the button itself:
 * a label, a form's Enter and an access key press from elsewhere.
 */
export function hearPresses(tell: (report: PressReport) => void): void {
  let begun: Look | null = null
  let typedAtMs = Number.NEGATIVE_INFINITY
  let ledAtMs = Number.NEGATIVE_INFINITY
  let looksFromMs = 0
  const keyDown = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return
    // As it is heard, and not as it went down: a busy window hears it later, and the focus moves then.
    if (event.key === 'Tab' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) ledAtMs = performance.now()
    // A key that is held on presses once: by Enter as it goes down, by Space as it comes up.
    if (event.repeat) return
    const isLooked = looksFromMs === 0 || (event.timeStamp >= looksFromMs && event.timeStamp - typedAtMs >= typesMs)
    const isPress = event.key === 'Enter' || event.key === ' '
    begun = isPress && isLooked ? lookAt(event.target) : null
    if (begun === null && event.key.length === 1 && !event.ctrlKey && !event.metaKey) typedAtMs = event.timeStamp
  }
  const pointerDown = (event: PointerEvent): void => {
    if (event.isTrusted) begun = lookAt(event.target, pointOf(event))
  }
  const focusIn = ({ timeStamp }: FocusEvent): void => {
    looksFromMs = timeStamp - ledAtMs < looksMs ? 0 : timeStamp + looksMs
  }
  const click = (event: MouseEvent): void => {
    const element = event.isTrusted && event.detail < 2 ? approving(event.target) : null
    if (element === null) return
    const ended = lookOf(element, event.detail > 0 ? pointOf(event) : undefined)
    const isSeen = isSame(begun, ended)
    begun = null
    tell({ approves: ended.approves, words: ended.words, isSeen })
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
  if (elementsIn(document).some((each) => each.matches(aboveAll) || isPaintedBeyond(each)) || hasForeignFont())
    return false
  const { width, height } = element.getBoundingClientRect()
  if (width > most.width || height > most.height) return false
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    if (veils.test(getComputedStyle(each).filter)) return false
  return !isTurned(element)
}

/** Beyond its own box, where no look finds it. Nothing of the app's is. */
function isPaintedBeyond(element: Element): boolean {
  const { borderImageSource, filter } = getComputedStyle(element)
  return borderImageSource !== 'none' || filter.includes('url')
}

/** One that a script made of bytes draws what it likes for a figure. Those of the app's own sheets cannot be taken out. */
const hasForeignFont = (): boolean => [...document.fonts].some((face) => document.fonts.delete(face))

/** Moved is as it was; turned or mirrored, itself or with what it stands in, 16 is read as 91. */
function isTurned(element: Element): boolean {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    const { transform, rotate, scale } = getComputedStyle(each)
    if (!/^(?:none$|matrix\(1, 0, 0, 1,)/.test(transform) || rotate !== 'none' || scale !== 'none') return true
  }
  return false
}

const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })

const middleOf = ({ left, top, width, height }: DOMRect): Point => ({ x: left + width / 2, y: top + height / 2 })

/**
 * Looks while nothing lets presses through: what does can hide the element all the same, also where its text is larger than
 * itself, or where it is drawn elsewhere (`use`). Nothing is painted meanwhile.
 */
function asSeen<T>(look: () => T): T {
  const all = elementsIn(document)
  const inert = all.filter((each) => each instanceof HTMLElement && each.inert)
  const through = all.filter((each) => isThrough(getComputedStyle(each)))
  // A change that takes its time would not have come while it is looked. Put back last, with all else computed: what lies
  // there would turn back as slowly, and take the rest of this very press.
  const undoSlow = changed(through, { transition: 'none' })
  for (const each of inert) each.removeAttribute('inert')
  const undo = changed(through, { 'pointer-events': 'auto', interactivity: 'auto' })
  const seen = look()
  undo()
  for (const each of inert) each.setAttribute('inert', '')
  document.elementFromPoint(0, 0)
  undoSlow()
  return seen
}

const isThrough = (style: CSSStyleDeclaration): boolean =>
  style.pointerEvents === 'none' || style.getPropertyValue('interactivity') === 'inert'

/** @returns what puts all back */
function changed(elements: readonly (HTMLElement | SVGElement)[], to: Record<string, string>): () => void {
  const before = elements.flatMap(({ style }) =>
    Object.keys(to).map((name) => {
      const [value, priority] = [style.getPropertyValue(name), style.getPropertyPriority(name)]
      return () => style.setProperty(name, value, priority)
    }),
  )
  for (const { style } of elements)
    for (const [name, value] of Object.entries(to)) style.setProperty(name, value, 'important')
  return () => {
    for (const putBack of before) putBack()
  }
}

/** The words that are read where they stand, in the order of the eye: a style may put the last of the button first. */
function seenWords(element: HTMLElement): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const read: Placed[] = []
  while (texts.nextNode()) {
    const box = boxOf(texts.currentNode)
    if (isRead(texts.currentNode, box)) read.push({ text: texts.currentNode.textContent ?? '', box })
  }
  return inReadingOrder(read, getComputedStyle(element).direction === 'rtl').slice(-2000)
}

function boxOf(text: Node, from = 0, end = text.textContent?.length ?? 0): DOMRect {
  const range = document.createRange()
  range.setStart(text, from)
  range.setEnd(text, end)
  return range.getBoundingClientRect()
}

function isRead(text: Node, box: DOMRect): boolean {
  const { parentElement } = text
  if (parentElement === null) return false
  const style = getComputedStyle(parentElement)
  const { fontSize, visibility, unicodeBidi, webkitTextFillColor, maskImage, clipPath } = style
  const fontPx = Number.parseFloat(fontSize)
  const isLegible = box.height >= leastPx && fontPx >= leastPx && visibility === 'visible'
  const letters = text.textContent?.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const isWide = box.width * box.height >= letters * leastLetter * fontPx ** 2
  // Else other figures stand there than are read here, or none.
  const isPlain =
    !unicodeBidi.includes('override') &&
    !isFaint(webkitTextFillColor) &&
    !isTurned(parentElement) &&
    /^(?:none)?$/.test(style.getPropertyValue('-webkit-text-security'))
  const isWhole = maskImage === 'none' && clipPath === 'none'
  return (
    isLegible &&
    isWide &&
    isPlain &&
    isWhole &&
    opacityOf(parentElement) >= leastOpacity &&
    isOnTop(parentElement, middleOf(box)) &&
    isEachSignOnTop(text, parentElement)
  )
}

/** A price and an act have fewer. */
const mostSigns = 100
const within = [0.2, 0.5, 0.8]

/** A cover over a part of a text leaves another number: each sign is looked at, in its middle and around it. */
function isEachSignOnTop(text: Node, parent: Element): boolean {
  const signs = text.textContent ?? ''
  if (signs.length > mostSigns) return false
  for (let at = 0; at < signs.length; at += 1) {
    if (!/[\p{N}\p{P}\p{S}]/u.test(signs.charAt(at))) continue
    const { left, top, width, height } = boxOf(text, at, at + 1)
    if (height < leastPx) return false
    for (const x of within)
      for (const y of within) if (!isOnTop(parent, { x: left + x * width, y: top + y * height })) return false
  }
  return true
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
