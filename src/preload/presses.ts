import type { PressReport } from '../contract/press.ts'
import { approving, spendingOf } from './approving.ts'
import { LedFocus } from './led-focus.ts'
import { isSame, type Look } from './look.ts'
import { hasFocus } from './own.ts'
import { RestingLooks } from './resting-looks.ts'

/**
 * Tells how a person presses what carries `data-approves`: on the window in the capture phase and before any script of the
 * page, which can neither send such an event nor keep it from here. A press by key must have gone down on the button itself:
 * a label, a form's Enter and an access key press from elsewhere.
 */
export function hearPresses(tell: (report: PressReport) => void): void {
  const looks = new RestingLooks()
  const led = new LedFocus()
  let begun: Look | null = null

  const begin = (button: HTMLButtonElement | null, at: Point | null, { timeStamp }: Event): void => {
    const look = button && looks.look(button, at)
    begun = button && look && looks.wasSo(look, button, timeStamp) ? look : null
  }
  hear('keydown', (event) => {
    led.keyDown(event)
    // A key that is held on presses once: by Enter as it goes down, by Space as it comes up.
    if (event.repeat) return
    const isPress = (event.key === 'Enter' || event.key === ' ') && led.isAt(event.target)
    begin(isPress ? approving(event.target) : null, null, event)
  })
  hear('pointerdown', (event) => {
    led.pointerDown()
    begin(approving(event.target), pointOf(event), event)
  })
  hear('pointerover', ({ target }) => looks.comeNear(spendingOf(target)))
  hear('focusin', (event) => led.focusIn(event))
  hear('focusout', () => led.focusOut(!hasFocus()))
  hear('click', (event) => {
    const element = event.detail < 2 ? approving(event.target) : null
    if (element === null) return
    const ended = looks.look(element, event.detail > 0 ? pointOf(event) : null)
    const isSeen = isSame(begun, ended)
    begun = null
    tell({ approves: ended.approves, words: ended.words, isSeen })
  })
}

/** What a person did, and nothing that a script made up. */
function hear<T extends keyof WindowEventMap>(type: T, heard: (event: WindowEventMap[T]) => void): void {
  const hearTrusted = (event: WindowEventMap[T]): void => {
    if (event.isTrusted) heard(event)
  }
  window.addEventListener(type, hearTrusted, true)
}

interface Point {
  x: number
  y: number
}

const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })
