import type { ExportView } from '../../contract/exports.ts'
import type { LibraryPlaceView } from '../../contract/library.ts'
import type { AssetView, RequestView } from '../../contract/views.ts'

/** What an engine tells, and with what. */
export interface EngineEvents {
  requestChanged: [view: RequestView]
  /** Connection, key, balance, notice or pause changed. */
  statusChanged: []
  assetAdded: [asset: AssetView]
  /** A step of what is under way with the library's files. */
  libraryTask: [view: LibraryPlaceView]
  /** The export that is under way, or came to its end; null: out of sight. */
  exportChanged: [view: ExportView | null]
  /** Files of the library came, went or are elsewhere. */
  libraryChanged: []
}

export type EngineListener<N extends keyof EngineEvents> = (...args: EngineEvents[N]) => void

/** Tells windows and terminals of what changed. They may be gone: their trouble is not that of what they are told. */
export class EngineEmitter {
  readonly #listeners: { [N in keyof EngineEvents]: Set<EngineListener<N>> } = {
    requestChanged: new Set(),
    statusChanged: new Set(),
    assetAdded: new Set(),
    libraryTask: new Set(),
    exportChanged: new Set(),
    libraryChanged: new Set(),
  }

  /** @returns ends it */
  listen<N extends keyof EngineEvents>(name: N, listener: EngineListener<N>): () => void {
    this.#listeners[name].add(listener)
    return () => this.#listeners[name].delete(listener)
  }

  emit<N extends keyof EngineEvents>(name: N, ...args: EngineEvents[N]): void {
    for (const listener of this.#listeners[name]) {
      try {
        listener(...args)
      } catch {
        // It did not take the news; the next look shows it.
      }
    }
  }
}
