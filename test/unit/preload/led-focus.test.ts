import { expect, it } from 'vitest'
import { LedFocus } from '../../../src/preload/led-focus.ts'

const [button, other] = [new EventTarget(), new EventTarget()]
const plain = { ctrlKey: false, metaKey: false }
/** What a browser says of a focus that it moved itself. */
const byBrowser = { target: button, sourceCapabilities: {} }
const byScript = { target: button, sourceCapabilities: null }

function focus() {
  const clock = { nowMs: 0 }
  return { clock, led: new LedFocus(() => clock.nowMs) }
}

it('the keyboard is where a press or Tab has led it, as the browser says, for as long as it stays (W1)', () => {
  const { clock, led } = focus()
  led.focusIn(byBrowser)
  clock.nowMs = 60_000
  expect(led.isAt(button)).toBe(true)
  expect(led.isAt(other)).toBe(false)
  expect(led.isAt(null)).toBe(false)
})

it('a focus that a script moved is led by nobody, however long it has been there (W1)', () => {
  const { clock, led } = focus()
  led.keyDown({ key: ' ', ...plain })
  led.focusIn(byScript)
  clock.nowMs = 60_000
  expect(led.isAt(button)).toBe(false)
})

it.each([
  { key: 'Tab', ...plain },
  { key: 'Enter', ctrlKey: true, metaKey: false },
  { key: 'Enter', ctrlKey: false, metaKey: true },
])('one that a script moves at once after $key leads is where the key led, and a later one is not (W1)', (key) => {
  const { clock, led } = focus()
  led.keyDown(key)
  clock.nowMs = 399
  led.focusIn(byScript)
  expect(led.isAt(button)).toBe(true)
  led.focusOut(false)
  clock.nowMs = 400
  led.focusIn(byScript)
  expect(led.isAt(button)).toBe(false)
})

it('one that went and was brought back by a script is led by nobody; with the whole window it comes back (W1)', () => {
  const { led } = focus()
  led.focusIn(byBrowser)
  led.focusOut(true)
  led.focusIn(byScript)
  expect(led.isAt(button)).toBe(true)
  led.focusOut(false)
  led.focusIn(byScript)
  expect(led.isAt(button)).toBe(false)
})

it.each([
  { name: 'a letter', follows: (led: LedFocus) => void led.keyDown({ key: 'f', ...plain }) },
  { name: 'a press of the pointer', follows: (led: LedFocus) => led.pointerDown() },
])('$name after Tab ends what Tab led: a script that moves the focus then does it by itself (W1)', ({ follows }) => {
  const { led } = focus()
  led.keyDown({ key: 'Tab', ...plain })
  follows(led)
  led.focusIn(byScript)
  expect(led.isAt(button)).toBe(false)
})
