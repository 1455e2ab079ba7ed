import { type FileStore, mustBeOf } from './file-store.ts'
import { StudioError } from './studio-error.ts'

/** What was seen so long ago counts where nothing can be mounted over it: one small request for many files. */
const seenForMs = 5000

/**
 * The files of one studio, for whoever works with them: nothing is put there, nothing counts as kept and nothing as missing, but
 * where the studio's mark is seen at that moment. A share goes away and comes back without a word, and under it lies a folder that
 * takes whatever is put there.
 */
export class MarkedFiles implements FileStore {
  readonly address: string
  readonly canBeUnmounted: boolean
  readonly #store: FileStore
  readonly #studio: string
  #seenAt = Number.NEGATIVE_INFINITY

  private constructor(store: FileStore, studio: string) {
    this.address = store.address
    this.canBeUnmounted = store.canBeUnmounted
    this.#store = store
    this.#studio = studio
  }

  static of(store: FileStore, studio: string): MarkedFiles {
    return store instanceof MarkedFiles && store.#studio === studio ? store : new MarkedFiles(store, studio)
  }

  /** @throws StudioError where the mark is missing or another's, or cannot be read */
  async mustBeThere(): Promise<void> {
    if (this.canBeUnmounted || performance.now() - this.#seenAt > seenForMs) await this.#see()
  }

  async #see(): Promise<void> {
    this.#seenAt = Number.NEGATIVE_INFINITY
    await mustBeOf(this.#store, this.#studio)
    this.#seenAt = performance.now()
  }

  async put(path: string, sha256: string): Promise<void> {
    await this.mustBeThere()
    await this.#ask(() => this.#store.put(path, sha256))
    await this.#see()
    if (!this.canBeUnmounted) return
    // The share may have been away just then, and be back: what was put under it is not in it.
    const isThere = await this.#store.has(sha256)
    await this.#see()
    if (!isThere)
      throw new StudioError(
        'files',
        `A file that was just put into ${this.address} is not there: was the share away for a moment? It counts as not kept.`,
      )
  }

  async has(sha256: string): Promise<boolean> {
    const isThere =
      (await this.#ask(() => this.#store.has(sha256))) || (await this.#again(() => this.#store.has(sha256)))
    if (isThere && this.canBeUnmounted) await this.#see()
    return isThere
  }

  async fetch(sha256: string, folder: string): Promise<string | null> {
    return (
      (await this.#ask(() => this.#store.fetch(sha256, folder))) ?? this.#again(() => this.#store.fetch(sha256, folder))
    )
  }

  async reach(sha256: string, folder: string): Promise<string | null> {
    return (
      (await this.#ask(() => this.#store.reach(sha256, folder))) ?? this.#again(() => this.#store.reach(sha256, folder))
    )
  }

  pathOf(sha256: string): string {
    return this.#store.pathOf(sha256)
  }

  owner(): Promise<string | null> {
    return this.#store.owner()
  }

  make(): Promise<() => Promise<void>> {
    return this.#store.make()
  }

  claim(studio: string): Promise<void> {
    return this.#store.claim(studio)
  }

  probe(): Promise<void> {
    return this.#store.probe()
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  /** Storage that refuses something may be another one by now. */
  async #ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.#seenAt = Number.NEGATIVE_INFINITY
      throw error
    }
  }

  /** What was not found is missing only where the store is seen to be there before and after it is looked for. */
  async #again<T>(look: () => Promise<T>): Promise<T> {
    await this.#see()
    const found = await look()
    await this.#see()
    return found
  }
}
