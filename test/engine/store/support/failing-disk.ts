import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

type Call = 'fdatasyncSync' | 'fsyncSync' | 'ftruncateSync' | 'writeSync'

/**
 * From now on a call of the system's fails as a broken disk does, on real files; `heal` ends it. `before` runs first,
 * with the descriptor, so that a test can also take away what the system has not written.
 */
export function failing(
  calls: Call[],
  before: (fd: number) => void = () => undefined,
): { heal(): void; count: () => number } {
  const real = new Map(calls.map((call) => [call, fs[call]]))
  let count = 0
  const heal = (): void => {
    for (const [call, own] of real) Object.assign(fs, { [call]: own })
    syncBuiltinESMExports()
  }
  for (const call of calls)
    Object.assign(fs, {
      [call]: (fd: number) => {
        count += 1
        before(fd)
        throw Object.assign(new Error(`EIO: i/o error, ${call}`), { code: 'EIO' })
      },
    })
  syncBuiltinESMExports()
  onTestFinished(heal)
  return { heal, count: () => count }
}

/** Notes which descriptors are given to a call, which does its work. */
export function watching(call: 'fdatasyncSync' | 'fsyncSync'): string[] {
  const real = fs[call]
  const seen: string[] = []
  Object.assign(fs, {
    [call]: (fd: number) => {
      seen.push(fs.readlinkSync(`/proc/self/fd/${fd}`))
      real(fd)
    },
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { [call]: real })
    syncBuiltinESMExports()
  })
  return seen
}
