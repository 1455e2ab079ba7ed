import type { ExportView } from '../../contract/exports.ts'
import type { ExportWish } from '../../domain/export/wish.ts'
import { NotNowError } from '../platform/call-error.ts'
import { ownPlacesOf, refuseOwnPlace } from '../platform/own-place.ts'
import type { Item } from '../store/assets.ts'
import type { LibraryContext } from './context.ts'
import { exportItems, type FinishedExport } from './export.ts'

const tellEveryMs = 150

interface Running {
  view: ExportView
  abort: AbortController
  /** Null while it goes on. */
  paused: PromiseWithResolvers<void> | null
}

/** The export that is under way: one at once, told as it goes, paused by a person or by a disk, and gone on with. */
export class Exports {
  readonly #engine: LibraryContext
  readonly #onChange: (view: ExportView | null) => void
  #running: Running | null = null
  #ended: ExportView | null = null
  #work: Promise<void> = Promise.resolve()
  #toldMs = 0

  constructor(engine: LibraryContext, onChange: (view: ExportView | null) => void) {
    this.#engine = engine
    this.#onChange = onChange
  }

  view(): ExportView | null {
    return this.#running?.view ?? this.#ended
  }

  /** @throws NotNowError where one is under way; InTheWayError where the folder is Printroom's own */
  begin(items: readonly Item[], folder: string, wish: ExportWish): ExportView {
    if (this.#running !== null)
      throw new NotNowError('An export is under way. Let it end, or stop it, then export these.')
    const { options, place } = this.#engine
    // Before anybody is told that it has begun.
    refuseOwnPlace(folder, ownPlacesOf(options.folders, place.folder))
    const running: Running = { view: firstView(folder, items.length), abort: new AbortController(), paused: null }
    this.#running = running
    this.#ended = null
    this.#work = this.#carryOut(running, items, folder, wish)
    this.#tell()
    return running.view
  }

  async #carryOut(running: Running, items: readonly Item[], folder: string, wish: ExportWish): Promise<void> {
    const { signal } = running.abort
    const step = (now: FinishedExport): void => this.#show(now, true)
    const done = await exportItems(this.#engine, items, folder, wish, {
      signal,
      mayGoOn: () => running.paused?.promise ?? Promise.resolve(),
      onPut: (_item, files) => this.#show({ last: files.at(-1)?.path ?? null }, true),
      onStep: step,
      onStuck: async (message) => {
        this.#pause(message)
        await running.paused?.promise
        return !signal.aborted
      },
    }).catch((error: unknown) => ({
      missed: items.length - running.view.count,
      problems: [error instanceof Error ? error.message : 'It could not be exported.'],
    }))
    this.#running = null
    const last = { ...running.view, ...done, trouble: null }
    this.#ended = { ...last, state: last.count + last.missed < last.total ? 'stopped' : 'ended' }
    this.#tell()
  }

  /** What is being written is written; nothing is begun after it. */
  pause(): ExportView | null {
    this.#pause(null)
    return this.view()
  }

  #pause(trouble: string | null): void {
    if (this.#running === null) return
    this.#running.paused ??= Promise.withResolvers()
    this.#show({ state: 'paused', trouble })
  }

  resume(): ExportView | null {
    this.#show({ state: 'running', trouble: null })
    this.#goOn()
    return this.view()
  }

  /** What was exported stays in its folder. */
  async stop(): Promise<ExportView | null> {
    this.#running?.abort.abort()
    this.#goOn()
    await this.#work
    return this.view()
  }

  #goOn(): void {
    const paused = this.#running?.paused
    if (this.#running) this.#running.paused = null
    paused?.resolve()
  }

  /** Puts what came of an ended one out of sight. */
  dismiss(): null {
    this.#ended = null
    this.#tell()
    return null
  }

  /** Ends when nothing is at work any more. */
  async close(): Promise<void> {
    await this.stop()
  }

  /** Ends when what is under way now has ended. */
  settled(): Promise<void> {
    return this.#work
  }

  #show(change: Partial<ExportView>, isStep = false): void {
    if (this.#running === null) return
    this.#running.view = { ...this.#running.view, ...change }
    const now = performance.now()
    if (isStep && now - this.#toldMs < tellEveryMs) return
    this.#toldMs = now
    this.#tell()
  }

  #tell(): void {
    this.#onChange(this.view())
  }
}

const firstView = (folder: string, total: number): ExportView => ({
  folder,
  state: 'running',
  trouble: null,
  count: 0,
  total,
  files: 0,
  last: null,
  missed: 0,
  unmarked: 0,
  asTheyWere: 0,
  smaller: 0,
  problems: [],
})
