import { lstat, opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** As `download-result.ts` and `copy-file.ts` name what is on its way; nobody else's file is called so. */
const incoming = /^\.incoming-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** Where results lie: a folder a month. */
const month = /^\d{4}-\d{2}$/
/** What nobody has written to for a day is on its way no more: a download that brings nothing is broken off in a minute. */
const oldMs = 24 * 3_600_000

/**
 * Takes away what kills have left of files that were on their way into the library. What cannot be looked at or removed stays
 * where it is: it is in nobody's way.
 * @returns how many were removed
 */
export async function sweepIncoming(library: string, nowMs: number, signal: AbortSignal): Promise<number> {
  let removed = 0
  for await (const folder of namesIn(library, month, signal))
    for await (const path of namesIn(folder, incoming, signal)) {
      const found = await lstat(path).catch(() => null)
      // A link or a folder is not ours, whatever it is called; a clock that went back makes nothing old.
      if (!found?.isFile() || nowMs - found.mtimeMs < oldMs) continue
      removed += await rm(path).then(
        () => 1,
        () => 0,
      )
    }
  return removed
}

async function* namesIn(folder: string, name: RegExp, signal: AbortSignal): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => null)
  if (entries === null) return
  try {
    for await (const entry of entries) {
      if (signal.aborted) return
      if (name.test(entry.name)) yield join(folder, entry.name)
    }
  } catch {
    // Its disk went away meanwhile.
  }
}
