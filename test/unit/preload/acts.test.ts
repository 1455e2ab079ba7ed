import { expect, it, onTestFinished, vi } from 'vitest'
import { hearActs } from '../../../src/preload/acts.ts'

class Key {
  isTrusted: boolean
  repeat: boolean
  constructor(isTrusted: boolean, repeat = false) {
    this.isTrusted = isTrusted
    this.repeat = repeat
  }
}

/** A window that hands events on as a browser does: none but a browser can make one that is a person's. */
function heard() {
  const listeners = new Map<string, { hear: (event: unknown) => void; isCapturing: boolean }>()
  vi.stubGlobal('KeyboardEvent', Key)
  vi.stubGlobal('window', {
    addEventListener: (type: string, hear: (event: unknown) => void, isCapturing = false) =>
      listeners.set(type, { hear, isCapturing }),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const tell = vi.fn()
  hearActs(tell)
  return { tell, listeners, send: (type: string, event: unknown) => listeners.get(type)?.hear(event) }
}

it('a click, a key and taking hold of something are acts of a person’s, heard before the page does (W1)', () => {
  const { tell, send, listeners } = heard()
  send('click', { isTrusted: true })
  send('keydown', new Key(true))
  send('dragstart', { isTrusted: true })
  expect(tell).toHaveBeenCalledTimes(3)
  expect([...listeners.values()].every(({ isCapturing }) => isCapturing)).toBe(true)
})

it('what a script makes is none, nor is a key that is held, nor the way of a pointer (W1)', () => {
  const { tell, send } = heard()
  for (const type of ['click', 'keydown', 'dragstart']) send(type, { isTrusted: false })
  send('keydown', new Key(false))
  send('keydown', new Key(true, true))
  for (const type of ['pointermove', 'mousemove', 'pointerdown', 'wheel', 'focusin']) send(type, { isTrusted: true })
  expect(tell).not.toHaveBeenCalled()
})
