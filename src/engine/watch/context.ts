import type { Folders } from '../platform/home.ts'
import type { QuoteContext } from '../quoting/context.ts'

/** What the watch folders take of an engine. */
export interface WatchContext extends QuoteContext {
  readonly options: QuoteContext['options'] & { readonly folders: Folders }
  listen(name: 'libraryChanged', listener: () => void): () => void
}
