import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { ForeignFolders } from '../images/foreign-folders.ts'
import { answered, fileAnswered, OtherDiskError } from '../platform/disk-answer.ts'
import { FolderError } from '../platform/folder-error.ts'
import { MarksError, markResult } from '../platform/folder-marks.ts'
import type { Asset } from '../store/assets.ts'
import type { CopyRow } from '../store/copies.ts'
import type { Store } from '../store/store.ts'
import { copyFolder, copyNames, mustBeThere, NoPlaceError } from './copy-place.ts'
import { diskWords, silentWords } from './copy-words.ts'
import { putCopy } from './put-copy.ts'
import { putMarked } from './put-marked.ts'

export interface CopierDeps {
  store: Pick<Store, 'assets' | 'copies' | 'receipts' | 'readOnly' | 'salt'>
  pathOf: (asset: Asset) => string
  /** The library's folder, whose disk may not answer either. */
  library: () => string
  /** Looks at the folder first: one on a disk that does not answer is not touched by this process. */
  folders: Pick<ForeignFolders, 'liesInAny'>
  /** Folders of this app, read anew each time since the library may move. */
  ownFolders: () => string[]
  /** One process makes copies: the one that drives the queue. */
  drives: () => boolean
  now: () => number
  /** What became of a copy stands in the receipt's view. */
  onChange: (requestId: string) => void
}

/** How often what another process has left is looked for. */
const lookEveryMs = 5000
/** How long to wait when the database does not answer. */
const troublePauseMs = 3000
/** A disk that died under a copy must not keep the program from ending. */
const closeGraceMs = 5000

/**
 * Copies results to where their orders wished them, one after the other. What is to be copied stands in the database
 * before the result counts as home, so that it is done after a crash too. Its trouble is never the request's: the result
 * is safe in the library whatever becomes of the copy.
 */
export class Copier {
  readonly #deps: CopierDeps
  readonly #timer: NodeJS.Timeout
  #working: Promise<void> | null = null
  readonly #closing = new AbortController()

  constructor(deps: CopierDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => this.poke(), lookEveryMs)
    this.#timer.unref()
  }

  /** Before a result counts as home: its copy is to be made. */
  want(receipt: Pick<Receipt, 'id' | 'copies'>, assetId: string): void {
    if (receipt.copies === null) return
    this.#deps.store.copies.want(assetId, receipt.id, this.#deps.now())
    this.poke()
  }

  /** Makes those that failed, or are not there any more, again. Returns how many. */
  again(receipt: Pick<Receipt, 'id' | 'copies'>): number {
    if (receipt.copies === null) return 0
    const { assets, copies } = this.#deps.store
    const count = copies.again(assets.ofRequest(receipt.id), receipt.id, this.#deps.now())
    this.poke()
    return count
  }

  /** Looks for what waits, unless that is under way. */
  poke(): void {
    if (this.#closing.signal.aborted || this.#working || this.#deps.store.readOnly || !this.#deps.drives()) return
    this.#working = this.#workOff()
      .catch(() => pause(troublePauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined))
      .finally(() => {
        this.#working = null
      })
  }

  async #workOff(): Promise<void> {
    for (let row = this.#next(); row !== null; row = this.#next()) {
      await this.#make(row)
      this.#deps.onChange(row.requestId)
    }
  }

  #next(): CopyRow | null {
    return this.#closing.signal.aborted || !this.#deps.drives() ? null : this.#deps.store.copies.next()
  }

  async #make({ assetId, requestId }: CopyRow): Promise<void> {
    const { assets, copies, receipts } = this.#deps.store
    const { signal } = this.#closing
    const [receipt, asset] = [receipts.get(requestId), assets.get(assetId)]
    let path: string
    try {
      if (!receipt?.copies || !asset) throw new NoPlaceError('It is not in the library any more.')
      const own = this.#deps.ownFolders()
      const folder = copyFolder(receipt, receipt.copies, own)
      if (await this.#deps.folders.liesInAny(folder, own, signal))
        throw new NoPlaceError(`${folder} is Printroom’s own folder, where nothing else is put. Choose another one.`)
      await answered(folder, () => mustBeThere(folder))
      const names = copyNames(receipt, receipt.copies, asset, folder)
      path = await this.#put(asset, folder, names)
    } catch (error) {
      // It was not tried to its end: the next start makes it.
      if (signal.aborted) throw error
      const isLibrarys = error instanceof OtherDiskError && error.folder === this.#deps.library()
      const message = isLibrarys ? null : wordsOf(error)
      // The database's own trouble, or the library's, is no word about the copy: it waits.
      if (message === null) throw error
      copies.failed(assetId, message)
      return
    }
    copies.made(assetId, path)
  }

  /** A disk that dies in the middle of it ends it: the next one is not begun before it was asked whether it answers. */
  async #put(asset: Asset, folder: string, names: (n: number) => string): Promise<string> {
    await answered(this.#deps.library(), () => stat(this.#deps.pathOf(asset)))
    return fileAnswered(folder, () => this.#putNow(asset, folder, names), asset.sizeBytes)
  }

  #putNow(asset: Asset, folder: string, names: (n: number) => string): Promise<string> {
    const { salt } = this.#deps.store
    return putMarked(
      () => markResult(folder, salt, asset.sha256),
      () => putCopy(this.#deps.pathOf(asset), asset, folder, names, this.#closing.signal),
    )
  }

  /** Ends, and waits a while for the copy under way; what is not made then is made at the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#timer)
    await Promise.race([this.#working, pause(closeGraceMs, undefined, { ref: false })])
  }
}

function wordsOf(error: unknown): string | null {
  if (error instanceof FolderError) return silentWords
  return error instanceof NoPlaceError || error instanceof MarksError ? error.message : diskWords(error)
}
