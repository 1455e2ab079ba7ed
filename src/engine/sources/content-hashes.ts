import type { ForeignFiles, FoundFile } from '../images/foreign-files.ts'

/** Files that one drop cannot hold, twice. */
const maxRemembered = 10_000

/**
 * A file that was written so shortly before it was looked at may be written again within the same tick of its disk's clock
 * (two seconds on a memory card), and show nothing of it: what is read of such a one is not remembered.
 */
const settledMs = 3000

type Files = Pick<ForeignFiles, 'lookAt' | 'hash'>

/**
 * Hashes of files that somebody gave, each read once as long as it does not change: a photograph is asked about when it is
 * dropped, when its order is quoted and when that is approved. A file is known by its number on its disk, its size and both
 * its times. What is sent is never judged by it: preparation reads the file itself (prepare-picture.ts).
 */
export class ContentHashes implements Files {
  readonly #files: Files
  readonly #now: () => number
  readonly #known = new Map<string, { sha256: string; sizeBytes: number }>()

  /** @param now the wall clock, by which files have their times */
  constructor(files: Files, now: () => number = Date.now) {
    this.#files = files
    this.#now = now
  }

  lookAt(path: string): Promise<FoundFile> {
    return this.#files.lookAt(path)
  }

  /** @throws ForeignFileError */
  async hash(path: string): Promise<{ sha256: string; sizeBytes: number }> {
    const before = this.#keyOf(await this.#files.lookAt(path))
    const known = before === null ? undefined : this.#known.get(before)
    if (known !== undefined) return known
    const content = await this.#files.hash(path)
    // Read while it was written, it is neither what it was nor what it is.
    const after = before === null ? null : this.#keyOf(await this.#files.lookAt(path))
    if (after === null || after !== before) return content
    if (this.#known.size >= maxRemembered) this.#known.clear()
    this.#known.set(after, content)
    return content
  }

  /** Null where it may change without a sign. */
  #keyOf(found: FoundFile): string | null {
    if (found.isFolder) return null
    const { identity, sizeBytes, mtimeMs, ctimeMs } = found
    const isSettled = this.#now() - Math.max(mtimeMs, ctimeMs) >= settledMs
    return isSettled ? [identity, sizeBytes, mtimeMs, ctimeMs].join('\0') : null
  }
}
