/** A focus that no key of a person's led is not where they look: a script may have moved it under their next key. */
const ledMs = 400

type Focused = Pick<FocusEvent, 'target'> & { sourceCapabilities?: unknown }
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>

/**
 * Where a person has led the keyboard: by a press of the pointer or by Tab, as the browser itself says of both, or by a key of
 * the app's that leads somewhere, Tab in a dialog among them, since it goes round there by a script.
 */
export class LedFocus {
  #to: EventTarget | null = null
  #atMs = Number.NEGATIVE_INFINITY
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * As it is heard, and not as it went down: a busy window hears it later, and the focus moves then.
   * @returns whether it leads somewhere
   */
  keyDown({ key, ctrlKey, metaKey }: Key): boolean {
    const leads = key === 'Tab' || (key === 'Enter' && (ctrlKey || metaKey))
    this.#atMs = leads ? this.#now() : Number.NEGATIVE_INFINITY
    return leads
  }

  /** What follows is the pointer's, and no longer the key's before it. */
  pointerDown(): void {
    this.#atMs = Number.NEGATIVE_INFINITY
  }

  focusIn(event: Focused): void {
    // The browser names the device that moved the focus, and none where a script did.
    const isByPerson = (event.sourceCapabilities ?? null) !== null || this.#now() - this.#atMs < ledMs
    if (event.target !== this.#to) this.#to = isByPerson ? event.target : null
  }

  /** @param isWindow the whole window lost it: it comes back to where it was */
  focusOut(isWindow: boolean): void {
    if (!isWindow) this.#to = null
  }

  isAt(element: EventTarget | null): boolean {
    return element !== null && element === this.#to
  }
}
