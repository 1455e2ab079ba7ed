import type { FileOf } from '../store/assets.ts'
import type { Store } from '../store/store.ts'
import { type FetchDeps, fetchAll } from './fetch-again.ts'
import { type FileLook, findIn, findMissingFiles } from './missing.ts'
import type { LibraryPlace } from './place.ts'
import { checkedWords, fetchedWords, foundWords, lookedWords, untoldWords, type Wanted } from './task-words.ts'

export type FileProgress = (step: { files: number; bytes: number }) => void
export type FileOutcome = string | { trouble: string } | { stopped: string }

export interface FileTasksDeps {
  store: Store
  place: LibraryPlace
  fetch: FetchDeps
  /** Files came, went or are elsewhere: what is on a screen is looked at anew. */
  onFiles: () => void
}

/** How a work tells on: steps, what it has before it, and whether it is to end. */
export interface Telling {
  step: FileProgress
  showTotal: (files: number) => void
  signal: AbortSignal
}

/** Looking through the library's files, and bringing back what is gone or was changed. */
export class FileTasks {
  readonly #deps: FileTasksDeps
  /** Found changed by some look: their bytes are read again by the next one, which else believes their sizes. */
  readonly #suspects = new Set<number>()

  constructor(deps: FileTasksDeps) {
    this.#deps = deps
  }

  async check({ step, signal }: Telling): Promise<FileOutcome> {
    const looked = await this.#look(null, () => true, step, signal)
    if (signal.aborted) return 'The check was stopped. No file was changed.'
    this.#take(looked)
    const message = checkedWords(this.#deps.store.assets.extent().count, looked)
    return isWhole(looked) ? message : { trouble: message }
  }

  async look({ step, signal }: Telling): Promise<FileOutcome> {
    const looked = await this.#look(null, ({ seq }) => this.#suspects.has(seq), step, signal)
    if (signal.aborted) return 'Looking was stopped.'
    this.#take(looked)
    return lookedWords(looked)
  }

  async find(folder: string, seqs: readonly number[] | null, telling: Telling): Promise<FileOutcome> {
    const { place, store } = this.#deps
    const { wanted, what, none, others } = await this.#wanted(seqs, telling.signal)
    if (wanted.length === 0) return none('looked for')
    telling.showTotal(0)
    const { step, signal } = telling
    const done = await findIn(folder, wanted, { place, assets: store.assets, signal, tell: step })
    this.#found(done.found)
    const message = foundWords(what, done, wanted.length, folder) + others
    return done.found.length < wanted.length ? { trouble: message } : message
  }

  async fetch(seqs: readonly number[] | null, telling: Telling): Promise<FileOutcome> {
    const { store, fetch } = this.#deps
    const { wanted, what, none, others } = await this.#wanted(seqs, telling.signal)
    if (wanted.length === 0) return none('fetched')
    telling.showTotal(wanted.length)
    const assets = wanted.map(({ id }) => store.assets.get(id)).filter((asset) => asset !== null)
    const came: string[] = []
    const done = await fetchAll(assets, fetch, telling.signal, (id, isThere) => {
      if (isThere) came.push(id)
      telling.step({ files: 1, bytes: 0 })
    }).finally(() => this.#found(store.organise.seqsOf(came)))
    const message = fetchedWords(what, came.length, wanted.length, done) + others
    return came.length < wanted.length ? { trouble: message } : message
  }

  /** Those of a choice that are missing or changed; of everything where nothing was chosen. Chosen files are read. */
  async #wanted(
    seqs: readonly number[] | null,
    signal: AbortSignal,
  ): Promise<{ wanted: FileOf[]; what: Wanted; none: (act: string) => FileOutcome; others: string }> {
    const looked = await this.#look(
      seqs,
      ({ seq }) => seqs !== null || this.#suspects.has(seq),
      () => undefined,
      signal,
    )
    if (seqs === null) this.#take(looked)
    const { missing, changed } = looked
    const what = changed.length === 0 ? 'missing' : missing.length === 0 ? 'changed' : 'missing or changed'
    const wanted = [...this.#deps.store.assets.filesOf(missing), ...changed].sort((a, b) => a.seq - b.seq)
    const none = (act: string): FileOutcome => {
      if (looked.untold.count > 0) return { trouble: `Nothing was ${act}.${untoldWords(looked.untold)}` }
      return seqs === null
        ? `No file is missing, so nothing was ${act}. A check reads every file and finds those that were changed.`
        : `None of these files is missing or changed, so nothing was ${act}.`
    }
    return { wanted, what, none, others: untoldWords(looked.untold) }
  }

  #look(
    seqs: readonly number[] | null,
    isRead: (file: FileOf) => boolean,
    tell: FileProgress,
    signal: AbortSignal,
  ): Promise<FileLook> {
    const { place, store } = this.#deps
    return findMissingFiles({ place, assets: store.assets, signal, tell }, seqs, isRead)
  }

  #take({ missing, changed }: FileLook): void {
    this.#suspects.clear()
    for (const { seq } of changed) this.#suspects.add(seq)
    this.#deps.store.lists.setMissing([...missing, ...this.#suspects])
    this.#deps.onFiles()
  }

  #found(seqs: readonly number[]): void {
    for (const seq of seqs) this.#suspects.delete(seq)
    this.#deps.store.lists.notMissing(seqs)
    if (seqs.length > 0) this.#deps.onFiles()
  }
}

const isWhole = ({ missing, changed, untold }: FileLook): boolean =>
  missing.length + changed.length + untold.count === 0
