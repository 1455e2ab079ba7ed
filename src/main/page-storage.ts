import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { WebContents } from 'electron'

/** Chromium's, in a session's own folder. What it compiled and fetched lies in others, and is bounded by Chromium. */
const folders = [
  ...['IndexedDB', 'File System', 'WebStorage', 'CacheStorage', 'Service Worker', 'Local Storage', 'Session Storage'],
  ...['blob_storage', 'databases', 'Shared Storage'],
]

/** Ours puts nothing there. */
const mostBytes = 64 * 2 ** 20
/** As fast as a disk writes, it is no more than some seconds' worth. */
const lookEveryMs = 1000

type Page = Pick<WebContents, 'isDestroyed' | 'forcefullyCrashRenderer'>

/**
 * Ends a page that puts down more in the browser than a few pictures: Electron gives each origin as much of the disk as there
 * is. Its process first, since it may hold files open that are gone from their folder; `dead-page.ts` brings the page back.
 * @param folder of the session
 * @param clear takes away all that pages put down, also as a window begins
 */
export function boundStorage(page: Page & Pick<WebContents, 'once'>, folder: string, clear: () => Promise<void>): void {
  const look = looksAtStorage(page, folder, clear)
  let isLooking = false
  const lookOnce = (): void => {
    if (isLooking) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }
  lookOnce()
  const timer = setInterval(lookOnce, lookEveryMs).unref()
  page.once('destroyed', () => clearInterval(timer))
}

/** @returns one look, to be called again when it is over; the first one only clears */
export function looksAtStorage(
  page: Page,
  folder: string,
  clear: () => Promise<void>,
  most = mostBytes,
): () => Promise<void> {
  /** What could not be taken away is no page's fault that comes after; null before the first look. */
  let left: number | null = null
  return async () => {
    if (left !== null) {
      if ((await bytesIn(folder, left + most)) - left <= most || page.isDestroyed()) return
      page.forcefullyCrashRenderer()
    }
    await clear().catch(() => undefined)
    left = await bytesIn(folder)
  }
}

/** Of any file or folder, so that no number of empty ones makes a look long. */
const leastBytes = 4096

/** @returns as far as it was counted: no further than past a sum */
async function bytesIn(folder: string, upTo = Number.POSITIVE_INFINITY): Promise<number> {
  let sum = 0
  for (const name of folders) if (sum <= upTo) sum += await bytesUnder(join(folder, name), upTo - sum)
  return sum
}

/** As the disk counts them; what is not there, or went meanwhile, is nothing. */
async function bytesUnder(path: string, upTo: number): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  let sum = 0
  for (const entry of entries) {
    if (sum > upTo) break
    const inside = join(path, entry.name)
    sum += entry.isDirectory()
      ? leastBytes + (await bytesUnder(inside, upTo - sum))
      : await lstat(inside).then(
          ({ blocks }) => Math.max(leastBytes, blocks * 512),
          () => 0,
        )
  }
  return sum
}
