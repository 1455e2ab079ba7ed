import { expect, it, onTestFinished, vi } from 'vitest'
import { hearActs } from '../../../src/preload/acts.ts'

/** A browser's events, by whose getters the preload reads them. */
const events = vi.hoisted(() => {
  class Plain {
    isTrusted = true
    at: number
    type: string
    constructor(type: string, at: number) {
      this.type = type
      this.at = at
    }
    get timeStamp(): number {
      return this.at
    }
  }
  class Key extends Plain {
    which: string
    isHeld: boolean
    constructor(type: string, at: number, which: string, isHeld = false) {
      super(type, at)
      this.which = which
      this.isHeld = isHeld
    }
    get key(): string {
      return this.which
    }
    get repeat(): boolean {
      return this.isHeld
    }
  }
  const before = { Event: globalThis.Event, KeyboardEvent: globalThis.KeyboardEvent }
  Object.assign(globalThis, { Event: Plain, KeyboardEvent: Key })
  return { Plain, Key, before }
})
Object.assign(globalThis, events.before)

type Said = InstanceType<typeof events.Plain>

const key = (which: string, at = 0, isHeld = false): Said => new events.Key('keydown', at, which, isHeld)
const plain = (type: string, at = 0): Said => new events.Plain(type, at)
const untrusted = (event: Said): Said => Object.assign(event, { isTrusted: false })

/** A window that hands events on as a browser does: none but a browser can make one that is a person's. */
function heard() {
  const listeners = new Map<string, { hear: (event: unknown) => void; isCapturing: boolean }>()
  vi.stubGlobal('window', {
    addEventListener: (type: string, hear: (event: unknown) => void, isCapturing = false) =>
      listeners.set(type, { hear, isCapturing }),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const tell = vi.fn()
  hearActs(tell)
  /** What the browser does in one go; what it does next, it does later. @returns how many acts that was */
  const inOneGo = async (...all: Said[]): Promise<number> => {
    const before = tell.mock.calls.length
    for (const event of all) listeners.get(event.type)?.hear(event)
    await new Promise((resolve) => setTimeout(resolve, 1))
    return tell.mock.calls.length - before
  }
  return { listeners, inOneGo }
}

it('a click, a key and taking hold of something are acts of a person’s, heard before the page does (W1)', async () => {
  const { inOneGo, listeners } = heard()
  for (const type of ['click', 'contextmenu', 'dragstart']) {
    expect(await inOneGo(plain('pointerdown')), type).toBe(0)
    expect(await inOneGo(plain(type)), type).toBe(1)
    expect(await inOneGo(plain('pointerup')), type).toBe(0)
  }
  expect(await inOneGo(key('a'))).toBe(1)
  expect(await inOneGo(key('a'))).toBe(1)
  expect([...listeners.values()].every(({ isCapturing }) => isCapturing)).toBe(true)
})

it('what a script makes is none, nor a key that is held or changes others, nor the way of a pointer (W1)', async () => {
  const { inOneGo } = heard()
  for (const type of ['click', 'contextmenu', 'dragstart']) expect(await inOneGo(untrusted(plain(type)))).toBe(0)
  expect(await inOneGo(untrusted(key('a')))).toBe(0)
  expect(await inOneGo(key('a', 0, true))).toBe(0)
  for (const which of ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn'])
    expect(await inOneGo(key(which)), which).toBe(0)
  for (const type of ['pointermove', 'mousemove', 'pointerdown', 'pointerup', 'wheel', 'focusin'])
    expect(await inOneGo(plain(type))).toBe(0)
})

it('what comes of a press or a key is no act of its own: clicks that clicks lead to, the click of a key, also as it comes up (W1)', async () => {
  const { inOneGo } = heard()
  await inOneGo(plain('pointerdown', 0))
  expect(await inOneGo(plain('click', 900), plain('click', 1900), plain('click', 2900))).toBe(1)
  expect(await inOneGo(key('Enter', 5000))).toBe(1)
  expect(await inOneGo(plain('keypress', 5000), plain('click', 9000))).toBe(0)
  expect(await inOneGo(plain('keyup', 9900), plain('click', 9900))).toBe(0)
  // An access key clicks first.
  expect(await inOneGo(plain('click', 20_000), key('k', 20_000))).toBe(1)
  // A finger that lets go of a menu.
  await inOneGo(plain('pointerdown', 30_000))
  expect(await inOneGo(plain('contextmenu', 30_500))).toBe(1)
  expect(await inOneGo(plain('click', 30_600))).toBe(0)
  await inOneGo(plain('pointerup', 31_000))
  expect(await inOneGo(plain('click', 31_100))).toBe(0)
})

it('a click without a pointer and a key is a screen reader’s: an act, ten a second at most (W1)', async () => {
  const { inOneGo } = heard()
  expect(await inOneGo(plain('click', 1000), plain('click', 1000))).toBe(1)
  expect(await inOneGo(plain('click', 1099))).toBe(0)
  expect(await inOneGo(plain('click', 1100))).toBe(1)
  expect(await inOneGo(plain('contextmenu', 1200))).toBe(1)
  // A person's own are not kept apart.
  await inOneGo(plain('pointerdown', 1201))
  expect(await inOneGo(plain('click', 1202))).toBe(1)
})
