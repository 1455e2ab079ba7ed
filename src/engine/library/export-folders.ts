import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What a program that was killed while it exported left behind; younger ones may be another program's. */
const staleAfterMs = 24 * 3_600_000

/** Where image workers make what an export then puts into somebody's folder: each work has a folder of its own in it. */
export const exportsIn = (cache: string): string => join(cache, 'exports')

export const remove = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true }).catch(() => undefined)

/** Removes a folder when nobody writes into it any more. */
export async function removeAfter(folder: string, underWay: Iterable<Promise<unknown>>): Promise<void> {
  await Promise.allSettled(underWay)
  await remove(folder)
}

/** As `work`, but ends with a called-off signal at once. The work itself goes on. @throws the signal's reason */
export function unlessCalledOff<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const callOff = (): void => reject(signal.reason)
  if (signal.aborted) callOff()
  signal.addEventListener('abort', callOff, { once: true })
  work.then(resolve, reject)
  return promise.finally(() => signal.removeEventListener('abort', callOff))
}

/** Removes what was left by programs that are gone. What cannot be looked at or removed is in nobody's way. */
export async function sweepExports(cache: string, nowMs: number): Promise<void> {
  for (const name of await readdir(exportsIn(cache)).catch(() => [])) {
    const folder = join(exportsIn(cache), name)
    const found = await lstat(folder).catch(() => null)
    // A clock that went back makes nothing old.
    if (found?.isDirectory() && nowMs - found.mtimeMs > staleAfterMs) await remove(folder)
  }
}
