import { expect } from 'vitest'

/** Does it, and asserts that this thread worked for less than so long: what others do on the machine does not count. */
export function inThreadTime<T>(mostMs: number, work: () => T): T {
  const before = process.threadCpuUsage()
  const result = work()
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000, 'milliseconds of work').toBeLessThan(mostMs)
  return result
}
