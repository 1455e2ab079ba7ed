import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

interface CachedFile {
  path: string
  bytes: number
  lookedMs: number
}

/** Keeps a cache within so many bytes: what nobody has looked at for longest goes first, and is brought again when it is. */
export class CacheRoom {
  readonly #folder: string
  readonly #most: number
  /** Bytes that may come before it is counted anew; the first one of a run counts. */
  #left = 0
  #work: Promise<void> = Promise.resolve()

  constructor(folder: string, most: number) {
    this.#folder = folder
    this.#most = most
  }

  /** A file's time says when it was looked at: nothing else needs it. */
  async looked(path: string): Promise<void> {
    const now = new Date()
    await utimes(path, now, now).catch(() => undefined)
  }

  /** @param path has just come, and stays */
  async brought(path: string): Promise<void> {
    const found = await stat(path).catch(() => null)
    this.#left -= found?.size ?? 0
    if (this.#left >= 0) return
    this.#work = this.#work.then(() => this.#makeRoom(path)).catch(() => undefined)
    await this.#work
  }

  /** Down to nine tenths, so that the next one does not count anew. */
  async #makeRoom(stays: string): Promise<void> {
    const files = (await filesIn(this.#folder)).sort((a, b) => b.lookedMs - a.lookedMs)
    const enough = 0.9 * this.#most
    const isTooMuch = files.reduce((sum, { bytes }) => sum + bytes, 0) > this.#most
    let bytes = 0
    for (const file of files) {
      bytes += file.bytes
      if (!isTooMuch || bytes <= enough || file.path === stays) continue
      // One that is read just now stays on some systems, and goes the next time.
      await rm(file.path, { force: true }).catch(() => undefined)
      bytes -= file.bytes
    }
    this.#left = this.#most - bytes
  }
}

async function filesIn(folder: string): Promise<CachedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files: CachedFile[] = []
  for (const entry of entries) {
    // What is on its way is nobody's yet.
    if (!entry.isFile() || entry.name.endsWith('.part')) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => null)
    if (found !== null) files.push({ path, bytes: found.size, lookedMs: found.mtimeMs })
  }
  return files
}
