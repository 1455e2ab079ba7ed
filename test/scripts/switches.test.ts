import { expect, it } from 'vitest'
import { switches } from '../electron-stand-in/switches.mjs'

const size = { width: 1200, height: 800 }
const started = (sandboxed: boolean, headed: boolean): string[] => [...switches('/p', size, sandboxed, headed)]
const hasRules = (one: string): boolean => one.startsWith('--host-resolver-rules=')

// A distribution's Chromium opens under a bar where these are given, and the window stands lower by it, unless it is told
// that it is tested. The bar itself needs a screen.
it('a window on a screen opens without a bar about the switches that it is started with (B3)', () => {
  for (const sandboxed of [true, false]) {
    expect(started(sandboxed, true).some(hasRules)).toBe(true)
    expect(started(sandboxed, true)).toContain('--test-type')
    expect(started(sandboxed, true).at(-1)).toMatch(/^--app=/)
  }
})

it('without a screen the same walls hold, and no window is asked for', () => {
  const bare = started(true, false)
  expect(bare.some(hasRules)).toBe(true)
  expect(bare).toContain('--headless=new')
  expect(bare.filter((one) => one.startsWith('--app') || one.startsWith('--window-size'))).toEqual([])
})
