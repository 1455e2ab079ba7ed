import { vi } from 'vitest'
import { patienceMs } from './patience.ts'

/** Asks again and again until what it asserts is so. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: patienceMs, interval: 20 })
