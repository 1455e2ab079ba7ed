import { allSpending, spendingOf, textsIn } from './approving.ts'
import { type Look, type Resting, wasSo } from './look.ts'
import { isPlainButton, isReadable } from './plain.ts'
import { seenWords } from './seen-words.ts'

/** The browser looks no oftener. */
const delay = 100

/**
 * How buttons that spend look while nobody presses them. The browser itself says what lies over their words, as it paints: also
 * what lets presses through or is inert, shadows, outlines, closed trees; that they are faint, turned or shrunk. It changes
 * nothing for it, so that no script sees that it looks.
 */
export class RestingLooks {
  readonly #visible = new WeakMap<Element, boolean>()
  readonly #resting = new WeakMap<HTMLButtonElement, Resting>()
  readonly #changed = new Set<HTMLButtonElement>()
  readonly #eye: IntersectionObserver
  #isDue = false

  constructor() {
    const how = { trackVisibility: true, delay, threshold: [0, 0.5, 1] }
    this.#eye = new IntersectionObserver((seen) => this.#take(seen), how)
    const changes = new MutationObserver((records) => this.#hear(records))
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    window.addEventListener('resize', () => this.#watch())
  }

  /** @param at where it is pressed; by a key, anywhere */
  look(button: HTMLButtonElement, at: { x: number; y: number } | null): Look {
    this.#take(this.#eye.takeRecords())
    const look = this.#lookAt(button)
    const isOn = at === null || button.contains(document.elementFromPoint(at.x, at.y))
    return { ...look, isThere: look.isThere && isOn }
  }

  /** Whether it looked so before somebody came, or for long enough since. */
  wasSo(look: Look, button: HTMLButtonElement, cameMs: number): boolean {
    return wasSo(this.#resting.get(button), look, cameMs, performance.now())
  }

  /** Somebody is there, and what they see from now on counts too. */
  note(button: HTMLButtonElement): void {
    const { words, isThere } = this.#lookAt(button)
    const resting = this.#resting.get(button)
    if (resting === undefined || resting.words !== words || resting.isThere !== isThere)
      this.#resting.set(button, { words, isThere, sinceMs: performance.now() })
  }

  #lookAt(element: HTMLButtonElement): Look {
    const { approves = '' } = element.dataset
    const { words, parents, isAll } = seenWords(element)
    const isVisible = parents.every((each) => this.#visible.get(each) === true)
    // One that waits is drawn on no ground of its own.
    const isThere = isAll && isVisible && isPlainButton(element) && (approves === '' || isReadable(element, parents))
    return { element, approves, text: element.textContent, words, isThere }
  }

  #take(seen: readonly IntersectionObserverEntry[]): void {
    const changed = new Set<HTMLButtonElement>()
    for (const { target, isVisible } of seen as (IntersectionObserverEntry & { isVisible?: boolean })[]) {
      const button = spendingOf(target)
      const isNews = this.#visible.get(target) !== isVisible
      this.#visible.set(target, isVisible === true)
      if (button !== null && (isNews || this.#changed.has(button))) changed.add(button)
    }
    for (const button of changed) {
      this.#changed.delete(button)
      this.note(button)
    }
  }

  #hear(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const button = spendingOf(target)
      if (button !== null) this.#changed.add(button)
    }
    this.#watch()
  }

  /** Once a frame, before it is laid out. What is seen already the browser tells of by itself. */
  #watch(): void {
    if (this.#isDue) return
    this.#isDue = true
    requestAnimationFrame(() => {
      this.#isDue = false
      for (const button of allSpending()) {
        this.#observe(button)
        // New words where the browser has said already that all is seen: they stand there from this frame on, not from its next look.
        if (this.#changed.has(button)) this.note(button)
      }
    })
  }

  #observe(button: HTMLButtonElement): void {
    const isChanged = this.#changed.has(button)
    for (const { parent } of textsIn(button)) {
      if (this.#visible.get(parent) === true && !isChanged) continue
      this.#eye.unobserve(parent)
      this.#eye.observe(parent)
    }
  }
}
