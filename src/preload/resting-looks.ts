import { allSpending, textsIn } from './approving.ts'
import { type Look, type Resting, rested, wasSo } from './look.ts'
import { boxOf, elementAt } from './own.ts'
import { isPlainButton, isReadable } from './plain.ts'
import { seenWords } from './seen-words.ts'
import { ShippedSheets } from './sheets.ts'

/** The browser looks no oftener. */
const everyMs = 100

/**
 * How buttons that spend look while nobody presses them, as long as there are any. The browser itself says what lies over
 * them and over their words, as it paints: also what lets presses through or is inert, shadows, outlines, closed trees; that
 * they are faint, turned or shrunk. Each time it is asked anew, so that it has looked at what is painted then.
 */
export class RestingLooks {
  readonly #sheets = new ShippedSheets()
  readonly #visible = new WeakMap<Element, boolean>()
  readonly #resting = new WeakMap<HTMLButtonElement, Resting>()
  /** What the browser was asked about, by the button. */
  readonly #asked = new Map<HTMLButtonElement, Set<Element>>()
  readonly #eye: IntersectionObserver
  #near: HTMLButtonElement | null = null
  #isLooking = false
  #isAnswered = false

  constructor() {
    const how = { trackVisibility: true, delay: everyMs, threshold: [0, 0.5, 1] }
    this.#eye = new IntersectionObserver((seen) => this.#take(seen), how)
    const changes = new MutationObserver(() => this.#begin())
    changes.observe(document, { subtree: true, childList: true, attributeFilter: ['data-approves', 'data-spend'] })
  }

  /** Somebody is there, or away again: what a moment later may be pressed is looked at whole. */
  comeNear(button: HTMLButtonElement | null): void {
    this.#near = button
  }

  /** @param at where it is pressed; by a key, anywhere */
  look(button: HTMLButtonElement, at: { x: number; y: number } | null): Look {
    this.#take(this.#eye.takeRecords())
    const look = this.#lookAt(button, () => this.#sheets.areAsShipped(true))
    return { ...look, isThere: look.isThere && (at === null || isOn(button, at)) }
  }

  /** Whether it looked so for long enough before that. */
  wasSo(look: Look, button: HTMLButtonElement, pressedMs: number): boolean {
    return wasSo(this.#resting.get(button), look, pressedMs)
  }

  /** @param areShipped asked last, and of the page's sheets, not of this button alone */
  #lookAt(element: HTMLButtonElement, areShipped: () => boolean): Look {
    const { approves = '' } = element.dataset
    const { words, parents, isAll } = seenWords(element)
    const isVisible = [element, ...parents].every((each) => this.#visible.get(each) === true)
    const isPlain = isVisible && isAll && isPlainButton(element) && areShipped()
    // One that waits is drawn on no ground of its own.
    const isThere = isPlain && (approves === '' || isReadable(element, parents))
    return { element, approves, text: element.textContent, words, isThere, box: boxOf(element) }
  }

  /** The sheets are the page's: however many buttons are looked at together, they are read once, and not before one needs it. */
  #shippedAtOnce(): () => boolean {
    const isWhole = [...this.#asked.keys()].some((button) => button === this.#near || !this.#resting.has(button))
    let are: boolean | null = null
    return () => {
      are ??= this.#sheets.areAsShipped(isWhole)
      return are
    }
  }

  #begin(): void {
    if (!this.#isLooking) this.#ask()
  }

  #ask(): void {
    const buttons = allSpending()
    if (buttons.length > 0) this.#sheets.read()
    this.#isLooking = buttons.length > 0
    this.#isAnswered = false
    this.#eye.disconnect()
    this.#asked.clear()
    for (const button of buttons) {
      const parts = new Set<Element>([button, ...textsIn(button).map(({ parent }) => parent)])
      this.#asked.set(button, parts)
      for (const part of parts) this.#eye.observe(part)
    }
  }

  #take(seen: readonly IntersectionObserverEntry[]): void {
    const times = new Map(seen.map(({ target, time }) => [target, time]))
    for (const { target, isVisible } of seen as readonly Entry[]) this.#visible.set(target, isVisible === true)
    const areShipped = this.#shippedAtOnce()
    for (const [button, parts] of this.#asked) {
      const told = [...parts].map((part) => times.get(part)).filter((time) => time !== undefined)
      if (told.length === 0) continue
      const look = this.#lookAt(button, areShipped)
      // Between two questions it tells only what has changed, and that all is well is no change.
      if (told.length < parts.size && look.isThere) continue
      this.#resting.set(button, rested(this.#resting.get(button), look, Math.min(...told)))
    }
    if (this.#isAnswered || seen.length === 0) return
    this.#isAnswered = true
    setTimeout(() => this.#ask(), everyMs)
  }
}

type Entry = IntersectionObserverEntry & { isVisible?: boolean }

/** What lies there is the button, and it has not got out of its own box. */
function isOn(button: HTMLButtonElement, { x, y }: { x: number; y: number }): boolean {
  const { left, right, top, bottom } = boxOf(button)
  return left <= x && x <= right && top <= y && y <= bottom && button.contains(elementAt(x, y))
}
