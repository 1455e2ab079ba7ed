import type { PressReport } from '../contract/press.ts'
import { approving, spendingOf } from './approving.ts'
import { LedFocus } from './led-focus.ts'
import { isSame, type Look } from './look.ts'
import { RestingLooks } from './resting-looks.ts'

/**
 * Tells how a person presses what carries `data-approves`: on the window in the capture phase and before any script of the
 * page, which can neither send such an event nor keep it from here. A press by key must have gone down on the button itself:
 * a label, a form's Enter and an access key press from elsewhere.
 */
export function hearPresses(tell: (report: PressReport) => void): void {
  const looks = new RestingLooks()
  const led = new LedFocus()
  const pointer = new PointerComes()
  let focusedMs = 0
  let begun: Look | null = null

  const begin = (button: HTMLButtonElement | null, at: Point | null, cameMs: number): void => {
    const look = button && looks.look(button, at)
    begun = button && look && looks.wasSo(look, button, cameMs) ? look : null
    // From here on it is one that somebody has before them.
    if (button) looks.note(button)
  }
  const keyDown = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return
    // Also where the focus is there already, a person has come to it anew.
    if (led.keyDown(event)) focusedMs = performance.now()
    // A key that is held on presses once: by Enter as it goes down, by Space as it comes up.
    if (event.repeat) return
    const isPress = (event.key === 'Enter' || event.key === ' ') && led.isAt(event.target)
    begin(isPress ? approving(event.target) : null, null, focusedMs)
  }
  const pointerDown = (event: PointerEvent): void => {
    if (!event.isTrusted) return
    led.pointerDown()
    begin(approving(event.target), pointOf(event), pointer.cameMs)
  }
  const pointerMove = (event: PointerEvent): void => {
    if (!event.isTrusted) return
    const button = spendingOf(event.target)
    pointer.move(event, button)
    if (button) looks.note(button)
  }
  const focusIn = (event: FocusEvent): void => {
    led.focusIn(event)
    focusedMs = performance.now()
    const button = spendingOf(event.target)
    if (button) looks.note(button)
  }
  const click = (event: MouseEvent): void => {
    const element = event.isTrusted && event.detail < 2 ? approving(event.target) : null
    if (element === null) return
    const ended = looks.look(element, event.detail > 0 ? pointOf(event) : null)
    const isSeen = isSame(begun, ended)
    begun = null
    tell({ approves: ended.approves, words: ended.words, isSeen })
  }
  window.addEventListener('keydown', keyDown, true)
  window.addEventListener('pointerdown', pointerDown, true)
  window.addEventListener('pointerover', pointerMove, true)
  window.addEventListener('pointermove', pointerMove, true)
  window.addEventListener('focusin', focusIn, true)
  window.addEventListener('focusout', () => led.focusOut(!document.hasFocus()), true)
  window.addEventListener('click', click, true)
}

interface Point {
  x: number
  y: number
}

const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })

/** When the pointer came to the button that it is on. One that comes under a pointer at rest was not come to. */
class PointerComes {
  cameMs = 0
  #on: HTMLButtonElement | null = null
  #movedMs = 0
  #last = { id: Number.NaN, x: Number.NaN, y: Number.NaN }

  move({ pointerId: id, screenX: x, screenY: y }: PointerEvent, button: HTMLButtonElement | null): void {
    const isMoved = id !== this.#last.id || x !== this.#last.x || y !== this.#last.y
    if (isMoved) this.#movedMs = performance.now()
    this.#last = { id, x, y }
    if (button !== this.#on) this.cameMs = this.#movedMs
    this.#on = button
  }
}
